ALTER TABLE "calendar_feeds" ADD COLUMN "ignore" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE "calendar_feeds" ALTER COLUMN "ignore" DROP DEFAULT;
