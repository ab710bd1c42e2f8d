ALTER TABLE "payments" ADD COLUMN "position" integer;
--> statement-breakpoint
-- The plan of a payment that exists is no longer known. Payments of a booking get their places by due date; of those due
-- on one day, a payment of just the deposit that the team's terms ask for comes first, as it does in a new plan, then
-- they keep the order of their ids, in which they were shown until now. Where the terms have changed since, or an amount
-- came from a team file, the order of the ids stays.
UPDATE "payments" SET "position" = "placed"."position" FROM (
	SELECT "payments"."team_id", "payments"."id", row_number() OVER (
		PARTITION BY "payments"."team_id", "payments"."booking_id"
		ORDER BY "payments"."due_on", ("payments"."amount_cents" <> round("bookings"."grand_total_cents"::numeric * "teams"."deposit_ppm" / 1000000)), "payments"."id"
	) - 1 AS "position"
	FROM "payments"
	JOIN "bookings" ON "bookings"."team_id" = "payments"."team_id" AND "bookings"."id" = "payments"."booking_id"
	JOIN "teams" ON "teams"."id" = "payments"."team_id"
) AS "placed"
WHERE "payments"."team_id" = "placed"."team_id" AND "payments"."id" = "placed"."id";
--> statement-breakpoint
ALTER TABLE "payments" ALTER COLUMN "position" SET NOT NULL;
