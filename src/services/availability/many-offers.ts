import type { Database, Executor } from '../../db/client.ts';
import {
  listSeasonsAndDaysOfListings,
  type SearchedRow,
  type SeasonsAndDays,
} from '../../db/queries/offers/many-offers.ts';
import type { ListingOffer } from '../../domain/availability/offer.ts';
import type { Inventory, NightSpan } from '../../domain/inventory/inventory.ts';
import { isListingBookable } from '../../domain/listing.ts';
import { eachWithPauses } from '../../pauses.ts';
import { loadInventories, loadMovableInventories, type RequestedNights } from './movable-stays.ts';

/**
 * The offer of a listing is built each time that it is needed, because the objects of a large team's listings
 * are too many to keep in memory.
 */
export type OfferSource = {
  findInventory: (listing: SearchedRow) => Inventory;
  findRates: (listingId: string) => SeasonsAndDays;
};

export const buildOffer = (
  { findInventory, findRates }: OfferSource,
  listing: SearchedRow,
): ListingOffer => ({
  terms: listing,
  ...findRates(listing.id),
  inventory: findInventory(listing),
  bookable: isListingBookable(listing),
});

/** Their units are already read. `nightsOf` are the nights of the request. */
type ListingsInSource = {
  listings: readonly SearchedRow[];
  source: OfferSource;
  nightsOf: (listing: SearchedRow) => NightSpan;
  now: Date;
};

/** If bookings could move to make room, the taken nights are read again, with the stays around. */
export async function buildSourceWithMoves(
  db: Database,
  teamId: number,
  known: ListingsInSource,
  isOfManyStays: boolean,
): Promise<OfferSource> {
  const { source, now } = known;
  const moved = await loadMovableInventories(db, teamId, listRequestedNights(known), { now, isOfManyStays });
  return { ...source, findInventory: (listing) => moved.get(listing) ?? source.findInventory(listing) };
}

export async function loadOffersForOtherNights(
  db: Database,
  teamId: number,
  days: NightSpan,
  known: ListingsInSource,
): Promise<OfferSource> {
  const { listings, source, now } = known;
  const [inventories, findRates] = await Promise.all([
    loadInventories(db, teamId, [...listRequestedNights(known)], { now }),
    loadRates(
      db,
      teamId,
      days,
      listings.map(({ id }) => id),
    ),
  ]);
  return {
    findInventory: (listing) => inventories.get(listing) ?? source.findInventory(listing),
    findRates,
  };
}

function* listRequestedNights({
  listings,
  source,
  nightsOf,
}: ListingsInSource): Generator<RequestedNights<SearchedRow>> {
  for (const listing of listings)
    yield { listing, inventory: source.findInventory(listing), span: nightsOf(listing) };
}

export async function loadRates(db: Executor, teamId: number, days: NightSpan, named: readonly string[]) {
  const rows = await listSeasonsAndDaysOfListings(db, teamId, days, named);
  const textOf = new Map<string, string>();
  await eachWithPauses(rows, ({ listingId, rates }) => textOf.set(listingId, rates));
  return (listingId: string): SeasonsAndDays => {
    const text = textOf.get(listingId);
    return text === undefined ? { seasons: [], days: [] } : (JSON.parse(text) as SeasonsAndDays);
  };
}
