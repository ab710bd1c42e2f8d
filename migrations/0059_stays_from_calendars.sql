ALTER TABLE "blocks" ADD COLUMN "event_start_date" date;--> statement-breakpoint
ALTER TABLE "blocks" ADD COLUMN "event_end_date" date;--> statement-breakpoint
ALTER TABLE "blocks" ADD COLUMN "summary" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "blocks" ADD COLUMN "description" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "blocks" ADD COLUMN "link" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD COLUMN "source" text COLLATE "C" DEFAULT 'other' NOT NULL;--> statement-breakpoint
CREATE INDEX "blocks_event_days_idx" ON "blocks" USING gist ("team_id",daterange(event_start_date, event_end_date, '[]')) WHERE event_start_date is not null;--> statement-breakpoint
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_event_dates_in_order" CHECK (event_end_date > event_start_date) NOT VALID;--> statement-breakpoint
ALTER TABLE "blocks" VALIDATE CONSTRAINT "blocks_event_dates_in_order";--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD CONSTRAINT "calendar_feeds_source_known" CHECK (source in ('api', 'manual', 'booking_site', 'import', 'airbnb', 'booking_com', 'vrbo', 'expedia', 'other') or source ~ '^channel:[a-z0-9_-]{1,40}$') NOT VALID;--> statement-breakpoint
ALTER TABLE "calendar_feeds" VALIDATE CONSTRAINT "calendar_feeds_source_known";--> statement-breakpoint
-- The next reading fetches each calendar as a whole, so that its blocks get the dates and texts of their events.
UPDATE "calendar_feeds" SET "etag" = null, "last_modified" = null WHERE "etag" IS NOT NULL OR "last_modified" IS NOT NULL;
