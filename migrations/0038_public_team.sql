ALTER TABLE "teams" ADD COLUMN "contact" jsonb;--> statement-breakpoint
ALTER TABLE "teams" ADD COLUMN "privacy_url" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "teams" ADD COLUMN "terms_url" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "teams" ADD COLUMN "imprint" text COLLATE "C";