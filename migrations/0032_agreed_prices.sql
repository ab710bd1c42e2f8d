ALTER TABLE "bookings" ADD COLUMN "price_agreed" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "adjustment" jsonb;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_price_agreed_known" CHECK (price_agreed in ('nights', 'total'));