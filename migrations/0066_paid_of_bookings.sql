ALTER TABLE "bookings" ADD COLUMN "paid_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "bookings" SET "paid_cents" = paid.cents
FROM (
  SELECT "team_id" AS team, "booking_id" AS booking, sum("amount_cents" - "refunded_cents")::bigint AS cents
  FROM "payments" WHERE "status" = 'paid' GROUP BY "team_id", "booking_id") AS paid
WHERE paid.team = "team_id" AND paid.booking = "id" AND paid.cents <> 0;--> statement-breakpoint
CREATE INDEX "bookings_refund_due_idx" ON "bookings" USING btree ("team_id","updated_at","id") WHERE paid_cents > case status when 'cancelled' then cancellation_fee_cents when 'pending' then null else grand_total_cents end;
