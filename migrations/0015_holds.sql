ALTER TABLE "occupancies" ADD COLUMN "expires_at" timestamp (0) with time zone;--> statement-breakpoint
CREATE INDEX "bookings_lapse_idx" ON "bookings" USING btree ("expires_at","id") WHERE status = 'pending' and expires_at is not null;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_hold_not_confirmed" CHECK (expires_at is null or status in ('pending', 'cancelled'));