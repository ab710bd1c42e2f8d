CREATE TABLE "mail_rules" (
	"team_id" bigint NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"is_active" boolean NOT NULL,
	"days" smallint,
	"hour" smallint,
	"sources" jsonb,
	"listing_ids" uuid[],
	"active_since" timestamp (0) with time zone,
	CONSTRAINT "mail_rules_team_id_kind_pk" PRIMARY KEY("team_id","kind"),
	CONSTRAINT "mail_rules_kind_known" CHECK (kind in ('booking_requested', 'booking_confirmed', 'booking_changed', 'booking_cancelled', 'booking_expired', 'payment_due', 'payment_received', 'before_arrival', 'after_departure')),
	CONSTRAINT "mail_rules_days_in_range" CHECK (days between 0 and 60),
	CONSTRAINT "mail_rules_hour_in_range" CHECK (hour between 0 and 23),
	CONSTRAINT "mail_rules_active_has_time" CHECK (is_active = (active_since is not null))
);
--> statement-breakpoint
CREATE TABLE "mail_suppressions" (
	"team_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"email" text COLLATE "C" NOT NULL,
	"email_key" text COLLATE "C" NOT NULL,
	"reason" text COLLATE "C",
	"created_at" timestamp (0) with time zone NOT NULL,
	CONSTRAINT "mail_suppressions_team_id_id_pk" PRIMARY KEY("team_id","id"),
	CONSTRAINT "mail_suppressions_email_key" UNIQUE("team_id","email_key")
);
--> statement-breakpoint
CREATE TABLE "mail_texts" (
	"team_id" bigint NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"language" text COLLATE "C" NOT NULL,
	"subject" text COLLATE "C" NOT NULL,
	"body" text COLLATE "C" NOT NULL,
	CONSTRAINT "mail_texts_team_id_kind_language_pk" PRIMARY KEY("team_id","kind","language"),
	CONSTRAINT "mail_texts_kind_known" CHECK (kind in ('booking_requested', 'booking_confirmed', 'booking_changed', 'booking_cancelled', 'booking_expired', 'payment_due', 'payment_received', 'before_arrival', 'after_departure'))
);
--> statement-breakpoint
ALTER TABLE "teams" ADD COLUMN "site_cancellation" text COLLATE "C" DEFAULT 'off' NOT NULL;--> statement-breakpoint
ALTER TABLE "teams" ADD COLUMN "mail_from_name" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "teams" ADD COLUMN "mail_reply_to" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "mail_rules" ADD CONSTRAINT "mail_rules_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_suppressions" ADD CONSTRAINT "mail_suppressions_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_texts" ADD CONSTRAINT "mail_texts_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "teams" ADD CONSTRAINT "teams_site_cancellation_known" CHECK (site_cancellation in ('off', 'by_terms'));