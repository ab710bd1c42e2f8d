-- Until now, a refund was always of the whole payment.
ALTER TABLE "payments" ADD COLUMN "refunded_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ALTER COLUMN "refunded_cents" DROP DEFAULT;--> statement-breakpoint
UPDATE "payments" SET "refunded_cents" = "amount_cents" WHERE "status" = 'refunded';--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "reference" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_refund_in_range" CHECK (refunded_cents between 0 and amount_cents);
