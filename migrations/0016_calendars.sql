CREATE TABLE "calendar_addresses" (
	"team_id" bigint NOT NULL,
	"unit_id" uuid NOT NULL,
	"secret_hash" text COLLATE "C" NOT NULL,
	"ciphertext" text COLLATE "C" NOT NULL,
	"key_id" text COLLATE "C" NOT NULL,
	"created_at" timestamp (0) with time zone NOT NULL,
	CONSTRAINT "calendar_addresses_team_id_unit_id_pk" PRIMARY KEY("team_id","unit_id"),
	CONSTRAINT "calendar_addresses_secret_hash_key" UNIQUE("team_id","secret_hash")
);
--> statement-breakpoint
CREATE TABLE "calendar_feeds" (
	"team_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"unit_id" uuid NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"url" text COLLATE "C" NOT NULL,
	"paused" boolean NOT NULL,
	"status" text COLLATE "C" NOT NULL,
	"last_checked_at" timestamp (0) with time zone,
	"last_success_at" timestamp (0) with time zone,
	"last_error" text COLLATE "C",
	"failures" integer NOT NULL,
	"events" integer NOT NULL,
	"conflicts" jsonb NOT NULL,
	"missing" jsonb NOT NULL,
	"etag" text COLLATE "C",
	"last_modified" text COLLATE "C",
	"taken_on" date,
	"taken_blocks" integer NOT NULL,
	"readings" integer NOT NULL,
	"next_reading_at" timestamp (0) with time zone NOT NULL,
	"lease" uuid,
	"leased_until" timestamp (0) with time zone,
	"created_at" timestamp (0) with time zone NOT NULL,
	"updated_at" timestamp (0) with time zone NOT NULL,
	CONSTRAINT "calendar_feeds_team_id_id_pk" PRIMARY KEY("team_id","id"),
	CONSTRAINT "calendar_feeds_status_known" CHECK (status in ('new', 'ok', 'failing', 'suspicious'))
);
--> statement-breakpoint
ALTER TABLE "blocks" ADD COLUMN "source" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "blocks" ADD COLUMN "uid" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "blocks" ADD COLUMN "recurrence" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "blocks" ADD COLUMN "feed_id" uuid;--> statement-breakpoint
ALTER TABLE "occupancies" ADD COLUMN "changed_at" timestamp (0) with time zone;--> statement-breakpoint
ALTER TABLE "calendar_addresses" ADD CONSTRAINT "calendar_addresses_unit_fk" FOREIGN KEY ("team_id","unit_id") REFERENCES "public"."units"("team_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD CONSTRAINT "calendar_feeds_unit_fk" FOREIGN KEY ("team_id","unit_id") REFERENCES "public"."units"("team_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "calendar_feeds_unit_idx" ON "calendar_feeds" USING btree ("team_id","unit_id");--> statement-breakpoint
CREATE INDEX "calendar_feeds_due_idx" ON "calendar_feeds" USING btree ("next_reading_at") WHERE not paused;--> statement-breakpoint
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_feed_fk" FOREIGN KEY ("team_id","feed_id") REFERENCES "public"."calendar_feeds"("team_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "blocks_feed_idx" ON "blocks" USING btree ("team_id","feed_id","end_date") WHERE feed_id is not null;