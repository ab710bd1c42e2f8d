import { and, asc, eq, sql } from 'drizzle-orm';
import type { PageRequest } from '../../../domain/page.ts';
import type { BookingEventType } from '../../../domain/vocabulary.ts';
import type { Executor, Transaction } from '../../client.ts';
import { prepareQuery } from '../../prepared.ts';
import { teamEvents } from '../../schema/team-events.ts';
import { insertRows } from '../bulk.ts';
import { loadPage } from '../paging.ts';
import { firstRow, isAnyOf, matches, placeholders } from '../statements.ts';

export type TeamEventRecord = typeof teamEvents.$inferSelect;

export const insertTeamEvents = (tx: Transaction, events: readonly TeamEventRecord[]) =>
  insertRows(tx, teamEvents, events);

const lastColumns = {
  number: sql<number | null>`max(${teamEvents.number})`,
  waitingSince:
    sql<Date | null>`max(${teamEvents.createdAt}) filter (where in_feed and position is null)`.mapWith(
      teamEvents.createdAt,
    ),
};

export type LastEvent = { number: number; waitingSince: Date | null };

const isEventOfBooking = matches(teamEvents, placeholders('teamId', 'bookingId'));

/** For a query of bookings. */
export const lastEventColumns = {
  number: sql<number | null>`(select ${lastColumns.number} from ${teamEvents} where ${isEventOfBooking})`,
  waitingSince:
    sql<Date | null>`(select ${lastColumns.waitingSince} from ${teamEvents} where ${isEventOfBooking})`.mapWith(
      teamEvents.createdAt,
    ),
};

/**
 * The last event number of each booking, and the time of its last event without a position. Bookings without
 * events have no entry. A separate statement, because Citus cannot read other rows in an insert.
 */
export async function findLastEvents(tx: Transaction, teamId: number, bookingIds: readonly string[]) {
  const rows = await tx
    .select({ bookingId: teamEvents.bookingId, ...lastColumns })
    .from(teamEvents)
    .where(matches(teamEvents, { teamId, bookingId: bookingIds }))
    .groupBy(teamEvents.bookingId);
  return new Map(
    rows.map(({ bookingId, number, waitingSince }) => [bookingId, { number: number ?? 0, waitingSince }]),
  );
}

export const findLastEvent = async (tx: Transaction, teamId: number, bookingId: string): Promise<LastEvent> =>
  (await findLastEvents(tx, teamId, [bookingId])).get(bookingId) ?? { number: 0, waitingSince: null };

/** The events after which the calendar file of a stay says something else. */
const STAY_EVENTS = [
  'booking.created',
  'booking.confirmed',
  'booking.changed',
  'booking.cancelled',
  'booking.expired',
] as const;

const selectStaySequence = prepareQuery((db) =>
  db
    .select({ number: lastColumns.number })
    .from(teamEvents)
    .where(and(isEventOfBooking, isAnyOf(teamEvents.type, STAY_EVENTS))),
);

/**
 * `SEQUENCE` of a stay's calendar file, which rises with each event that may change the stay. A message has
 * the number of its own event. 0 without events.
 */
export const findStaySequence = async (db: Executor, teamId: number, bookingId: string): Promise<number> =>
  (await firstRow(selectStaySequence(db, { teamId, bookingId })))?.number ?? 0;

/** As a booking's history shows it. */
export const eventColumns = {
  id: teamEvents.id,
  type: sql<BookingEventType>`${teamEvents.type}`,
  actorType: teamEvents.actorType,
  actorName: teamEvents.actorName,
  details: teamEvents.details,
  createdAt: teamEvents.createdAt,
};
export type BookingEvent = Awaited<ReturnType<typeof listBookingEvents>>['rows'][number];

/** Oldest first. */
export function listBookingEvents(db: Executor, teamId: number, bookingId: string, page: PageRequest) {
  const ofBooking = matches(teamEvents, { teamId, bookingId });
  const events = db.select(eventColumns).from(teamEvents).where(ofBooking).orderBy(asc(teamEvents.number));
  return loadPage(db.$count(teamEvents, ofBooking), events, page);
}

/** As a team file contains it. */
export type BookingEventRecord = Awaited<ReturnType<typeof loadBookingEvents>>[number];

/** In order within each booking. */
export const loadBookingEvents = (tx: Transaction, teamId: number, bookingIds: readonly string[]) =>
  tx
    .select({
      ...eventColumns,
      teamId: teamEvents.teamId,
      bookingId: sql<string>`${teamEvents.bookingId}`,
      number: sql<number>`${teamEvents.number}`,
      details: sql<Record<string, unknown>>`${teamEvents.details}`,
    })
    .from(teamEvents)
    .where(and(eq(teamEvents.teamId, teamId), isAnyOf(teamEvents.bookingId, bookingIds)))
    .orderBy(teamEvents.number);
