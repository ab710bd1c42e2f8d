ALTER TABLE "bookings" ADD COLUMN "calendar_invited" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "calendar_method" text COLLATE "C";