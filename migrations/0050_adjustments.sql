ALTER TABLE "bookings" ADD COLUMN "adjustments" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
-- The one line by hand of earlier versions becomes a list of one. Its id is a UUIDv7 of the booking's time, made of the booking's id.
-- It is put together as text, because `jsonb_build_object` is not immutable, and a cluster refuses such functions in an update.
UPDATE "bookings" SET "adjustments" = '[]'::jsonb || ("adjustment" || ('{"taxable": false, "id": "' ||
  encode(set_byte(set_byte(bytes, 6, get_byte(bytes, 6) & 15 | 112), 8, get_byte(bytes, 8) & 63 | 128), 'hex')::uuid::text ||
  '"}')::jsonb)
FROM (
  SELECT "team_id" AS team, "id" AS booking,
    overlay(decode(md5("id"::text), 'hex') PLACING substring(uuid_send("id") FROM 1 FOR 6) FROM 1 FOR 6) AS bytes
  FROM "bookings" WHERE "adjustment" IS NOT NULL) AS lines
WHERE lines.team = "team_id" AND lines.booking = "id";
