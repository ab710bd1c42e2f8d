import type { Executor } from '../../db/client.ts';
import type { OfferedListing, UnitWithNights } from '../../db/queries/offers/offers.ts';
import type { ListingOffer } from '../../domain/availability/offer.ts';
import type { Inventory, InventoryUnit, NightSpan, Occupancy } from '../../domain/inventory/inventory.ts';
import { isBuilding, isListingBookable } from '../../domain/listing.ts';
import { loadMovableInventories } from './movable-stays.ts';

type OfferRow = OfferedListing & Pick<ListingOffer, 'seasons' | 'days'> & { taken: UnitWithNights[] };
type Nights = {
  /** With preparation nights. Null if the answer does not depend on whether bookings can move. */
  span: NightSpan | null;
  /** Of many possible stays, such as a month. */
  isOfManyStays: boolean;
  now: Date;
};

/** If moving bookings may make room, the taken nights are read again with the stays that may move. */
export async function loadOfferOfRow(
  db: Executor,
  teamId: number,
  { taken, seasons, days, ...listing }: OfferRow,
  { span, ...options }: Nights,
): Promise<ListingOffer> {
  const inventory = buildInventory(listing, taken);
  const requested = span ? [{ listing, inventory, span }] : [];
  const withMoves = await loadMovableInventories(db, teamId, requested, options);
  return {
    terms: listing,
    seasons,
    days,
    inventory: withMoves.get(listing) ?? inventory,
    bookable: isListingBookable(listing),
  };
}

function buildInventory(listing: Pick<OfferedListing, 'kind'>, taken: readonly UnitWithNights[]): Inventory {
  const units = new Map<string, InventoryUnit>();
  const occupancies: Occupancy[] = [];
  for (const { id, name, startDate, endDate } of taken) {
    if (!units.has(id)) units.set(id, { id, name });
    if (startDate !== null && endDate !== null) occupancies.push({ unitId: id, startDate, endDate });
  }
  return { units: [...units.values()], wholeBuilding: isBuilding(listing.kind), occupancies };
}
