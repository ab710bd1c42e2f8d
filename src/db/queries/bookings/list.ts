import { and, asc, desc, eq, gt, gte, lte, not, type SQL, sql } from 'drizzle-orm';
import type { PageRequest } from '../../../domain/page.ts';
import type { BalanceState, BookingSort, BookingSource, BookingStatus } from '../../../domain/vocabulary.ts';
import type { Executor } from '../../client.ts';
import { prepareQuery } from '../../prepared.ts';
import { bookings } from '../../schema/bookings.ts';
import { guests } from '../../schema/guests.ts';
import { type GuestSearch, isGuestFoundBy } from '../guests/guests.ts';
import { findPageOfIds, isChangedSince, readInOrder } from '../paging.ts';
import { isAnyOf, matches, placeholders } from '../statements.ts';
import { selectBookings } from './bookings.ts';

export type BookingFilter = {
  statuses?: readonly BookingStatus[] | undefined;
  sources?: readonly BookingSource[] | undefined;
  listingId?: string | undefined;
  guestId?: string | undefined;
  confirmationCodes?: readonly string[] | undefined;
  externalReference?: string | undefined;
  /** Both dates are included. */
  checkInFrom?: string | undefined;
  checkInTo?: string | undefined;
  updatedSince?: Date | undefined;
  arrivingOn?: string | undefined;
  departingOn?: string | undefined;
  /** Bookings that occupy a unit in the night of this date. */
  inHouseOn?: string | undefined;
  balance?: BalanceState | undefined;
  /**
   * A text in lower case that the code, or the guest's name or email contains, or that is the external
   * reference. Also its digits, for the guest's phone, and the listings whose titles contain it.
   */
  search?: (GuestSearch & { listingIds: readonly string[] }) | undefined;
};

export async function listBookings(
  db: Executor,
  teamId: number,
  { sort = '-created_at', ...filter }: BookingFilter & { sort?: BookingSort | undefined },
  page: PageRequest,
) {
  const where = buildBookingCondition(teamId, filter);
  const orderBy = buildBookingOrder(sort);
  // PostgreSQL underestimates a date filter with two bounds, and would read and sort all bookings between
  // them for each page.
  const isPlannedByValues = filter.checkInFrom !== undefined && filter.checkInTo !== undefined;
  const { ids, total } = await findPageOfIds(db, bookings, { where, orderBy, isPlannedByValues }, page);
  return { rows: await listBookingsByIds(db, teamId, ids), total };
}

export const listLatestBookings = (db: Executor, teamId: number, limit: number) =>
  selectBookings(db, {})
    .where(eq(bookings.teamId, teamId))
    .orderBy(...buildBookingOrder('-created_at'))
    .limit(limit);

/** Bookings with the same value are sorted newest first. */
export function buildBookingOrder(sort: BookingSort): SQL[] {
  const column = findSortColumn(sort);
  const newest = [desc(bookings.createdAt), desc(bookings.id)];
  return sort === '-created_at' ? newest : [(sort.startsWith('-') ? desc : asc)(column), ...newest];
}

export const findSortColumn = (sort: BookingSort) =>
  SORT_COLUMNS[sort.replace('-', '') as keyof typeof SORT_COLUMNS];

const SORT_COLUMNS = {
  created_at: bookings.createdAt,
  check_in: bookings.checkIn,
  check_out: bookings.checkOut,
  grand_total: bookings.grandTotalCents,
  updated_at: bookings.updatedAt,
};

export async function listArrivals(db: Executor, teamId: number, filter: BookingFilter, page: PageRequest) {
  const where = buildBookingCondition(teamId, filter);
  const orderBy = [asc(bookings.checkIn), asc(bookings.createdAt), asc(bookings.id)];
  const { ids, total } = await findPageOfIds(db, bookings, { where, orderBy }, page);
  return { rows: await listBookingsByIds(db, teamId, ids), total };
}

export const listBookingsByIds = (db: Executor, teamId: number, ids: readonly string[]) =>
  readInOrder(ids, (ids) => selectBookingsByIds(db, { teamId, ids }));

const selectBookingsByIds = prepareQuery((db) =>
  selectBookings(db, {}).where(
    and(matches(bookings, placeholders('teamId')), isAnyOf(bookings.id, sql.placeholder('ids'))),
  ),
);

export function buildBookingCondition(teamId: number, filter: BookingFilter) {
  const { statuses, sources, listingId, guestId, confirmationCodes } = filter;
  const [status, ...otherStatuses] = statuses ?? [];
  return and(
    eq(bookings.teamId, teamId),
    // One status is an equation, so that PostgreSQL uses the index of the status, which has the list's order.
    status && otherStatuses.length === 0 ? eq(bookings.status, status) : undefined,
    statuses && statuses.length !== 1 ? isAnyOf(bookings.status, statuses) : undefined,
    sources && isAnyOf(bookings.source, sources),
    listingId === undefined ? undefined : eq(bookings.listingId, listingId),
    guestId === undefined ? undefined : eq(bookings.guestId, guestId),
    confirmationCodes && isAnyOf(bookings.confirmationCode, confirmationCodes),
    filter.externalReference === undefined
      ? undefined
      : eq(bookings.externalReference, filter.externalReference),
    filter.checkInFrom === undefined ? undefined : gte(bookings.checkIn, filter.checkInFrom),
    filter.checkInTo === undefined ? undefined : lte(bookings.checkIn, filter.checkInTo),
    isChangedSince(bookings, filter),
    filter.arrivingOn === undefined ? undefined : eq(bookings.checkIn, filter.arrivingOn),
    filter.departingOn === undefined ? undefined : eq(bookings.checkOut, filter.departingOn),
    filter.inHouseOn === undefined ? undefined : lte(bookings.checkIn, filter.inHouseOn),
    filter.inHouseOn === undefined ? undefined : gt(bookings.checkOut, filter.inHouseOn),
    filter.balance &&
      and(sql`${bookings.status} <> 'pending'`, filter.balance === 'due' ? isBalanceDue : not(isBalanceDue)),
    filter.search && isFoundBy(teamId, filter.search),
  );
}

export const paidTotalSql = sql<number>`(
  select coalesce(sum(paid.amount_cents - paid.refunded_cents), 0) from payments as paid
  where paid.team_id = ${bookings.teamId} and paid.booking_id = ${bookings.id} and paid.status = 'paid')`;

/** What the plan still asks for. */
export const scheduledTotalSql = sql<number>`(
  select coalesce(sum(planned.amount_cents), 0) from payments as planned
  where planned.team_id = ${bookings.teamId} and planned.booking_id = ${bookings.id} and planned.status = 'scheduled')`;

/** A booking that came without payments and invoices owes nothing. */
export const hasFolioSql = sql<boolean>`(
  exists (select from payments as any_payment
    where any_payment.team_id = ${bookings.teamId} and any_payment.booking_id = ${bookings.id})
  or exists (select from invoices as any_invoice
    where any_invoice.team_id = ${bookings.teamId} and any_invoice.booking_id = ${bookings.id}))`;

/** By the same rule as `computeBalanceDueCents`. */
const isBalanceDue = sql`(case when ${bookings.status} = 'cancelled' then ${scheduledTotalSql} > 0
  else ${bookings.grandTotalCents} > ${paidTotalSql} and ${hasFolioSql} end)`;

const isFoundBy = (
  teamId: number,
  { listingIds, ...search }: NonNullable<BookingFilter['search']>,
) => sql`(position(${search.foldedText} in lower(${bookings.confirmationCode})) > 0
  or ${isReferenceOfBooking(search.foldedText)}
  or ${isAnyOf(bookings.listingId, listingIds)}
  or ${bookings.guestId} in (select ${guests.id} from ${guests}
    where ${and(eq(guests.teamId, teamId), isGuestFoundBy(search))}))`;

/** In either case. The text is in lower case. */
export const isReferenceOfBooking = (foldedText: string) =>
  sql`lower(${bookings.externalReference}) = ${foldedText}`;
