ALTER TABLE "teams" ADD COLUMN "site_max_nights" integer DEFAULT 30 NOT NULL;--> statement-breakpoint
ALTER TABLE "teams" ADD COLUMN "calendars_show_requests" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "teams" ADD CONSTRAINT "teams_site_max_nights_in_range" CHECK (site_max_nights between 1 and 365);--> statement-breakpoint
-- Nothing changes for teams whose sites take bookings already.
UPDATE "teams" SET "site_max_nights" = 365, "calendars_show_requests" = true WHERE "site_bookings" <> 'off';--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "ip_hash" text COLLATE "C";
