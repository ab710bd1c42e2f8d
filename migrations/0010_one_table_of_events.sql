-- The events of bookings become events of their teams. They get positions in the order of their times, and say what the
-- booking is now, because what it was then is not stored.
CREATE TABLE "event_counters" (
	"team_id" bigint PRIMARY KEY NOT NULL,
	"last_position" bigint NOT NULL,
	CONSTRAINT "event_counters_not_negative" CHECK (last_position >= 0)
);
--> statement-breakpoint
ALTER TABLE "team_events" DROP CONSTRAINT "team_events_number_within_booking";--> statement-breakpoint
ALTER TABLE "team_events" ADD COLUMN "details" jsonb;--> statement-breakpoint
ALTER TABLE "event_counters" ADD CONSTRAINT "event_counters_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_events" ADD CONSTRAINT "team_events_parts_of_booking" CHECK ((booking_id is null) = (number is null) and (booking_id is null) = (details is null));--> statement-breakpoint
ALTER TABLE "team_events" ADD CONSTRAINT "team_events_position_in_feed" CHECK (position is null or in_feed);--> statement-breakpoint
INSERT INTO "team_events" (team_id, id, type, position, in_feed, booking_id, number, actor_type, actor_name, data, details, created_at)
SELECT e.team_id, e.id, e.type,
	row_number() OVER (PARTITION BY e.team_id ORDER BY e.reached_at, e.booking_id, e.number), true,
	e.booking_id, e.number, e.actor_type, e.actor_name,
	jsonb_build_object('booking_id', b.id, 'confirmation_code', b.confirmation_code, 'listing_id', b.listing_id, 'unit_id', b.unit_id,
		'status', b.status, 'check_in', b.check_in, 'check_out', b.check_out, 'changed', CASE
			WHEN e.type = 'booking.created' THEN '[]'::jsonb
			WHEN e.type IN ('booking.changed', 'booking.folio_changed') THEN to_jsonb(ARRAY(
				SELECT key FROM jsonb_object_keys(e.data) AS key
				WHERE key <> 'override_rules' AND (key <> 'status' OR e.type = 'booking.changed')))
			ELSE '["status"]'::jsonb END)
		|| CASE WHEN e.data ? 'check_in' THEN jsonb_build_object('previous_check_in', e.data->'check_in'->0) ELSE '{}' END
		|| CASE WHEN e.data ? 'check_out' THEN jsonb_build_object('previous_check_out', e.data->'check_out'->0) ELSE '{}' END
		|| CASE WHEN e.data ? 'unit_id' THEN jsonb_build_object('previous_unit_id', e.data->'unit_id'->0) ELSE '{}' END,
	e.data, e.created_at
FROM (SELECT *, max(created_at) OVER (PARTITION BY team_id, booking_id ORDER BY number) AS reached_at FROM "booking_events") AS e
JOIN "bookings" b ON b.team_id = e.team_id AND b.id = e.booking_id;
--> statement-breakpoint
INSERT INTO "event_counters" (team_id, last_position)
SELECT team_id, max(position) FROM "team_events" WHERE position IS NOT NULL GROUP BY team_id;
--> statement-breakpoint
DROP TABLE "booking_events" CASCADE;
