ALTER TABLE "calendar_feeds" ADD COLUMN "has_all_nights" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "calendar_feeds" ALTER COLUMN "has_all_nights" DROP DEFAULT;
