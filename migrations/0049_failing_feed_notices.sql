CREATE TABLE "failing_feed_notices" (
	"team_id" bigint NOT NULL,
	"feed_id" uuid NOT NULL,
	"due_at" timestamp (0) with time zone,
	"told_at" timestamp (0) with time zone,
	CONSTRAINT "failing_feed_notices_team_id_feed_id_pk" PRIMARY KEY("team_id","feed_id")
);
--> statement-breakpoint
ALTER TABLE "failing_feed_notices" ADD CONSTRAINT "failing_feed_notices_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "failing_feed_notices_due_idx" ON "failing_feed_notices" USING btree ("due_at") WHERE due_at is not null;