ALTER TABLE "bookings" ADD COLUMN "feed_id" uuid;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "feed_uid" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "is_of_feed_block" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD COLUMN "differs" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD COLUMN "missing" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD COLUMN "is_unsettled" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_feed_fk" FOREIGN KEY ("team_id","feed_id") REFERENCES "public"."calendar_feeds"("team_id","id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "bookings" VALIDATE CONSTRAINT "bookings_feed_fk";--> statement-breakpoint
CREATE INDEX "bookings_feed_idx" ON "bookings" USING btree ("team_id","feed_id","check_out") WHERE feed_id is not null;
