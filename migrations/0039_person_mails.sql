CREATE TABLE "person_mails" (
	"account" text COLLATE "C" NOT NULL,
	"id" uuid NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"status" text COLLATE "C" NOT NULL,
	"person_id" uuid,
	"invitation_id" uuid,
	"attempts" integer NOT NULL,
	"error" text COLLATE "C",
	"message_id" text COLLATE "C" NOT NULL,
	"next_attempt_at" timestamp (0) with time zone,
	"lease" uuid,
	"leased_until" timestamp (0) with time zone,
	"created_at" timestamp (0) with time zone NOT NULL,
	"sent_at" timestamp (0) with time zone,
	"used_at" timestamp (0) with time zone,
	CONSTRAINT "person_mails_account_id_pk" PRIMARY KEY("account","id"),
	CONSTRAINT "person_mails_kind_known" CHECK (kind in ('invitation', 'password_reset', 'password_changed')),
	CONSTRAINT "person_mails_status_known" CHECK (status in ('pending', 'sent', 'failed', 'withdrawn'))
);
--> statement-breakpoint
ALTER TABLE "invitations" ALTER COLUMN "secret_hash" DROP NOT NULL;--> statement-breakpoint
CREATE INDEX "person_mails_due_idx" ON "person_mails" USING btree ("next_attempt_at") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "person_mails_age_idx" ON "person_mails" USING btree ("created_at");