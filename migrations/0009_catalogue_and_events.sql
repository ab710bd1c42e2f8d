-- Rows that are there already get what their file would, had it left the field out. New ones say it themselves.
CREATE TABLE "team_events" (
	"team_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"type" text COLLATE "C" NOT NULL,
	"position" bigint,
	"in_feed" boolean NOT NULL,
	"booking_id" uuid,
	"number" integer,
	"actor_type" text COLLATE "C" NOT NULL,
	"actor_name" text COLLATE "C",
	"data" jsonb NOT NULL,
	"because" uuid,
	"created_at" timestamp (0) with time zone NOT NULL,
	CONSTRAINT "team_events_team_id_id_pk" PRIMARY KEY("team_id","id"),
	CONSTRAINT "team_events_position_key" UNIQUE("team_id","position"),
	CONSTRAINT "team_events_booking_key" UNIQUE("team_id","booking_id","number"),
	CONSTRAINT "team_events_type_known" CHECK (type in ('booking.created', 'booking.confirmed', 'booking.changed', 'booking.cancelled', 'booking.expired', 'booking.completed', 'booking.folio_changed', 'booking.unit_moved', 'block.created', 'block.deleted', 'guest.created', 'guest.changed', 'guest.erased', 'listing.created', 'listing.changed', 'listing.deleted', 'rates.changed', 'charge.created', 'charge.changed', 'charge.deleted', 'team.changed', 'team.imported', 'token.created', 'token.revoked', 'member.added', 'member.removed', 'webhook.disabled', 'calendar_feed.failed', 'calendar_feed.recovered', 'calendar_feed.conflict')),
	CONSTRAINT "team_events_actor_known" CHECK (actor_type in ('token', 'member', 'system', 'import')),
	CONSTRAINT "team_events_position_from_one" CHECK (position >= 1),
	CONSTRAINT "team_events_number_within_booking" CHECK ((booking_id is null) = (number is null))
);
--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "cancellation_policy" jsonb;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "cancellation_fee_cents" bigint;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "expires_at" timestamp (0) with time zone;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "unit_pinned" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "bookings" ALTER COLUMN "unit_pinned" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "guests" ADD COLUMN "erased_at" timestamp (0) with time zone;--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "registration_number" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "cancellation_policy" jsonb;--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "reseating" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "teams" ADD COLUMN "cancellation_policy" jsonb;--> statement-breakpoint
ALTER TABLE "teams" ADD COLUMN "site_bookings" text COLLATE "C" DEFAULT 'off' NOT NULL;--> statement-breakpoint
ALTER TABLE "teams" ALTER COLUMN "site_bookings" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "teams" ADD COLUMN "site_hold_minutes" integer DEFAULT 1440 NOT NULL;--> statement-breakpoint
ALTER TABLE "teams" ALTER COLUMN "site_hold_minutes" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "teams" ADD COLUMN "reseating" text COLLATE "C" DEFAULT 'off' NOT NULL;--> statement-breakpoint
ALTER TABLE "teams" ALTER COLUMN "reseating" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "teams" ADD COLUMN "unit_fixed_days" integer DEFAULT 2 NOT NULL;--> statement-breakpoint
ALTER TABLE "teams" ALTER COLUMN "unit_fixed_days" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "team_events" ADD CONSTRAINT "team_events_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_events" ADD CONSTRAINT "team_events_booking_fk" FOREIGN KEY ("team_id","booking_id") REFERENCES "public"."bookings"("team_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "team_events_unnumbered_idx" ON "team_events" USING btree ("team_id","created_at","booking_id","number","id") WHERE position is null and in_feed;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_cancellation_fee_not_negative" CHECK (cancellation_fee_cents >= 0);--> statement-breakpoint
ALTER TABLE "listings" ADD CONSTRAINT "listings_reseating_known" CHECK (reseating in ('off', 'on'));--> statement-breakpoint
ALTER TABLE "teams" ADD CONSTRAINT "teams_site_bookings_known" CHECK (site_bookings in ('off', 'request', 'instant'));--> statement-breakpoint
ALTER TABLE "teams" ADD CONSTRAINT "teams_site_hold_minutes_in_range" CHECK (site_hold_minutes between 1 and 10080);--> statement-breakpoint
ALTER TABLE "teams" ADD CONSTRAINT "teams_reseating_known" CHECK (reseating in ('off', 'on'));--> statement-breakpoint
ALTER TABLE "teams" ADD CONSTRAINT "teams_unit_fixed_days_in_range" CHECK (unit_fixed_days between 0 and 30);