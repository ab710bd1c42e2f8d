CREATE TABLE "photo_files" (
	"team_id" bigint NOT NULL,
	"hash" text COLLATE "C" NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"size" integer NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "photo_files_team_id_hash_pk" PRIMARY KEY("team_id","hash"),
	CONSTRAINT "photo_files_hash_is_hexadecimal" CHECK (hash ~ '^[0-9a-f]{32}$'),
	CONSTRAINT "photo_files_size_is_of_content" CHECK (size = octet_length(content)),
	CONSTRAINT "photo_files_dimensions_positive" CHECK (width > 0 and height > 0)
);
--> statement-breakpoint
ALTER TABLE "photos" ADD COLUMN "caption" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "photo_files" ADD CONSTRAINT "photo_files_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- At most one photo of a listing is featured: the first of several stays it.
UPDATE "photos" AS this SET "is_featured" = false
	WHERE this."is_featured" and exists (
		select from "photos" as other where other."team_id" = this."team_id" and other."listing_id" = this."listing_id"
		and other."is_featured" and (other."sort_order", other."id") < (this."sort_order", this."id"));--> statement-breakpoint
-- Places are counted from 0. Photos of a listing with a place below 0 keep their order and get new places.
UPDATE "photos" AS this SET "sort_order" = "places"."place"
	FROM (select "team_id", "id", row_number() over (partition by "team_id", "listing_id" order by "sort_order", "id") - 1 as "place",
		min("sort_order") over (partition by "team_id", "listing_id") as "first" from "photos") as "places"
	WHERE "places"."team_id" = this."team_id" and "places"."id" = this."id" and "places"."first" < 0;
