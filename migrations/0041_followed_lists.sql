ALTER TABLE "blocks" ADD COLUMN "updated_at" timestamp (0) with time zone DEFAULT date_trunc('second', now()) NOT NULL;--> statement-breakpoint
ALTER TABLE "units" ADD COLUMN "updated_at" timestamp (0) with time zone DEFAULT date_trunc('second', now()) NOT NULL;--> statement-breakpoint
UPDATE "blocks" SET "updated_at" = "created_at";--> statement-breakpoint
UPDATE "units" SET "updated_at" = "listings"."updated_at" FROM "listings"
  WHERE "listings"."team_id" = "units"."team_id" AND "listings"."id" = "units"."listing_id";--> statement-breakpoint
CREATE INDEX "blocks_updated_idx" ON "blocks" USING btree ("team_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "guests_updated_idx" ON "guests" USING btree ("team_id","updated_at","id");