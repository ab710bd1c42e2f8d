ALTER TABLE "bookings" ADD COLUMN "payment_plan" jsonb;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "method" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "refunds" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_method_known" CHECK (method in ('cash', 'card', 'bank_transfer', 'online', 'voucher', 'channel', 'other')) NOT VALID;--> statement-breakpoint
ALTER TABLE "payments" VALIDATE CONSTRAINT "payments_method_known";--> statement-breakpoint
-- What was refunded of a payment becomes one refund. Its id is a UUIDv7 of the payment's time, made of the payment's id.
-- It is put together as text, because `to_char` and `jsonb_build_object` are not immutable, and a cluster refuses such functions in an
-- update.
UPDATE "payments" SET "refunds" = ('[{"id": "' ||
  encode(set_byte(set_byte(bytes, 6, get_byte(bytes, 6) & 15 | 112), 8, get_byte(bytes, 8) & 63 | 128), 'hex')::uuid::text ||
  '", "amountCents": ' || "refunded_cents"::text || ', "refundedAt": ' || coalesce('"' ||
    lpad(extract(year from at)::text, 4, '0') || '-' || lpad(extract(month from at)::text, 2, '0') || '-' ||
    lpad(extract(day from at)::text, 2, '0') || 'T' || lpad(extract(hour from at)::text, 2, '0') || ':' ||
    lpad(extract(minute from at)::text, 2, '0') || ':' || lpad(floor(extract(second from at))::text, 2, '0') ||
    '+00:00"', 'null') || ', "reference": null}]')::jsonb
FROM (
  SELECT "team_id" AS team, "id" AS payment, "refunded_at" at time zone 'UTC' AS at,
    overlay(decode(md5("id"::text), 'hex') PLACING substring(uuid_send("id") FROM 1 FOR 6) FROM 1 FOR 6) AS bytes
  FROM "payments" WHERE "refunded_cents" > 0) AS refunded
WHERE refunded.team = "team_id" AND refunded.payment = "id";
