/** Reads pages for a copy of a guest's data (docs/rules.md, 19.2). */
import { and, asc, gt, sql } from 'drizzle-orm';
import type { Executor } from '../../client.ts';
import { bookings } from '../../schema/bookings.ts';
import { teamEvents } from '../../schema/team-events.ts';
import { type BookingRow, selectBookings } from '../bookings/bookings.ts';
import { eventColumns } from '../events/team-events.ts';
import { matches } from '../statements.ts';

/** A part with fewer rows is the last one. */
export const BOOKINGS_PER_EXPORT_PART = 25;
export const EVENTS_PER_EXPORT_PART = 500;

/** Oldest first. */
export function listBookingsOfGuest(
  db: Executor,
  teamId: number,
  guestId: string,
  after: BookingRow['booking'] | null,
) {
  const isAfterCursor =
    after &&
    sql`(${bookings.createdAt}, ${bookings.id}) > (${sql.param(after.createdAt, bookings.createdAt)}, ${after.id})`;
  return selectBookings(db, {})
    .where(and(matches(bookings, { teamId, guestId }), isAfterCursor ?? undefined))
    .orderBy(asc(bookings.createdAt), asc(bookings.id))
    .limit(BOOKINGS_PER_EXPORT_PART);
}

/** Oldest first. */
export const listBookingEventsAfter = (db: Executor, teamId: number, bookingId: string, number: number) =>
  db
    .select({ ...eventColumns, number: teamEvents.number })
    .from(teamEvents)
    .where(and(matches(teamEvents, { teamId, bookingId }), gt(teamEvents.number, number)))
    .orderBy(asc(teamEvents.number))
    .limit(EVENTS_PER_EXPORT_PART);
