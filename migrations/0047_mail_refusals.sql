ALTER TABLE "mails" ADD COLUMN "last_attempt" integer;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "refused_at" timestamp (0) with time zone;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "address_refused_at" timestamp (0) with time zone;--> statement-breakpoint
ALTER TABLE "person_mails" ADD COLUMN "last_attempt" integer;--> statement-breakpoint
CREATE INDEX "mails_address_refused_idx" ON "mails" USING btree ("team_id","to_email") WHERE address_refused_at is not null;