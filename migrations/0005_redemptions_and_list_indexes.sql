DROP INDEX "bookings_check_in_idx";--> statement-breakpoint
DROP INDEX "bookings_updated_idx";--> statement-breakpoint
DROP INDEX "listings_title_idx";--> statement-breakpoint
-- What a team file has brought or left beyond a maximum until now is no fault.
ALTER TABLE "coupons" ADD COLUMN "redeemed_beyond" integer;--> statement-breakpoint
UPDATE "coupons" SET "redeemed_beyond" = greatest(0, (
	SELECT count(*) FROM "bookings"
	WHERE "bookings"."team_id" = "coupons"."team_id" AND "bookings"."coupon_key" = "coupons"."code_key"
		AND "bookings"."status" <> 'cancelled') - "max_redemptions");--> statement-breakpoint
ALTER TABLE "coupons" ALTER COLUMN "redeemed_beyond" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "bookings_check_in_idx" ON "bookings" USING btree ("team_id","check_in","created_at");--> statement-breakpoint
CREATE INDEX "bookings_updated_idx" ON "bookings" USING btree ("team_id","updated_at","created_at");--> statement-breakpoint
CREATE INDEX "listings_title_idx" ON "listings" USING btree ("team_id","public_title","slug","status","kind","id");