import { and, asc, desc, eq, gte, lte, sql } from 'drizzle-orm';
import type { PageRequest } from '../../../domain/page.ts';
import type { BookingSource, BookingStatus } from '../../../domain/vocabulary.ts';
import type { Executor } from '../../client.ts';
import { prepareQuery } from '../../prepared.ts';
import { bookings } from '../../schema/bookings.ts';
import { findPageOfIds, readInOrder } from '../paging.ts';
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
  const where = buildBookingCondition(teamId, filter);
  const orderBy = [desc(bookings.createdAt), desc(bookings.id)];
  // For any two bounds PostgreSQL expects few bookings, and would read and sort all between them for each page.
  const isPlannedByValues = filter.checkInFrom !== undefined && filter.checkInTo !== undefined;
  const { ids, total } = await findPageOfIds(db, bookings, { where, orderBy, isPlannedByValues }, page);
  return { rows: await listBookingsByIds(db, teamId, ids), total };
}

/** One page of a team's bookings, the next arrival first, and the total number. */
export async function listArrivals(db: Executor, teamId: number, filter: BookingFilter, page: PageRequest) {
  const where = buildBookingCondition(teamId, filter);
  const orderBy = [asc(bookings.checkIn), asc(bookings.createdAt), asc(bookings.id)];
  const { ids, total } = await findPageOfIds(db, bookings, { where, orderBy }, page);
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
export function buildBookingCondition(teamId: number, filter: BookingFilter) {
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
    filter.checkInFrom === undefined ? undefined : gte(bookings.checkIn, filter.checkInFrom),
    filter.checkInTo === undefined ? undefined : lte(bookings.checkIn, filter.checkInTo),
    filter.updatedSince === undefined ? undefined : gte(bookings.updatedAt, filter.updatedSince),
  );
}
