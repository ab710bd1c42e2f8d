-- A unit that became active in a building while the building was booked as a whole was sold to others. The stays that
-- are not over take such units where nothing else has some of their nights. What cannot be is on the page *Today*.
INSERT INTO "occupancies" ("team_id", "unit_id", "start_date", "end_date", "booking_id", "block_id", "expires_at", "changed_at")
SELECT b."team_id", u."id", b."check_in", b."check_out" + b."preparation_days", b."id", NULL, b."expires_at", now()
FROM "bookings" b
JOIN "listings" l ON l."team_id" = b."team_id" AND l."building_id" = b."listing_id"
JOIN "units" u ON u."team_id" = l."team_id" AND u."listing_id" = l."id" AND u."active"
WHERE b."whole_building" AND b."status" <> 'cancelled'
  AND (b."expires_at" IS NULL OR b."expires_at" > now())
  AND b."check_out" + b."preparation_days" > (now() AT TIME ZONE l."timezone")::date
  AND NOT EXISTS (
    SELECT FROM "occupancies" o
    WHERE o."team_id" = u."team_id" AND o."unit_id" = u."id"
      AND daterange(o."start_date", o."end_date", '[)') && daterange(b."check_in", b."check_out" + b."preparation_days", '[)'));
