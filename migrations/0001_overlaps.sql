-- What drizzle-kit has no words for: no two rows of a unit or a listing may overlap.
CREATE EXTENSION IF NOT EXISTS btree_gist;
--> statement-breakpoint
ALTER TABLE "occupancies" ADD CONSTRAINT "occupancies_no_overlap"
	EXCLUDE USING gist ("team_id" WITH =, "unit_id" WITH =, daterange("start_date", "end_date", '[)') WITH &&);
--> statement-breakpoint
ALTER TABLE "seasons" ADD CONSTRAINT "seasons_no_overlap"
	EXCLUDE USING gist ("team_id" WITH =, "listing_id" WITH =, daterange("start_date", "end_date", '[]') WITH &&);
