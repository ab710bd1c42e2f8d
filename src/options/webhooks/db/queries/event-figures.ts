/** For the operators of the service. */
import { sql } from 'drizzle-orm';
import type { Executor } from '../../../../db/client.ts';

/** A team whose feed nobody reads may have any number of them. */
const MAX_COUNTED_EVENTS = 100_000;

type EventFigures = {
  numbered: number;
  /** Events without a position, counted up to `MAX_COUNTED_EVENTS`. */
  unnumbered: number;
  /** 0 if active webhooks have delivered all events. */
  oldestUndeliveredSeconds: number;
};

export async function readEventFiguresOfAnyTeam(db: Executor, now: Date) {
  const { rows } = await db.execute<EventFigures>(sql`
    select
      (select coalesce(sum(last_position), 0) from event_counters)::float8 as numbered,
      (select count(*) from (
        select from team_events where position is null and in_feed limit ${sql.raw(String(MAX_COUNTED_EVENTS))}) as waiting)::float8 as unnumbered,
      greatest(0, extract(epoch from ${now.toISOString()}::timestamptz - least(
        (select min(d.created_at) from webhook_deliveries d join webhooks w on w.team_id = d.team_id and w.id = d.webhook_id
          where w.status = 'active' and d.status = 'pending'),
        (select min(e.created_at) from webhooks w join team_events e on e.team_id = w.team_id and e.position = w.position + 1
          where w.status = 'active'),
        (select min(e.created_at) from webhooks w join team_events e on e.team_id = w.team_id
          where w.status = 'active' and e.position is null and e.in_feed)
      )))::float8 as "oldestUndeliveredSeconds"`);
  return rows[0] ?? { numbered: 0, unnumbered: 0, oldestUndeliveredSeconds: 0 };
}
