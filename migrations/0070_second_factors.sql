CREATE TABLE "factor_steps" (
	"account" text COLLATE "C" NOT NULL,
	"factor_id" uuid NOT NULL,
	"last_step" integer NOT NULL,
	CONSTRAINT "factor_steps_account_factor_id_pk" PRIMARY KEY("account","factor_id")
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"account" text COLLATE "C" NOT NULL,
	"code_hash" text COLLATE "C" NOT NULL,
	"used_at" timestamp (0) with time zone,
	CONSTRAINT "recovery_codes_account_code_hash_pk" PRIMARY KEY("account","code_hash")
);
--> statement-breakpoint
ALTER TABLE "person_mails" DROP CONSTRAINT "person_mails_kind_known";--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "factors" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "has_factor" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "browser" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "teams" ADD COLUMN "require_second_factor" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "person_mails" ADD CONSTRAINT "person_mails_kind_known" CHECK (kind in ('invitation', 'password_reset', 'password_changed', 'factor_changed'));