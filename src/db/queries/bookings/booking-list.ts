import { and, asc, desc, eq, sql } from 'drizzle-orm';
import type { PageRequest } from '../../../domain/page.ts';
import type { BookingSource, BookingStatus } from '../../../domain/vocabulary.ts';
import type { Executor } from '../../client.ts';
import { prepareQuery } from '../../prepared.ts';
import { bookings } from '../../schema/bookings.ts';
import { type Approach, buildRangeConditions, findPageOfIds, loadPage, readInOrder } from '../paging.ts';
import { isAnyOf, matches, placeholders } from '../statements.ts';
import { selectBookings } from './bookings.ts';

export type BookingFilter = {
  statuses?: readonly BookingStatus[] | undefined;
  sources?: readonly BookingSource[] | undefined;
  listingId?: string | undefined;
  guestId?: string | undefined;
  /** One of these. */
  confirmationCodes?: readonly string[] | undefined;
  /** Both ends are included. */
  checkInFrom?: string | undefined;
  checkInTo?: string | undefined;
  updatedSince?: Date | undefined;
};

/** One page of a team's bookings, newest first, and the total number. */
export async function listBookings(db: Executor, teamId: number, filter: BookingFilter, page: PageRequest) {
  // The newest is only selected with a filter. Without one the list begins with it, and a smaller index can count.
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const start = {
    first: sql<string | null>`max(${bookings.createdAt})`,
    isFrom: (first: string) => sql`${bookings.createdAt} <= ${first}`,
  };
  const list = {
    table: bookings,
    matching: (approach: Approach) => buildBookingCondition(teamId, filter, approach),
    order: [desc(bookings.createdAt), desc(bookings.id)],
    start: isFiltered ? start : undefined,
  };
  const { ids, total } = await findPageOfIds(db, list, page);
  return { rows: await listBookingsByIds(db, teamId, ids), total };
}

/** One page of a team's bookings, the next arrival first, and the total number. */
export async function listArrivals(db: Executor, teamId: number, filter: BookingFilter, page: PageRequest) {
  const condition = buildBookingCondition(teamId, filter, 'count');
  const arrivals = db
    .select({ id: bookings.id })
    .from(bookings)
    .where(condition)
    .orderBy(asc(bookings.checkIn), asc(bookings.createdAt), asc(bookings.id));
  const { rows, total } = await loadPage(db.$count(bookings, condition), arrivals, page);
  const ids = rows.map(({ id }) => id);
  return { rows: await listBookingsByIds(db, teamId, ids), total };
}

/** The bookings with these ids, in this order. */
export const listBookingsByIds = (db: Executor, teamId: number, ids: readonly string[]) =>
  readInOrder(ids, (ids) => selectBookingsByIds(db, { teamId, ids }));

const selectBookingsByIds = prepareQuery((db) =>
  selectBookings(db, {}).where(
    and(matches(bookings, placeholders('teamId')), isAnyOf(bookings.id, sql.placeholder('ids'))),
  ),
);

/** The condition that a team's bookings match a filter. */
export function buildBookingCondition(teamId: number, filter: BookingFilter, approach: Approach) {
  const { statuses, sources, listingId, guestId, confirmationCodes } = filter;
  const [status, ...otherStatuses] = statuses ?? [];
  return and(
    eq(bookings.teamId, teamId),
    // A single status has an index in the list's order.
    status && otherStatuses.length === 0 ? eq(bookings.status, status) : undefined,
    statuses && statuses.length !== 1 ? isAnyOf(bookings.status, statuses) : undefined,
    sources && isAnyOf(bookings.source, sources),
    listingId === undefined ? undefined : eq(bookings.listingId, listingId),
    guestId === undefined ? undefined : eq(bookings.guestId, guestId),
    confirmationCodes && isAnyOf(bookings.confirmationCode, confirmationCodes),
    ...buildRangeConditions(bookings.checkIn, { from: filter.checkInFrom, to: filter.checkInTo }, approach),
    ...buildRangeConditions(bookings.updatedAt, { from: filter.updatedSince }, approach),
  );
}
