ALTER TABLE "calendar_addresses" DROP CONSTRAINT "calendar_addresses_secret_hash_key";--> statement-breakpoint
ALTER TABLE "calendar_addresses" DROP CONSTRAINT "calendar_addresses_team_id_unit_id_pk";--> statement-breakpoint
ALTER TABLE "calendar_addresses" ADD CONSTRAINT "calendar_addresses_team_id_secret_hash_pk" PRIMARY KEY("team_id","secret_hash");--> statement-breakpoint
ALTER TABLE "calendar_addresses" ADD COLUMN "feed_id" uuid;--> statement-breakpoint
ALTER TABLE "calendar_addresses" ADD COLUMN "fetched_at" timestamp (0) with time zone;--> statement-breakpoint
ALTER TABLE "calendar_addresses" ADD COLUMN "shown" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE "calendar_addresses" ALTER COLUMN "shown" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD COLUMN "left_out" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "calendar_feeds" ALTER COLUMN "left_out" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD COLUMN "reported" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE "calendar_feeds" ALTER COLUMN "reported" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD COLUMN "wanted" datemultirange DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "calendar_feeds" ALTER COLUMN "wanted" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD COLUMN "leaving" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE "calendar_feeds" ALTER COLUMN "leaving" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "calendar_addresses" ADD CONSTRAINT "calendar_addresses_feed_fk" FOREIGN KEY ("team_id","feed_id") REFERENCES "public"."calendar_feeds"("team_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "calendar_addresses_unit_key" ON "calendar_addresses" USING btree ("team_id","unit_id") WHERE feed_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX "calendar_addresses_feed_key" ON "calendar_addresses" USING btree ("team_id","feed_id") WHERE feed_id is not null;--> statement-breakpoint
-- What feeds have blocked stays blocked: they want the nights of their blocks, or are about to leave those whose events were
-- missing. The next reading reads the whole calendar.
UPDATE "calendar_feeds" f SET "reported" = b.reported, "wanted" = b.wanted, "leaving" = b.leaving
FROM (
  SELECT k.team_id, k.feed_id,
    coalesce(jsonb_agg(jsonb_build_object('uid', coalesce(k.uid, ''), 'startDate', k.start_date, 'endDate', k.end_date)
      ORDER BY k.start_date, k.uid) FILTER (WHERE NOT g.missing ? k.id::text), '[]') AS reported,
    coalesce(range_agg(daterange(k.start_date, k.end_date)) FILTER (WHERE NOT g.missing ? k.id::text), '{}') AS wanted,
    coalesce(jsonb_agg(jsonb_build_object('since', g.missing ->> k.id::text, 'isSuspicious', g.status = 'suspicious',
      'startDate', k.start_date, 'endDate', k.end_date)) FILTER (WHERE g.missing ? k.id::text), '[]') AS leaving
  FROM "blocks" k JOIN "calendar_feeds" g ON g.team_id = k.team_id AND g.id = k.feed_id
  WHERE k.end_date > current_date - 1
  GROUP BY k.team_id, k.feed_id) b
WHERE f.team_id = b.team_id AND f.id = b.feed_id;--> statement-breakpoint
UPDATE "calendar_feeds" SET "etag" = NULL, "last_modified" = NULL;--> statement-breakpoint
ALTER TABLE "blocks" DROP COLUMN "recurrence";--> statement-breakpoint
ALTER TABLE "calendar_feeds" DROP COLUMN "missing";--> statement-breakpoint
ALTER TABLE "calendar_feeds" DROP COLUMN "taken_blocks";