CREATE TABLE "sign_in_attempts" (
	"account" text COLLATE "C" NOT NULL,
	"source" text COLLATE "C" NOT NULL,
	"failures" integer NOT NULL,
	"last_at" timestamp (0) with time zone NOT NULL,
	CONSTRAINT "sign_in_attempts_account_source_pk" PRIMARY KEY("account","source")
);
--> statement-breakpoint
ALTER TABLE "sessions" DROP CONSTRAINT "sessions_membership_fk";
--> statement-breakpoint
CREATE INDEX "sign_in_attempts_age_idx" ON "sign_in_attempts" USING btree ("last_at");--> statement-breakpoint
ALTER TABLE "sessions" DROP COLUMN "team_id";