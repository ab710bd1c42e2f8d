import { and, count, desc, eq, or, type SQL, sql } from 'drizzle-orm';
import { foldCase } from '../../domain/fold-case.ts';
import type { BookingSource, BookingStatus } from '../../domain/vocabulary.ts';
import type { Executor } from '../client.ts';
import { prepared } from '../prepared.ts';
import { bookings } from '../schema/bookings.ts';
import { anyOf } from './any-of.ts';
import { type BookingRow, selectBookings } from './bookings.ts';
import { type Approach, between, type Counted, findPage, inOrderOf } from './paging.ts';
import type { Slice } from './slice.ts';

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
  /** Part of the confirmation code, or of the guest's name or email, without regard to case; or one of these listings. */
  search?: { text: string; listingIds: readonly string[] } | undefined;
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
  const rows = ids.length === 0 ? [] : await bookingsById(db, { teamId, ids });
  return { rows: inOrderOf(ids, rows, ({ booking }) => booking.id), total };
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
  selectBookings(db).where(
    and(eq(bookings.teamId, sql.placeholder('teamId')), sql`${bookings.id} = any(${sql.placeholder('ids')})`),
  ),
);

function matching(teamId: number, filter: BookingFilter, approach: Approach) {
  const { statuses, sources, listingId, guestId, confirmationCode, search } = filter;
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
    search && naming(teamId, search),
  );
}

/** The team is repeated in the inner statement, because a cluster cannot infer it from the outer one. */
function naming(teamId: number, { text, listingIds }: NonNullable<BookingFilter['search']>) {
  const folded = foldCase(text);
  return or(
    sql`position(${folded} in lower(${bookings.confirmationCode})) > 0`,
    sql`${bookings.guestId} in (
      select id from guests where team_id = ${teamId} and position(${folded} in search_text) > 0)`,
    anyOf(bookings.listingId, listingIds),
  );
}
