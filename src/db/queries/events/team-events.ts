import { and, asc, eq, sql } from 'drizzle-orm';
import type { EventType } from '../../../domain/vocabulary.ts';
import type { Executor, Transaction } from '../../client.ts';
import { prepared } from '../../prepared.ts';
import { teamEvents } from '../../schema/team-events.ts';
import { insertRows, writeRows } from '../bulk.ts';
import { pageOf, type Slice } from '../paging.ts';
import { anyOf, first, matches, placeholders } from '../statements.ts';

export type TeamEventRecord = typeof teamEvents.$inferSelect;

export const insertTeamEvents = (tx: Transaction, events: readonly TeamEventRecord[]): Promise<void> =>
  insertRows(tx, teamEvents, events);

/** The same by a statement whose text does not depend on the number of events. */
export const insertTeamEventsUniformly = (
  tx: Transaction,
  events: readonly TeamEventRecord[],
): Promise<void> => writeRows(tx, teamEvents, events, sql``);

const lastColumns = {
  number: sql<number | null>`max(${teamEvents.number})`,
  waitingSince:
    sql<Date | null>`max(${teamEvents.createdAt}) filter (where in_feed and position is null)`.mapWith(
      teamEvents.createdAt,
    ),
};

export type LastEvent = { number: number; waitingSince: Date | null };

const ofBooking = matches(teamEvents, placeholders('teamId', 'bookingId'));

/** The same as parts of the booking's row. */
export const lastEventOfBooking = {
  number: sql<number | null>`(select ${lastColumns.number} from ${teamEvents} where ${ofBooking})`,
  waitingSince:
    sql<Date | null>`(select ${lastColumns.waitingSince} from ${teamEvents} where ${ofBooking})`.mapWith(
      teamEvents.createdAt,
    ),
};

/**
 * The number of a booking's last event, and the time of the last one without a position. It is a separate statement,
 * because on a cluster nothing can be read while a row is inserted.
 */
export async function findLastEvent(tx: Transaction, teamId: number, bookingId: string): Promise<LastEvent> {
  const row = await first(lastEvent(tx, { teamId, bookingId }));
  return { number: row?.number ?? 0, waitingSince: row?.waitingSince ?? null };
}
const lastEvent = prepared((db) => db.select(lastColumns).from(teamEvents).where(ofBooking));

/** The same for several bookings at once. Those without any event are missing. */
export async function findLastEvents(tx: Transaction, teamId: number, bookingIds: readonly string[]) {
  const rows = await tx
    .select({ bookingId: teamEvents.bookingId, ...lastColumns })
    .from(teamEvents)
    .where(and(eq(teamEvents.teamId, teamId), anyOf(teamEvents.bookingId, bookingIds)))
    .groupBy(teamEvents.bookingId);
  return new Map(
    rows.map(({ bookingId, number, waitingSince }) => [bookingId, { number: number ?? 0, waitingSince }]),
  );
}

/** The columns of an event as a booking's list shows it. */
export const eventColumns = {
  id: teamEvents.id,
  type: sql<EventType>`${teamEvents.type}`,
  actorType: teamEvents.actorType,
  actorName: teamEvents.actorName,
  details: teamEvents.details,
  createdAt: teamEvents.createdAt,
};
export type EventRow = Awaited<ReturnType<typeof listEvents>>['rows'][number];

/** One page of a booking's events, oldest first, and the total number. */
export function listEvents(db: Executor, teamId: number, bookingId: string, slice: Slice) {
  const ofBooking = matches(teamEvents, { teamId, bookingId });
  const events = db.select(eventColumns).from(teamEvents).where(ofBooking).orderBy(asc(teamEvents.number));
  return pageOf(db.$count(teamEvents, ofBooking), events, slice);
}
