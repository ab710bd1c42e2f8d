ALTER TABLE "bookings" DROP CONSTRAINT "bookings_source_known";--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "external_reference" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "custom_fields" jsonb;--> statement-breakpoint
ALTER TABLE "guests" ADD COLUMN "external_reference" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "guests" ADD COLUMN "custom_fields" jsonb;--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "external_reference" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "custom_fields" jsonb;--> statement-breakpoint
ALTER TABLE "units" ADD COLUMN "external_reference" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "units" ADD COLUMN "custom_fields" jsonb;--> statement-breakpoint
CREATE UNIQUE INDEX "bookings_external_reference_key" ON "bookings" USING btree ("team_id","external_reference","source") WHERE external_reference is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "guests_external_reference_key" ON "guests" USING btree ("team_id","external_reference") WHERE external_reference is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "listings_external_reference_key" ON "listings" USING btree ("team_id","external_reference") WHERE external_reference is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "units_external_reference_key" ON "units" USING btree ("team_id","external_reference") WHERE external_reference is not null;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_source_known" CHECK (source in ('api', 'manual', 'booking_site', 'import', 'airbnb', 'booking_com', 'vrbo', 'expedia', 'other') or source ~ '^channel:[a-z0-9_-]{1,40}$');