CREATE TABLE "catalogue_versions" (
	"team_id" bigint PRIMARY KEY NOT NULL,
	"version" uuid NOT NULL
);
--> statement-breakpoint
ALTER TABLE "catalogue_versions" ADD CONSTRAINT "catalogue_versions_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
INSERT INTO "catalogue_versions" ("team_id", "version") SELECT "id", gen_random_uuid() FROM "teams";
