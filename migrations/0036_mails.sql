CREATE TABLE "mails" (
	"team_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"language" text COLLATE "C" NOT NULL,
	"status" text COLLATE "C" NOT NULL,
	"to_name" text COLLATE "C" NOT NULL,
	"to_email" text COLLATE "C" NOT NULL,
	"booking_id" uuid,
	"guest_id" uuid,
	"values" jsonb,
	"own_text" jsonb,
	"sequence" integer,
	"subject" text COLLATE "C",
	"plain_text" text COLLATE "C",
	"html" text COLLATE "C",
	"attempts" integer NOT NULL,
	"error" text COLLATE "C",
	"message_id" text COLLATE "C" NOT NULL,
	"next_attempt_at" timestamp (0) with time zone,
	"lease" uuid,
	"leased_until" timestamp (0) with time zone,
	"on_date" date,
	"created_at" timestamp (0) with time zone NOT NULL,
	"sent_at" timestamp (0) with time zone,
	CONSTRAINT "mails_team_id_id_pk" PRIMARY KEY("team_id","id"),
	CONSTRAINT "mails_scheduled_key" UNIQUE("team_id","booking_id","kind","on_date"),
	CONSTRAINT "mails_status_known" CHECK (status in ('kept', 'pending', 'sent', 'failed', 'withdrawn'))
);
--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mails_newest_idx" ON "mails" USING btree ("team_id","created_at","id");--> statement-breakpoint
CREATE INDEX "mails_booking_idx" ON "mails" USING btree ("team_id","booking_id","id");--> statement-breakpoint
CREATE INDEX "mails_guest_idx" ON "mails" USING btree ("team_id","guest_id");--> statement-breakpoint
CREATE INDEX "mails_due_idx" ON "mails" USING btree ("next_attempt_at") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "mails_old_idx" ON "mails" USING btree ("created_at");