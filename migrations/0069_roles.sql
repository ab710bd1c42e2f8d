CREATE TABLE "roles" (
	"team_id" bigint NOT NULL,
	"code" text COLLATE "C" NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"permissions" jsonb NOT NULL,
	"created_at" timestamp (0) with time zone NOT NULL,
	"updated_at" timestamp (0) with time zone NOT NULL,
	CONSTRAINT "roles_team_id_code_pk" PRIMARY KEY("team_id","code")
);
--> statement-breakpoint
ALTER TABLE "tokens" ALTER COLUMN "scope" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "invitations" ADD COLUMN "role" text COLLATE "C" DEFAULT 'owner' NOT NULL;--> statement-breakpoint
-- The ids of memberships from before are made of their keys, so that all nodes of a cluster get the same.
ALTER TABLE "memberships" ADD COLUMN "id" uuid;--> statement-breakpoint
UPDATE "memberships" SET "id" = overlay(overlay(md5("team_id"::text || ' ' || "person_id"::text) placing '8' from 13) placing 'a' from 17)::uuid;--> statement-breakpoint
ALTER TABLE "memberships" ALTER COLUMN "id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "memberships" ALTER COLUMN "id" SET DEFAULT gen_random_uuid();--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "role" text COLLATE "C" DEFAULT 'owner' NOT NULL;--> statement-breakpoint
ALTER TABLE "tokens" ADD COLUMN "role" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "tokens" ADD COLUMN "made_by_token_id" uuid;--> statement-breakpoint
ALTER TABLE "roles" ADD CONSTRAINT "roles_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_team_id_key" UNIQUE("team_id","id");--> statement-breakpoint
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_scope_or_role" CHECK ((scope is null) <> (role is null));