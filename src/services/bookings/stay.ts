import {
  insertOccupancies,
  type LockedUnit,
  lockUnitsAndCoupon,
  lockUnitsOfListing,
  type OccupancyRecord,
  type UnitOccupancy,
} from '../../db/queries/bookings/occupancies.ts';
import type { LoadedCharges } from '../../db/queries/offers/offered-charges.ts';
import { findLockedOffer, type OfferedListing } from '../../db/queries/offers/offers.ts';
import { decideAvailability } from '../../domain/availability/availability.ts';
import type { AvailabilityChecks } from '../../domain/availability/checks.ts';
import type { ListingOffer } from '../../domain/availability/offer.ts';
import {
  findRuleSubject,
  type RuleSubject,
  type StayOfParty,
  type UnavailabilityReason,
} from '../../domain/availability/rules.ts';
import { type Coupon, findCouponRefusal } from '../../domain/coupon.ts';
import { addDays, type Stay, type StayDate } from '../../domain/dates/dates.ts';
import type { InvoiceIssuer } from '../../domain/folio/invoice-document.ts';
import {
  findOccupiedNights,
  type Inventory,
  listFreeUnits,
  MAX_GAP_NIGHTS,
  type NightSpan,
} from '../../domain/inventory/inventory.ts';
import { findUnitByMovingBookings } from '../../domain/inventory/reseating.ts';
import { isBuilding, isListingBookable } from '../../domain/listing.ts';
import { AmountOutOfRangeError } from '../../domain/money.ts';
import { type AgreedPrice, computePrice } from '../../domain/pricing/agreed-price.ts';
import type { PriceTotals } from '../../domain/pricing/lines.ts';
import type { StayPrice, StayPriceRequest } from '../../domain/pricing/price-stay.ts';
import { loadMovableInventories } from '../availability/movable-stays.ts';
import { ChangedMeanwhile, type ChangedPrice, Invalid, PriceChanged } from '../errors.ts';
import { type FieldMessages, hasMessages, mergeMessages } from '../field-messages.ts';
import type { WriteScope } from '../team-scope.ts';
import { partitionByLapse } from './expire.ts';

/**
 * What decides about a stay and its price, read after the units were locked, so that no other write can take
 * their nights meanwhile.
 */
export type LockedOffer = {
  listing: OfferedListing;
  offer: ListingOffer;
  charges: LoadedCharges;
  /** The data of the team and the listing that an invoice over the stay needs. */
  issuer: InvoiceIssuer;
  /**
   * The occupancies of lapsed holds, whose nights count as free. A write that takes the nights of lapsed
   * holds cancels those holds first.
   */
  lapsed: UnitOccupancy[];
};

type OfferRequest = {
  listingId: string;
  stay: Stay;
  couponKey: string | null;
  /**
   * The unit that the caller names for the stay, or null for any. A stay with a named unit takes no other unit,
   * and no booking moves to free it.
   */
  onlyUnitId: string | null;
  /** Whether the named unit may be inactive, as for a stay that a channel has sold. */
  mayBeInactive?: boolean;
};
type ChangeRequest = OfferRequest & {
  /**
   * The booking that is being changed, or null for a new booking. A changed booking may keep its units, and its
   * own nights do not block it.
   */
  own: { bookingId: string; unitIds: readonly string[]; preparationDays: number | null } | null;
};

/**
 * Locks the units that a listing sells and the coupon of a new booking, and then reads the listing, its
 * rates, charges and occupancies. Returns null if the listing to book does not exist.
 */
export async function lockOffer(scope: WriteScope, request: OfferRequest): Promise<LockedOffer | null> {
  const { tx, teamId } = scope;
  const { listingId, couponKey, onlyUnitId, mayBeInactive } = request;
  const units =
    couponKey === null
      ? await lockUnitsOfListing(tx, teamId, listingId, mayBeInactive && onlyUnitId ? [onlyUnitId] : [])
      : await lockUnitsAndCoupon(tx, teamId, listingId, couponKey);
  return loadLockedOffer(scope, units, { ...request, own: null });
}

/**
 * Reads the terms, inventory and charges of a listing whose units are locked. If the stay is to redeem a coupon,
 * that is locked too.
 */
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

/**
 * Reads the inventory of a listing with the stays that may move, or returns null if no moves could free a unit
 * for the nights.
 */
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

/**
 * Refuses a stay that is not available, together with all other errors of the request. Each broken rule is
 * reported under the field of the booking that it concerns.
 */
export function throwIfUnavailable(
  { offer }: LockedOffer,
  request: StayOfParty,
  today: StayDate,
  { checks, others, unitId = null }: StayCheck,
): void {
  const { inventory, terms } = offer;
  const { reasons } = decideAvailability(offer, request, today, checks);
  const span = findOccupiedNights(request.stay, terms.preparationDays);
  const isUnitTaken = unitId !== null && listFreeUnits(inventory, span).length === 0;
  // If the request names a unit, taken nights are reported under the unit's field.
  const withoutStays = { ...offer, inventory: { ...inventory, occupancies: [] } };
  const messages = isUnitTaken
    ? [toMessagesByField(decideAvailability(withoutStays, request, today, checks).reasons), UNIT_TAKEN]
    : [toMessagesByField(reasons)];
  const all = mergeMessages(...messages, ...others);
  if (hasMessages(all)) throw new Invalid(all, reasons);
}

type StayCheck = {
  /** The rules of availability that a request has to keep, by default those for a new booking. */
  checks: AvailabilityChecks | undefined;
  /** Errors of the request that were found before availability was checked, and are reported with it. */
  others: readonly FieldMessages[];
  /** The only unit that a new booking may take, if it names one. */
  unitId?: string | null;
};

function toMessagesByField(reasons: readonly UnavailabilityReason[]): FieldMessages {
  const fields = ['availability', 'number_of_guests', 'party'] as const;
  return mergeMessages(
    ...fields.flatMap((field) =>
      reasons
        .filter(({ code }) => FIELD_BY_SUBJECT[findRuleSubject(code)] === field)
        .map(({ message }): FieldMessages => ({ [field]: [{ code: 'rule', sentence: message }] })),
    ),
  );
}

/** Why a coupon that a booking is to redeem cannot be used for the stay today. */
export function findCouponMessages(coupon: Coupon | null, stay: Stay, today: StayDate): FieldMessages {
  const refusal = findCouponRefusal(coupon, stay, today);
  return refusal ? { coupon_code: [{ code: refusal.code, sentence: refusal.message }] } : {};
}

/** Error messages about the unit that a new booking names which do not depend on the nights. */
export function findNamedUnitMessages({ offer }: LockedOffer, unitId: string | null): FieldMessages {
  if (unitId === null) return {};
  if (offer.inventory.wholeBuilding)
    return {
      unit_id: [
        {
          code: 'not_allowed',
          predicate: 'must not be given for a building, which is booked as a whole.',
        },
      ],
    };
  return offer.inventory.units.length > 0 ? {} : NO_UNIT;
}

const UNIT_TAKEN: FieldMessages = {
  unit_id: [{ code: 'rule', sentence: 'The unit is not free for the whole stay.' }],
};
export const NO_LISTING: FieldMessages = {
  listing_id: [{ code: 'unknown', sentence: 'The team has no listing with this id.' }],
};
/** The error message for a unit that the listing does not sell. */
export const NO_UNIT: FieldMessages = {
  unit_id: [{ code: 'unknown', sentence: 'The listing has no active unit with this id.' }],
};

const FIELD_BY_SUBJECT = {
  listing: 'availability',
  dates: 'availability',
  guests: 'number_of_guests',
  party: 'party',
} satisfies Record<RuleSubject, string>;

/** The rows by which a booking takes its nights in units. */
export const buildNights = (
  { teamId, now }: Pick<WriteScope, 'teamId' | 'now'>,
  { id: bookingId, expiresAt }: { id: string; expiresAt: Date | null },
  unitIds: readonly string[],
  span: NightSpan,
): OccupancyRecord[] =>
  unitIds.map((unitId) => ({
    teamId,
    unitId,
    ...span,
    bookingId,
    blockId: null,
    expiresAt,
    changedAt: now,
  }));

export const insertNights = (
  scope: WriteScope,
  booking: { id: string; expiresAt: Date | null },
  unitIds: readonly string[],
  span: NightSpan,
) => insertOccupancies(scope.tx, scope.teamId, buildNights(scope, booking, unitIds, span), scope.now);

/**
 * Refuses a booking or change whose total is not the one that the caller agreed to. Callers check the agreed
 * total last, after every other rule. `price` is null if the write leaves the stored price as it is.
 */
export function throwIfPriceDiffers(
  expectedCents: number | null,
  totalCents: number,
  price: ChangedPrice | null,
): void {
  if (expectedCents !== null && expectedCents !== totalCents) throw new PriceChanged(price);
}

export const priceOffer = (
  { offer, charges }: LockedOffer,
  request: StayPriceRequest,
  agreed: AgreedPrice | null,
): StayPrice =>
  refuseTooLarge('number_of_guests', () => computePrice({ ...offer, ...charges }, request, agreed));

/** Computes a price, and refuses one that is too large to be exact, with a message under a field of the request. */
export function refuseTooLarge<Price>(field: string, computePrice: () => Price): Price {
  try {
    return computePrice();
  } catch (error) {
    if (!(error instanceof AmountOutOfRangeError)) throw error;
    throw new Invalid({ [field]: [{ code: 'too_large', sentence: error.message }] });
  }
}

export const toPriceColumns = (price: PriceTotals & Pick<StayPrice, 'lines'>) => ({
  accommodationTotalCents: price.accommodationTotalCents,
  discountTotalCents: price.discountTotalCents,
  feesTotalCents: price.feesTotalCents,
  taxesTotalCents: price.taxesTotalCents,
  grandTotalCents: price.grandTotalCents,
  priceLines: price.lines,
});
