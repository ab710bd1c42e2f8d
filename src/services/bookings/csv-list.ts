/** Reads all bookings of a list, and not only a page, for an answer in CSV (docs/rules.md, 24.12). */
import type { Database } from '../../db/client.ts';
import { buildBookingCondition, buildBookingOrder } from '../../db/queries/bookings/list.ts';
import {
  countBookings,
  type ListedBookingRow,
  listListedBookings,
  selectBookingIds,
} from '../../db/queries/bookings/listed-bookings.ts';
import { countDaysBetween } from '../../domain/dates/dates.ts';
import { computeBalanceDueCents } from '../../domain/folio/folio.ts';
import { type Access, mayDo } from '../access/access.ts';
import type { ReadScope } from '../team-scope.ts';
import { streamByIds } from '../whole-lists.ts';
import { type BookingListRequest, resolveBookingFilter } from './read.ts';

/** What is paid and due is null for a caller who may not read money. */
export type ListedBooking = Omit<ListedBookingRow, 'paidTotalCents'> & {
  nights: number;
  paidTotalCents: number | null;
  balanceDueCents: number | null;
};

/** Read from one snapshot, some at a time. */
export async function writeBookingList(
  { db, teamId, access }: ReadScope<Database> & { access: Access },
  { sort = '-created_at', ...request }: BookingListRequest,
  write: (rows: readonly ListedBooking[]) => Promise<void>,
): Promise<void> {
  const filter = await resolveBookingFilter(db, teamId, request);
  const condition = buildBookingCondition(teamId, filter);
  await streamByIds(db, {
    count: (tx) => countBookings(tx, condition),
    select: (tx) => selectBookingIds(tx, condition, buildBookingOrder(sort)),
    each: async (tx, ids) =>
      write((await listListedBookings(tx, teamId, ids)).map((row) => toListedBooking(row, access))),
  });
}

export function toListedBooking(row: ListedBookingRow, access: Access): ListedBooking {
  const { checkIn, checkOut, grandTotalCents, paidTotalCents, scheduledTotalCents, status, hasFolio } = row;
  const balanceDueCents = computeBalanceDueCents({
    status,
    grandTotalCents,
    paidCents: paidTotalCents,
    scheduledCents: scheduledTotalCents,
    hasFolio,
  });
  const nights = countDaysBetween(checkIn, checkOut);
  return mayDo(access, 'money:read')
    ? { ...row, nights, balanceDueCents }
    : { ...row, nights, paidTotalCents: null, balanceDueCents: null };
}
