ALTER TABLE "team_events" DROP CONSTRAINT "team_events_type_known";--> statement-breakpoint
ALTER TABLE "webhook_deliveries" DROP CONSTRAINT "webhook_deliveries_webhook_fk";
--> statement-breakpoint
ALTER TABLE "webhook_deliveries" DROP CONSTRAINT "webhook_deliveries_event_fk";
--> statement-breakpoint
DROP INDEX "webhook_deliveries_newest_idx";--> statement-breakpoint
DROP INDEX "webhook_deliveries_status_idx";--> statement-breakpoint
DROP INDEX "webhook_deliveries_pending_idx";--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due_idx" ON "webhook_deliveries" USING btree ("team_id","webhook_id","next_attempt_at","position") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_booking_idx" ON "webhook_deliveries" USING btree ("team_id","webhook_id","booking_id","position") WHERE status = 'pending' and booking_id is not null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_failed_idx" ON "webhook_deliveries" USING btree ("team_id","webhook_id","round","position") WHERE status = 'failed';
--> statement-breakpoint
-- From now on, every event up to a webhook's position has its delivery. Before, deliveries were stored as they ended, so those
-- after the position tell how far a process had come. What it had read and not delivered becomes pending, under a UUIDv7.
INSERT INTO "webhook_deliveries" ("team_id", "id", "webhook_id", "event_id", "position", "round", "type", "booking_id", "status", "attempts", "next_attempt_at", "created_at")
SELECT e.team_id,
  encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    PLACING substring(int8send((extract(epoch FROM now()) * 1000)::bigint) FROM 3) FROM 1 FOR 6), 52, 1), 53, 1), 'hex')::uuid,
  w.id, e.id, e.position, w.round, e.type, e.booking_id, 'pending', 0, now(), now()
FROM "webhooks" w
JOIN (
  SELECT d.team_id, d.webhook_id, d.round, max(d.position) AS position
  FROM "webhook_deliveries" d GROUP BY d.team_id, d.webhook_id, d.round) AS reached
  ON reached.team_id = w.team_id AND reached.webhook_id = w.id AND reached.round = w.round
JOIN "team_events" e ON e.team_id = w.team_id AND e.position > w.position AND e.position < reached.position
WHERE w.types IS NULL OR w.types ? e.type::text OR w.types ? (split_part(e.type, '.', 1) || '.*')
ON CONFLICT ("team_id", "webhook_id", "round", "position") DO NOTHING;--> statement-breakpoint
UPDATE "webhooks" w SET "position" = reached.position, "next_attempt_at" = now()
FROM (
  SELECT d.team_id, d.webhook_id, d.round, max(d.position) AS position
  FROM "webhook_deliveries" d GROUP BY d.team_id, d.webhook_id, d.round) AS reached
WHERE reached.team_id = w.team_id AND reached.webhook_id = w.id AND reached.round = w.round
  AND reached.position > w.position;
