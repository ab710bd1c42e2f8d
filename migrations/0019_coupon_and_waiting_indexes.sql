DROP INDEX "bookings_redemptions_idx";--> statement-breakpoint
CREATE INDEX "bookings_coupon_idx" ON "bookings" USING btree ("team_id","coupon_key","status","expires_at","id") WHERE coupon_key is not null;--> statement-breakpoint
CREATE INDEX "bookings_site_waiting_idx" ON "bookings" USING btree ("team_id","guest_id","expires_at") WHERE status = 'pending' and source = 'booking_site';