import { sql } from 'drizzle-orm';
import type { Transaction } from '../../client.ts';
import { teamEvents } from '../../schema/team-events.ts';
import { buildColumnCopies, writeRowsAsJson } from '../bulk.ts';
import type { BookingEventRecord } from '../events/team-events.ts';

type Events = {
  /** The bookings, among those whose events are in the file, that were stored before. */
  storedIds: readonly string[];
  rows: readonly BookingEventRecord[];
};

/**
 * Replaces the events of some bookings, which the caller has locked. Events of the feed stay in the feed and
 * keep their data and their position, which may be assigned at this moment. The parameter `rows` includes all
 * events of the bookings.
 */
export async function replaceBookingEvents(tx: Transaction, teamId: number, { storedIds, rows }: Events) {
  if (storedIds.length > 0) {
    const ofBookings = sql`team_id = ${teamId}
      and booking_id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(storedIds)}::jsonb))`;
    await tx.execute(sql`delete from ${teamEvents} where ${ofBookings} and not in_feed`);
    // The old events are moved out of the way first, because two events of a booking must never have the same number,
    // not even for a moment.
    await tx.execute(sql`update ${teamEvents} set number = -number where ${ofBookings}`);
  }
  const records = rows.map((row) => ({ ...row, position: null, inFeed: false, data: {}, because: null }));
  const { number, type, actorType, actorName, details, createdAt } = teamEvents;
  const set = buildColumnCopies('excluded', { number, type, actorType, actorName, details, createdAt });
  await writeRowsAsJson(tx, teamEvents, records, (insert) =>
    insert.onConflictDoUpdate({ target: [teamEvents.teamId, teamEvents.id], set }),
  );
}
