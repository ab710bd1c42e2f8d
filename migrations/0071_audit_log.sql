CREATE TABLE "audit_entries" (
	"team_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"at" timestamp (0) with time zone NOT NULL,
	"action" text COLLATE "C" NOT NULL,
	"actor_type" text COLLATE "C" NOT NULL,
	"actor_id" uuid,
	"actor_name" text COLLATE "C",
	"ip" text COLLATE "C",
	"target" jsonb,
	"details" jsonb NOT NULL,
	"count" integer NOT NULL,
	"count_key" text COLLATE "C",
	CONSTRAINT "audit_entries_team_id_id_pk" PRIMARY KEY("team_id","id"),
	CONSTRAINT "audit_entries_count_key" UNIQUE("team_id","count_key"),
	CONSTRAINT "audit_entries_actor_known" CHECK (actor_type in ('token', 'member', 'site', 'system', 'import')),
	CONSTRAINT "audit_entries_count_from_one" CHECK (count >= 1)
);
--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_entries_time_idx" ON "audit_entries" USING btree ("team_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_action_idx" ON "audit_entries" USING btree ("team_id","action","at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_actor_idx" ON "audit_entries" USING btree ("team_id","actor_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_actor_name_idx" ON "audit_entries" USING btree ("team_id","actor_name","at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_age_idx" ON "audit_entries" USING btree ("at");--> statement-breakpoint
CREATE INDEX "audit_entries_address_age_idx" ON "audit_entries" USING btree ("at") WHERE ip is not null;