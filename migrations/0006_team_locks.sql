CREATE TABLE "team_locks" (
	"team_id" bigint PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "team_locks" ADD CONSTRAINT "team_locks_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;