import { sql } from 'drizzle-orm';
import type { Transaction } from '../../client.ts';
import { teamEvents } from '../../schema/team-events.ts';
import { writeRows } from '../bulk.ts';
import type { EventRecord } from './team-file.ts';

type Events = {
  /** The bookings, among those with events in the file, that were stored before. */
  storedIds: readonly string[];
  rows: readonly EventRecord[];
};

/**
 * Replaces the events of some bookings, which the caller has locked. Events of the feed stay in the feed and keep their
 * data and their position, which may be assigned at this moment. `rows` includes all of them.
 */
export async function replaceEvents(
  tx: Transaction,
  teamId: number,
  { storedIds, rows }: Events,
): Promise<void> {
  if (storedIds.length > 0) {
    const ofBookings = sql`team_id = ${teamId}
      and booking_id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(storedIds)}::jsonb))`;
    await tx.execute(sql`delete from ${teamEvents} where ${ofBookings} and not in_feed`);
    // Moved out of the way, because two events of a booking must never have the same number, not even for a moment.
    await tx.execute(sql`update ${teamEvents} set number = -number where ${ofBookings}`);
  }
  const records = rows.map((row) => ({ ...row, position: null, inFeed: false, data: {}, because: null }));
  await writeRows(
    tx,
    teamEvents,
    records,
    sql`on conflict (team_id, id) do update set number = excluded.number, type = excluded.type,
      actor_type = excluded.actor_type, actor_name = excluded.actor_name, details = excluded.details,
      created_at = excluded.created_at`,
  );
}
