ALTER TABLE "mails" DROP CONSTRAINT "mails_scheduled_key";--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "planned_at" timestamp (0) with time zone;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "round" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "payment_ids" uuid[];--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_scheduled_key" UNIQUE("team_id","booking_id","kind","on_date","round");