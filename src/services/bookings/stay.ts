import {
  insertOccupancies,
  type LockedUnit,
  lockUnitsAndCoupon,
  lockUnitsOfListing,
  type TakenNights,
} from '../../db/queries/bookings/occupancies.ts';
import type { LoadedCharges } from '../../db/queries/offers/offered-charges.ts';
import { findLockedOffer, type OfferedListing } from '../../db/queries/offers/offers.ts';
import { decideAvailability } from '../../domain/availability/availability.ts';
import type { Checks, StayOfGuests } from '../../domain/availability/checks.ts';
import type { Offer } from '../../domain/availability/offer.ts';
import { addDays, type Stay, type StayDate } from '../../domain/dates.ts';
import {
  chooseUnit,
  freeUnits,
  gapNightsMax,
  type Inventory,
  type NightSpan,
  occupiedSpan,
} from '../../domain/inventory.ts';
import { isBookable, isBuilding } from '../../domain/listing.ts';
import { AmountOutOfRangeError } from '../../domain/money.ts';
import { type Price, type PriceRequest, priceStay } from '../../domain/pricing/pricing.ts';
import { makeRoom, needsRoom } from '../../domain/reseating.ts';
import { loadInventories, movesBookings } from '../availability/movable-stays.ts';
import { type ChangedPrice, Invalid, PriceChanged } from '../errors.ts';
import { type FieldMessages, mergeMessages } from '../field-messages.ts';
import type { WriteContext } from '../write.ts';
import { partByLapse } from './expire.ts';

/** For an existing booking: its own nights do not block it, and it may keep its units. */
export type OwnNights = { bookingId: string; unitIds: readonly string[]; preparationDays: number };

/** Everything that decides about a stay, read after the units concerned were locked, so that none of it can change. */
export type LockedOffer = {
  listing: OfferedListing;
  offer: Offer;
  charges: LoadedCharges;
  /** Nights of lapsed holds. They count as free. A write that takes them cancels those holds first. */
  lapsed: TakenNights[];
};

/** The stay to be decided on. */
export type WantedOffer = { listingId: string; stay: Stay; couponKey: string | null };
type WantedChange = WantedOffer & {
  /** The booking that it changes, or null for a new one. */
  own: OwnNights | null;
  /** The only unit that the stay may take, if there is one: its own, or one that is sold. Nobody moves for it. */
  onlyUnitId: string | null;
};

/**
 * Locks the units that a listing sells and the coupon of a new booking, and then reads the listing, its rates, charges
 * and occupancies. Returns null if the listing does not exist.
 */
export async function lockOffer(context: WriteContext, wanted: WantedOffer): Promise<LockedOffer | null> {
  const { tx, writer } = context;
  const { listingId, couponKey } = wanted;
  const units =
    couponKey === null
      ? await lockUnitsOfListing(tx, writer.teamId, listingId)
      : await lockUnitsAndCoupon(tx, writer.teamId, listingId, couponKey);
  return loadOffer(context, units, { ...wanted, own: null, onlyUnitId: null });
}

/** Reads the offer whose units are locked. A change redeems no coupon, so it locks none. */
export async function loadOffer(
  context: WriteContext,
  units: readonly LockedUnit[],
  { listingId, stay, own, couponKey, onlyUnitId }: WantedChange,
): Promise<LockedOffer | null> {
  const { tx, writer, now } = context;
  const { teamId } = writer;
  const found = await findLockedOffer(tx, teamId, listingId, {
    unitIds: units.map((unit) => unit.id),
    nights: withGaps({ startDate: stay.checkIn, endDate: stay.checkOut }),
    days: { startDate: stay.checkIn, endDate: addDays(stay.checkOut, 1) },
    preparationDays: own?.preparationDays ?? null,
    couponKey,
    now,
  });
  if (!found) return null;
  const { taken, seasons, days, fees, taxes, discounts, coupon, ...listing } = found;
  const terms = own ? { ...listing, preparationDays: own.preparationDays } : listing;
  const span = occupiedSpan(stay, terms.preparationDays);
  const { held, lapsed } = partByLapse(taken, now);
  const keeps = (unitId: string) => own?.unitIds.includes(unitId) ?? false;
  const all = inventoryOf(listing, units, held, own);
  const inventory =
    onlyUnitId === null
      ? await withRoom(context, all, { listing, units, span, ownBookingId: own?.bookingId ?? null })
      : { ...all, units: units.filter(({ id, active }) => id === onlyUnitId && (active || keeps(id))) };
  return {
    listing,
    offer: { terms, seasons, days, inventory, bookable: isBookable(listing) },
    charges: { fees, taxes, discounts, coupon },
    lapsed,
  };
}

/** Extended by the nights on either side of the stay, which decide which unit is left with the smallest gaps. */
const withGaps = ({ startDate, endDate }: NightSpan): NightSpan => ({
  startDate: addDays(startDate, -gapNightsMax),
  endDate: addDays(endDate, gapNightsMax),
});

function inventoryOf(
  listing: OfferedListing,
  units: readonly LockedUnit[],
  taken: readonly TakenNights[],
  own: OwnNights | null,
): Inventory {
  const wholeBuilding = isBuilding(listing.kind);
  return {
    // A booking may keep a unit that is closed by now. A building consists of its active units, whatever the booking
    // took.
    units: wholeBuilding ? units.filter(({ active }) => active) : units,
    wholeBuilding,
    occupancies: taken.filter(({ bookingId }) => own === null || bookingId !== own.bookingId),
  };
}

type WantedRoom = {
  listing: OfferedListing;
  units: readonly LockedUnit[];
  span: NightSpan;
  /** The booking that needs the room, if it exists already. */
  ownBookingId: string | null;
};

/**
 * The inventory in which bookings move, if no unit is free for the span and moves free one. Otherwise the inventory as it
 * is. Nobody is moved to a unit that is no longer sold.
 */
async function withRoom(
  { tx, writer, now }: WriteContext,
  inventory: Inventory,
  { listing, units, span, ownBookingId }: WantedRoom,
): Promise<Inventory> {
  const sold = { ...inventory, units: units.filter((unit) => unit.active), reseating: true };
  const hasFreeUnit = freeUnits(inventory, span).length > 0;
  if (hasFreeUnit || !movesBookings(listing, sold) || !needsRoom(sold, span)) return inventory;
  const asked = [{ listing, inventory: sold, span }];
  const [withMoves] = await loadInventories(tx, writer.teamId, asked, { now, ownBookingId });
  return withMoves && makeRoom(withMoves, span) ? withMoves : inventory;
}

/** The message of every rule that a stay fails, by the field under which a booking reports it. */
export function messagesOfStay(
  offer: Offer,
  wanted: StayOfGuests,
  today: StayDate,
  checks?: Checks,
): FieldMessages {
  const { reasons } = decideAvailability(offer, wanted, today, checks);
  const { availability = [], number_of_guests = [] } = Object.groupBy(reasons, ({ code }) =>
    code === 'guests_exceeded' ? 'number_of_guests' : 'availability',
  );
  // The first field of an answer decides over its main message.
  return mergeMessages(
    ...availability.map(({ message }) => ({ availability: [message] })),
    ...number_of_guests.map(({ message }) => ({ number_of_guests: [message] })),
  );
}

/** The unit of a booking, null for a whole building, and all units that it takes. */
export type UnitsForStay = { unitId: string | null; takenIds: string[] };

/** The free units that a stay takes: one chosen or kept unit, or all units of a building. */
export function unitsForStay(offer: Offer, stay: Stay, keptUnitId: string | null): UnitsForStay {
  const { inventory, terms } = offer;
  if (inventory.wholeBuilding) return { unitId: null, takenIds: inventory.units.map((unit) => unit.id) };
  const unit = chooseUnit(inventory, occupiedSpan(stay, terms.preparationDays), keptUnitId);
  return { unitId: unit?.id ?? null, takenIds: unit ? [unit.id] : [] };
}

type Takes = {
  takenIds: readonly string[];
  span: NightSpan;
  booking: { id: string; expiresAt: Date | null };
};

/** Stores the nights of a booking. */
export async function takeNights(
  { tx, writer, now }: WriteContext,
  { takenIds, span, booking }: Takes,
): Promise<void> {
  const { id: bookingId, expiresAt } = booking;
  await insertOccupancies(
    tx,
    writer.teamId,
    takenIds.map((unitId) => ({ ...span, unitId, bookingId, blockId: null, expiresAt })),
    now,
  );
}

/** The price of a stay, computed like a quote's. */
export function priceOffer({ offer, charges }: LockedOffer, request: PriceRequest): Price {
  try {
    return priceStay({ ...offer, ...charges }, request);
  } catch (error) {
    if (!(error instanceof AmountOutOfRangeError)) throw error;
    throw new Invalid({ number_of_guests: [error.message] });
  }
}

/** Refuses a price that is not the agreed one. Callers compare it after every rule. */
export function checkAgreed(expectedCents: number | null, changed: ChangedPrice): void {
  if (expectedCents !== null && expectedCents !== changed.price.grandTotalCents)
    throw new PriceChanged(changed);
}

/** The columns in which a booking stores its price. */
export const pricedColumns = (price: Price) => ({
  accommodationTotalCents: price.accommodationTotalCents,
  discountTotalCents: price.discountTotalCents,
  feesTotalCents: price.feesTotalCents,
  taxesTotalCents: price.taxesTotalCents,
  grandTotalCents: price.grandTotalCents,
  priceLines: price.lines,
});
