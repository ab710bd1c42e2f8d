ALTER TABLE "bookings" ADD COLUMN "payment_plan" jsonb;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "method" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "refunds" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_method_known" CHECK (method in ('cash', 'card', 'bank_transfer', 'online', 'voucher', 'channel', 'other')) NOT VALID;--> statement-breakpoint
ALTER TABLE "payments" VALIDATE CONSTRAINT "payments_method_known";--> statement-breakpoint
-- What was refunded of a payment becomes one refund. Its id is a UUIDv7 of the payment's time, made of the payment's id.
UPDATE "payments" SET "refunds" = jsonb_build_array(jsonb_build_object(
  'id', encode(set_byte(set_byte(bytes, 6, get_byte(bytes, 6) & 15 | 112), 8, get_byte(bytes, 8) & 63 | 128), 'hex')::uuid,
  'amountCents', "refunded_cents",
  'refundedAt', to_char("refunded_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"+00:00"'),
  'reference', null))
FROM (
  SELECT "team_id" AS team, "id" AS payment,
    overlay(decode(md5("id"::text), 'hex') PLACING substring(uuid_send("id") FROM 1 FOR 6) FROM 1 FOR 6) AS bytes
  FROM "payments" WHERE "refunded_cents" > 0) AS refunded
WHERE refunded.team = "team_id" AND refunded.payment = "id";
