/** Reads all bookings of a list, and not only a page, for an answer in CSV (docs/rules.md, 24). */
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
import type { ReadScope } from '../team-scope.ts';
import { streamByIds } from '../whole-lists.ts';
import { type BookingListRequest, resolveBookingFilter } from './read.ts';

export type ListedBooking = ListedBookingRow & { nights: number; balanceDueCents: number };

/** Read from one snapshot, some at a time. */
export async function writeBookingList(
  { db, teamId }: ReadScope<Database>,
  { sort = '-created_at', ...request }: BookingListRequest,
  write: (rows: readonly ListedBooking[]) => Promise<void>,
): Promise<void> {
  const filter = await resolveBookingFilter(db, teamId, request);
  const condition = buildBookingCondition(teamId, filter);
  await streamByIds(db, {
    count: (tx) => countBookings(tx, condition),
    select: (tx) => selectBookingIds(tx, condition, buildBookingOrder(sort)),
    each: async (tx, ids) => write((await listListedBookings(tx, teamId, ids)).map(toListedBooking)),
  });
}

export function toListedBooking(row: ListedBookingRow): ListedBooking {
  const { checkIn, checkOut, grandTotalCents, paidTotalCents, scheduledTotalCents, status, hasFolio } = row;
  const balanceDueCents = computeBalanceDueCents({
    status,
    grandTotalCents,
    paidCents: paidTotalCents,
    scheduledCents: scheduledTotalCents,
    hasFolio,
  });
  return { ...row, nights: countDaysBetween(checkIn, checkOut), balanceDueCents };
}
