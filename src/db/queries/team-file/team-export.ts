/**
 * The reads of an export, in the order of a team file. They run in one transaction that sees a single moment. Large
 * collections are read page by page.
 */
import { and, asc, eq, gt } from 'drizzle-orm';
import type { Transaction } from '../../client.ts';
import { bookings, occupancies } from '../../schema/bookings.ts';
import { coupons } from '../../schema/charges.ts';
import { guests } from '../../schema/guests.ts';
import { listings, units } from '../../schema/listings.ts';
import { listRowsBy } from '../rows.ts';
import { isAnyOf } from '../statements.ts';
import { loadListingParts } from './team-file.ts';
import { loadFolios } from './team-file-bookings.ts';

/** The names by which other entries refer to listings, units and coupons. */
export async function listReferenceNames(tx: Transaction, teamId: number) {
  return {
    listings: await tx
      .select({
        id: listings.id,
        slug: listings.slug,
        buildingId: listings.buildingId,
        currency: listings.currency,
      })
      .from(listings)
      .where(eq(listings.teamId, teamId))
      .orderBy(asc(listings.slug)),
    units: await tx
      .select({ id: units.id, listingId: units.listingId, name: units.name, active: units.active })
      .from(units)
      .where(eq(units.teamId, teamId))
      .orderBy(asc(units.name)),
    coupons: await tx
      .select({ key: coupons.codeKey, code: coupons.code })
      .from(coupons)
      .where(eq(coupons.teamId, teamId)),
  };
}
export type NameRows = Awaited<ReturnType<typeof listReferenceNames>>;

/** Listings by their ids, with their parts, each in its natural order. */
export const loadListings = async (tx: Transaction, teamId: number, ids: readonly string[]) => ({
  listings: await listRowsBy(tx, teamId, listings, {
    column: listings.id,
    values: ids,
    orderBy: [listings.slug],
  }),
  units: await listRowsBy(tx, teamId, units, { column: units.listingId, values: ids, orderBy: [units.name] }),
  ...(await loadListingParts(tx, teamId, { photos: ids, seasons: ids, days: ids })),
});

export function listGuestKeys(tx: Transaction, teamId: number) {
  return tx.select({ id: guests.id, email: guests.email }).from(guests).where(eq(guests.teamId, teamId));
}

/** The bookings after a confirmation code, with their folios and events. Pass '' for the first page. */
export async function loadBookingsAfter(tx: Transaction, teamId: number, code: string, limit: number) {
  const page = await tx
    .select()
    .from(bookings)
    .where(and(eq(bookings.teamId, teamId), gt(bookings.confirmationCode, code)))
    .orderBy(asc(bookings.confirmationCode))
    .limit(limit);
  const ids = page.map(({ id }) => id);
  const wholeIds = page.flatMap(({ id, wholeBuilding }) => (wholeBuilding ? [id] : []));
  const guestIds = [...new Set(page.map(({ guestId }) => guestId))];
  return {
    bookings: page,
    guests: await tx
      .select({ id: guests.id, email: guests.email })
      .from(guests)
      .where(and(eq(guests.teamId, teamId), isAnyOf(guests.id, guestIds))),
    ...(await loadFolios(tx, teamId, ids)),
    heldUnits: await listRowsBy(tx, teamId, occupancies, { column: occupancies.bookingId, values: wholeIds }),
  };
}
export type BookingPage = Awaited<ReturnType<typeof loadBookingsAfter>>;
