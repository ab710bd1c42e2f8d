import { and, asc, count, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { BookingSource, BookingStatus } from '../../../domain/vocabulary.ts';
import type { Executor } from '../../client.ts';
import { prepared } from '../../prepared.ts';
import { bookings } from '../../schema/bookings.ts';
import { anyOf } from '../any-of.ts';
import type { Slice } from '../paging.ts';
import { type Approach, between, type Counted, findPage, inOrderOf } from '../paging.ts';
import { type BookingRow, selectBookings } from './bookings.ts';

export type BookingFilter = {
  statuses?: readonly BookingStatus[] | undefined;
  sources?: readonly BookingSource[] | undefined;
  listingId?: string | undefined;
  guestId?: string | undefined;
  confirmationCode?: string | undefined;
  /** Both ends are included. */
  checkInFrom?: string | undefined;
  checkInTo?: string | undefined;
  updatedSince?: Date | undefined;
};

/** One page of a team's bookings, newest first, and the total number. */
export async function listBookings(
  db: Executor,
  teamId: number,
  filter: BookingFilter,
  slice: Slice,
): Promise<{ rows: BookingRow[]; total: number }> {
  const find = {
    count: () => countBookings(db, matching(teamId, filter, 'count'), isFiltered(filter)),
    ids: (approach: Approach, first: string | null) =>
      db
        .select({ id: bookings.id })
        .from(bookings)
        .where(
          and(
            matching(teamId, filter, approach),
            first === null ? undefined : sql`${bookings.createdAt} <= ${first}`,
          ),
        )
        .orderBy(desc(bookings.createdAt), desc(bookings.id))
        .$dynamic(),
  };
  const { ids, total } = await findPage(find, slice);
  return { rows: await readInOrder(db, teamId, ids), total };
}

/** One page of a team's bookings, the next arrival first, and the total number. */
export async function listArrivals(
  db: Executor,
  teamId: number,
  filter: BookingFilter,
  { limit, offset }: Slice,
): Promise<{ rows: BookingRow[]; total: number }> {
  const condition = matching(teamId, filter, 'count');
  const [total, found] = await Promise.all([
    db.$count(bookings, condition),
    db
      .select({ id: bookings.id })
      .from(bookings)
      .where(condition)
      .orderBy(asc(bookings.checkIn), asc(bookings.createdAt), asc(bookings.id))
      .limit(limit)
      .offset(offset),
  ]);
  const ids = found.map(({ id }) => id);
  return { rows: await readInOrder(db, teamId, ids), total };
}

/** The bookings with these ids, in this order. */
export async function readInOrder(
  db: Executor,
  teamId: number,
  ids: readonly string[],
): Promise<BookingRow[]> {
  const rows = ids.length === 0 ? [] : await bookingsById(db, { teamId, ids });
  return inOrderOf(ids, rows, ({ booking }) => booking.id);
}

const isFiltered = (filter: BookingFilter) => Object.values(filter).some((value) => value !== undefined);

/** The newest is only selected with a filter. Without one the list begins with it, and a smaller index can count. */
async function countBookings(
  db: Executor,
  condition: SQL | undefined,
  withNewest: boolean,
): Promise<Counted> {
  if (!withNewest) return { total: await db.$count(bookings, condition), first: null };
  const [counted] = await db
    .select({ total: count(), first: sql<string | null>`max(${bookings.createdAt})` })
    .from(bookings)
    .where(condition);
  return counted ?? { total: 0, first: null };
}

const bookingsById = prepared((db) =>
  selectBookings(db, {}).where(
    and(eq(bookings.teamId, sql.placeholder('teamId')), sql`${bookings.id} = any(${sql.placeholder('ids')})`),
  ),
);

/** The condition that a team's bookings match a filter. */
export function matching(teamId: number, filter: BookingFilter, approach: Approach) {
  const { statuses, sources, listingId, guestId, confirmationCode } = filter;
  const [status, ...otherStatuses] = statuses ?? [];
  return and(
    eq(bookings.teamId, teamId),
    // A single status has an index in the list's order.
    status && otherStatuses.length === 0 ? eq(bookings.status, status) : undefined,
    statuses && statuses.length !== 1 ? anyOf(bookings.status, statuses) : undefined,
    sources && anyOf(bookings.source, sources),
    listingId === undefined ? undefined : eq(bookings.listingId, listingId),
    guestId === undefined ? undefined : eq(bookings.guestId, guestId),
    confirmationCode === undefined ? undefined : eq(bookings.confirmationCode, confirmationCode),
    ...between(bookings.checkIn, { from: filter.checkInFrom, to: filter.checkInTo }, approach),
    ...between(bookings.updatedAt, { from: filter.updatedSince }, approach),
  );
}
