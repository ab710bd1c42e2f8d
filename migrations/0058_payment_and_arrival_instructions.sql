ALTER TABLE "listings" ADD COLUMN "arrival_instructions" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "teams" ADD COLUMN "payment_instructions" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "teams" ADD COLUMN "payment_link" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "teams" ADD COLUMN "arrival_days_before" smallint DEFAULT 3 NOT NULL;--> statement-breakpoint
ALTER TABLE "teams" ADD CONSTRAINT "teams_arrival_days_before_in_range" CHECK (arrival_days_before between 0 and 60) NOT VALID;--> statement-breakpoint
ALTER TABLE "teams" VALIDATE CONSTRAINT "teams_arrival_days_before_in_range";
