ALTER TABLE "taxes" ADD COLUMN "exempt_from_nights" integer;--> statement-breakpoint
ALTER TABLE "taxes" ADD CONSTRAINT "taxes_exempt_from_nights_in_range" CHECK (exempt_from_nights between 2 and 365) NOT VALID;--> statement-breakpoint
ALTER TABLE "taxes" VALIDATE CONSTRAINT "taxes_exempt_from_nights_in_range";--> statement-breakpoint
-- What did nothing with its basis is removed, because it is refused now. No price changes.
UPDATE "taxes" SET "max_nights" = NULL
WHERE "max_nights" IS NOT NULL AND "basis" IN ('stay', 'guest', 'pet', 'percent');--> statement-breakpoint
UPDATE "taxes" SET "applies_to_accommodation" = true, "applies_to_fees" = true
WHERE "basis" <> 'percent' AND NOT ("applies_to_accommodation" AND "applies_to_fees");
