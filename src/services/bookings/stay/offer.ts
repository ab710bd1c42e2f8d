import {
  type LockedUnit,
  lockUnitsAndCoupon,
  lockUnitsOfListing,
  type UnitOccupancy,
} from '../../../db/queries/bookings/occupancies.ts';
import type { LoadedCharges } from '../../../db/queries/offers/offered-charges.ts';
import { findLockedOffer, type OfferedListing } from '../../../db/queries/offers/offers.ts';
import type { ListingOffer } from '../../../domain/availability/offer.ts';
import { addDays, type Stay } from '../../../domain/dates/dates.ts';
import type { InvoiceIssuer } from '../../../domain/folio/invoice-document.ts';
import {
  findOccupiedNights,
  type Inventory,
  listFreeUnits,
  MAX_GAP_NIGHTS,
  type NightSpan,
} from '../../../domain/inventory/inventory.ts';
import { findUnitByMovingBookings } from '../../../domain/inventory/reseating.ts';
import { isBuilding, isListingBookable } from '../../../domain/listing.ts';
import { loadMovableInventories } from '../../availability/movable-stays.ts';
import { ChangedMeanwhile } from '../../errors.ts';
import type { WriteScope } from '../../team-scope.ts';
import { partitionByLapse } from '../expire.ts';

/** Read after the units were locked, so that no other write can take their nights meanwhile. */
export type LockedOffer = {
  listing: OfferedListing;
  offer: ListingOffer;
  charges: LoadedCharges;
  issuer: InvoiceIssuer;
  /** Their nights count as free. A write that takes them cancels these holds first. */
  lapsed: UnitOccupancy[];
};

export function requireOffer(offer: LockedOffer | null): LockedOffer {
  if (!offer) throw new Error('The listing of a booking does not exist.');
  return offer;
}

type OfferRequest = {
  listingId: string;
  stay: Stay;
  couponKey: string | null;
  /** Null for any. With a named unit, the stay takes no other, and no booking moves to free it. */
  onlyUnitId: string | null;
  /** As for a stay that a channel has sold. */
  mayBeInactive?: boolean;
};
type ChangeRequest = OfferRequest & {
  /** Null for a new booking. A booking that changes may keep its units, and its own nights do not block it. */
  own: { bookingId: string; unitIds: readonly string[]; preparationDays: number | null } | null;
};

/** Locks the units and the coupon first. Null if the listing does not exist. */
export async function lockOffer(scope: WriteScope, request: OfferRequest): Promise<LockedOffer | null> {
  const { tx, teamId } = scope;
  const { listingId, couponKey, onlyUnitId, mayBeInactive } = request;
  const units =
    couponKey === null
      ? await lockUnitsOfListing(tx, teamId, listingId, mayBeInactive && onlyUnitId ? [onlyUnitId] : [])
      : await lockUnitsAndCoupon(tx, teamId, listingId, couponKey);
  return loadLockedOffer(scope, units, { ...request, own: null });
}

/** The units are locked already. A coupon that is to be redeemed is locked too. */
export async function loadLockedOffer(
  scope: WriteScope,
  units: readonly LockedUnit[],
  { listingId, stay, couponKey, own, onlyUnitId, mayBeInactive = false }: ChangeRequest,
): Promise<LockedOffer | null> {
  const { tx, teamId, now } = scope;
  // Where there is a choice of units, the occupancies before and after the stay are read too, because they
  // decide which unit is left with the smallest gaps.
  const gapNights = units.length > 1 ? MAX_GAP_NIGHTS : 0;
  const found = await findLockedOffer(tx, teamId, listingId, {
    unitIds: units.map((unit) => unit.id),
    nights: {
      startDate: addDays(stay.checkIn, -gapNights),
      endDate: addDays(stay.checkOut, gapNights),
    },
    days: { startDate: stay.checkIn, endDate: addDays(stay.checkOut, 1) },
    preparationDays: own?.preparationDays ?? null,
    couponKey,
    now,
  });
  if (!found) return null;
  if (isBuilding(found.kind)) await requireAllUnits(scope, listingId, units);
  const { taken, seasons, days, fees, taxes, discounts, coupon, issuer, ...listing } = found;
  const preparationDays = own?.preparationDays ?? listing.preparationDays;
  const terms = { ...listing, preparationDays };
  const { held, lapsed } = partitionByLapse(taken, now);
  const sold = {
    units: units.filter(({ active }) => active),
    wholeBuilding: isBuilding(listing.kind),
    occupancies: own ? held.filter(({ bookingId }) => bookingId !== own.bookingId) : held,
  };
  // A changed booking may keep its unit even if the unit has been closed since. A booking of a building takes
  // the units that are active now, even if it took others before.
  const keepable = sold.wholeBuilding ? sold : { ...sold, units };
  const isNamedUnit = ({ id, active }: LockedUnit) =>
    id === onlyUnitId && (active || mayBeInactive || (own?.unitIds.includes(id) ?? false));
  const span = findOccupiedNights(stay, terms.preparationDays);
  const hasNoFreeUnit = onlyUnitId === null && listFreeUnits(keepable, span).length === 0;
  const withMoves = hasNoFreeUnit ? await findInventoryWithMoves(scope, listing, sold, { span, own }) : null;
  const asItIs = onlyUnitId === null ? keepable : { ...keepable, units: units.filter(isNamedUnit) };
  return {
    listing,
    offer: { terms, seasons, days, inventory: withMoves ?? asItIs, bookable: isListingBookable(listing) },
    charges: { fees, taxes, discounts, coupon },
    issuer,
    lapsed,
  };
}

/**
 * A unit that has joined a building while this write waited for its units is not among them. The write then begins
 * again, because a booking of the building takes all of its units.
 */
async function requireAllUnits(
  { tx, teamId }: WriteScope,
  buildingId: string,
  units: readonly LockedUnit[],
): Promise<void> {
  const lockedIds = new Set(units.map(({ id }) => id));
  const sold = await lockUnitsOfListing(tx, teamId, buildingId);
  if (!sold.every(({ id }) => lockedIds.has(id))) throw new ChangedMeanwhile();
}

/** Null if no moves could free a unit for the nights. */
async function findInventoryWithMoves(
  { tx, teamId, now }: WriteScope,
  listing: OfferedListing,
  inventory: Inventory,
  { span, own }: Pick<ChangeRequest, 'own'> & { span: NightSpan },
): Promise<Inventory | null> {
  const requested = [{ listing, inventory, span }];
  const options = { now, isOfManyStays: false, ownBookingId: own?.bookingId ?? null };
  const withMoves = (await loadMovableInventories(tx, teamId, requested, options)).get(listing);
  return withMoves && findUnitByMovingBookings(withMoves, span) ? withMoves : null;
}
