-- Answers of before stay as they are, uncompressed.
ALTER TABLE "idempotency_records" ALTER COLUMN "response_body" SET DATA TYPE bytea USING convert_to("response_body", 'UTF8');
--> statement-breakpoint
ALTER TABLE "idempotency_records" ALTER COLUMN "response_body" DROP NOT NULL;
