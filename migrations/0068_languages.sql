ALTER TABLE "bookings" ADD COLUMN "language" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "discounts" ADD COLUMN "translations" jsonb;--> statement-breakpoint
ALTER TABLE "fees" ADD COLUMN "translations" jsonb;--> statement-breakpoint
ALTER TABLE "taxes" ADD COLUMN "translations" jsonb;--> statement-breakpoint
ALTER TABLE "guests" ADD COLUMN "language" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "translations" jsonb;--> statement-breakpoint
ALTER TABLE "photos" ADD COLUMN "translations" jsonb;--> statement-breakpoint
ALTER TABLE "seasons" ADD COLUMN "translations" jsonb;--> statement-breakpoint
ALTER TABLE "teams" ADD COLUMN "languages" jsonb DEFAULT '["en"]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "teams" ADD COLUMN "translations" jsonb;