ALTER TABLE "bookings" ADD COLUMN "billing_name" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "billing_address" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "document" jsonb;--> statement-breakpoint
ALTER TABLE "teams" ADD COLUMN "invoice_prefix" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "teams" ADD COLUMN "invoice_details" jsonb;