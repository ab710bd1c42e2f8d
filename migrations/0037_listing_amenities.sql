ALTER TABLE "listings" ADD COLUMN "amenities" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "house_rules" jsonb;--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "rooms" jsonb DEFAULT '[]'::jsonb NOT NULL;