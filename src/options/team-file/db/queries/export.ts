/**
 * Reads a team in the order of a team file, in one transaction, so that all data is of one moment. Bookings
 * and other large collections are read page by page.
 */
import { and, asc, eq, getTableColumns, gt, like, sql } from 'drizzle-orm';
import type { Transaction } from '../../../../db/client.ts';
import { matches } from '../../../../db/queries/statements.ts';
import { bookings, occupancies } from '../../../../db/schema/bookings.ts';
import { coupons } from '../../../../db/schema/charges.ts';
import { guests } from '../../../../db/schema/guests.ts';
import { listings, photos, sellableDays, units } from '../../../../db/schema/listings.ts';
import type { DaySpan } from '../../../../domain/dates/day-spans.ts';
import { MEDIA_FOLDER } from '../../../../domain/text/picture-address.ts';
import { loadFolios } from './bookings.ts';
import { loadListingParts } from './team-file.ts';

/** As entries of a team file refer to listings, units and coupons. */
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
export type ReferenceNames = Awaited<ReturnType<typeof listReferenceNames>>;

/** Photos whose pictures are stored here. */
export const countStoredPhotos = (tx: Transaction, teamId: number): Promise<number> =>
  tx.$count(photos, and(matches(photos, { teamId }), like(photos.originalUrl, `${MEDIA_FOLDER}%`)));

/** Day overrides are optional, because reading them takes most of an export's time. */
export const loadListingsToExport = async (
  tx: Transaction,
  teamId: number,
  ids: readonly string[],
  { withDays }: { withDays: boolean },
) => ({
  listings: await tx
    .select()
    .from(listings)
    .where(matches(listings, { teamId, id: ids }))
    .orderBy(listings.slug),
  units: await tx
    .select({
      ...getTableColumns(units),
      sellable: sql<DaySpan[] | null>`${sellableDays.days}`.mapWith(sellableDays.days),
    })
    .from(units)
    .leftJoin(sellableDays, and(eq(sellableDays.teamId, units.teamId), eq(sellableDays.unitId, units.id)))
    .where(matches(units, { teamId, listingId: ids }))
    .orderBy(units.name),
  ...(await loadListingParts(tx, teamId, { photos: ids, seasons: ids, days: withDays ? ids : [] })),
});

const selectGuestIdsAndEmails = (tx: Transaction) =>
  tx.select({ id: guests.id, email: guests.email }).from(guests).$dynamic();

export const listGuestIdsAndEmails = (tx: Transaction, teamId: number) =>
  selectGuestIdsAndEmails(tx).where(eq(guests.teamId, teamId));

/**
 * By confirmation code, with payments, invoices, deposit and events. The first page follows the empty code.
 */
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
    guests: await selectGuestIdsAndEmails(tx).where(matches(guests, { teamId, id: guestIds })),
    ...(await loadFolios(tx, teamId, ids)),
    heldUnits: await tx
      .select()
      .from(occupancies)
      .where(matches(occupancies, { teamId, bookingId: wholeIds })),
  };
}
export type BookingsToExport = Awaited<ReturnType<typeof loadBookingsAfter>>;
