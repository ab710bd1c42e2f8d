DROP INDEX "bookings_newest_idx";--> statement-breakpoint
DROP INDEX "bookings_listing_idx";--> statement-breakpoint
DROP INDEX "bookings_guest_idx";--> statement-breakpoint
DROP INDEX "guests_newest_idx";--> statement-breakpoint
CREATE INDEX "blocks_start_idx" ON "blocks" USING btree ("team_id","start_date","id","end_date","listing_id");--> statement-breakpoint
CREATE INDEX "bookings_status_idx" ON "bookings" USING btree ("team_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "bookings_newest_idx" ON "bookings" USING btree ("team_id","created_at","id","status","source","check_in","updated_at");--> statement-breakpoint
CREATE INDEX "bookings_listing_idx" ON "bookings" USING btree ("team_id","listing_id","created_at","id");--> statement-breakpoint
CREATE INDEX "bookings_guest_idx" ON "bookings" USING btree ("team_id","guest_id","created_at","id");--> statement-breakpoint
CREATE INDEX "guests_newest_idx" ON "guests" USING btree ("team_id","created_at","id");