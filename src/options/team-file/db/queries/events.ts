import { sql } from 'drizzle-orm';
import type { Transaction } from '../../../../db/client.ts';
import { buildColumnCopies, prepareRowsAsJson } from '../../../../db/queries/bulk.ts';
import type { BookingEventRecord } from '../../../../db/queries/events/team-events.ts';
import { teamEvents } from '../../../../db/schema/team-events.ts';

type Events = {
  /** Bookings that were stored before the import. */
  storedIds: readonly string[];
  rows: readonly BookingEventRecord[];
};

/**
 * Events in the team's feed keep their data and position, which may be assigned at this moment. `rows` must
 * contain all events of the bookings.
 */
export async function replaceBookingEvents(tx: Transaction, teamId: number, { storedIds, rows }: Events) {
  if (storedIds.length > 0) {
    const ofBookings = sql`team_id = ${teamId}
      and booking_id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(storedIds)}::jsonb))`;
    await tx.execute(sql`delete from ${teamEvents} where ${ofBookings} and not in_feed`);
    // Two events of a booking must never have the same number, not even for a moment.
    await tx.execute(sql`update ${teamEvents} set number = -number where ${ofBookings}`);
  }
  const records = rows.map((row) => ({
    ...row,
    position: null,
    inFeed: false,
    data: {},
    because: null,
    buildingId: null,
  }));
  await upsertEvents(tx, records);
}

const { number, type, actorType, actorName, details, createdAt } = teamEvents;
const upsertEvents = prepareRowsAsJson(teamEvents, (insert) =>
  insert.onConflictDoUpdate({
    target: [teamEvents.teamId, teamEvents.id],
    set: buildColumnCopies('excluded', { number, type, actorType, actorName, details, createdAt }),
  }),
);
