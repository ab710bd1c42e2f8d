/** What changes with a booking's dates, guests or unit. */

import type { FolioChanges } from '../../db/queries/bookings/folio.ts';
import {
  deleteOccupanciesOfBooking,
  type LockedUnit,
  lockUnitsOfBooking,
  lockUnitsOfBookingAndListing,
} from '../../db/queries/bookings/occupancies.ts';
import { findBookedStay, loadUnitsAndFolioOfBooking } from '../../db/queries/bookings/units-and-folio.ts';
import { type BookingRecord, type LockedBooking, lockBookings } from '../../db/queries/bookings/writes.ts';
import { findCouponKey, lockCharge } from '../../db/queries/listings/charges.ts';
import { loadIssuer } from '../../db/queries/offers/issuer.ts';
import { loadChargesOfListing } from '../../db/queries/offers/offered-charges.ts';
import {
  chooseChecksIfOverridden,
  chooseChecksOfChange,
  chooseChecksOfMove,
  findStayDatesProblem,
} from '../../domain/availability/checks.ts';
import { diffFields, listLapsedHoldsOfCoupon } from '../../domain/booking.ts';
import { todayInZone } from '../../domain/dates/dates.ts';
import { findOccupiedNights } from '../../domain/inventory/inventory.ts';
import { MAX_STAY_NIGHTS } from '../../domain/limits.ts';
import { type InfantAgeTerms, isPartySent } from '../../domain/party.ts';
import type { StayPrice } from '../../domain/pricing/price-stay.ts';
import { ChangedMeanwhile } from '../errors.ts';
import type { FieldMessages } from '../field-messages.ts';
import { findExtrasMessagesOfBody, findPartyMessagesOfBody } from '../party.ts';
import type { WriteScope } from '../team-scope.ts';
import type { Condition } from '../write.ts';
import {
  findCurrencyMessages,
  type PricedChange,
  priceAdjustmentsAlone,
  priceRestay,
  requireOffer,
} from './change-price.ts';
import { type ComparedStays, compareStays, type StayChange } from './compare-stays.ts';
import { takeOverNightsOfEvent } from './event-blocks.ts';
import { hasOtherFolio, replanFolio } from './folio/plan.ts';
import { type BookingToWrite, lockBookingWithUnitsAndFolio, updateLapsedState } from './lock.ts';
import { choosePlacement, listIdsToMakeWay, makeWay, type Placement, recordUnitMoves } from './make-way.ts';
import type { BillingChange } from './notes.ts';
import type { BookingWithFolio } from './read.ts';
import {
  findCouponMessages,
  insertNights,
  type LockedOffer,
  loadLockedOffer,
  NO_LISTING,
  NO_UNIT,
  throwIfUnavailable,
} from './stay.ts';

/** What changes in a booking with its stay: its columns, its folio and its price. */
type ChangedStay = {
  columns: Partial<BookingRecord>;
  folio: FolioChanges;
  price: StayPrice | null;
};

/**
 * A booking that is locked for a change. If a change concerns the booking's nights, the units are locked too,
 * and `placement` says which units the booking takes.
 */
export type BookingToChange = BookingToWrite & {
  stays: ComparedStays;
  units: readonly LockedUnit[];
  offer: LockedOffer | null;
  /**
   * The units that a booking takes if it needs other nights, and the bookings that move or lapse to free
   * these units.
   */
  placement: Placement | null;
  /** The lapsed holds whose redemption of a coupon the booking takes. */
  lapsedOfCoupon: readonly string[];
  /** The changed booking, and the bookings that were moved or cancelled for it. */
  locked: readonly LockedBooking[];
};

/**
 * Locks a booking for a change. A booking whose check-out has passed is completed first, and one whose hold has
 * lapsed is cancelled. If a change is about nights, the units are locked first, then the booking together with
 * the bookings that make room for it.
 */
export async function lockForChange(
  scope: WriteScope,
  bookingId: string,
  change: StayChange,
  options: Condition<BookingWithFolio>,
): Promise<BookingToChange> {
  const { listingId, checkIn, checkOut, extras, agreed, couponCode, unitId } = change;
  const isAboutNights =
    [listingId, checkIn, checkOut, extras, agreed, couponCode, unitId].some((value) => value !== undefined) ||
    isPartySent(change.party);
  const conditions = { isCurrent: options.isCurrent, refuseLapsed: null };
  if (isAboutNights)
    return updateLapsedState(scope, await lockWithNights(scope, bookingId, change), conditions);
  const found = await updateLapsedState(
    scope,
    await lockBookingWithUnitsAndFolio(scope, bookingId),
    conditions,
  );
  return {
    ...found,
    stays: compareStays(found.booking, change, scope.terms),
    units: [],
    offer: null,
    placement: null,
    lapsedOfCoupon: [],
    locked: [],
  };
}

async function lockWithNights(
  scope: WriteScope,
  bookingId: string,
  change: StayChange,
): Promise<BookingToChange | null> {
  const { tx, teamId, terms } = scope;
  const units =
    change.listingId === undefined
      ? await lockUnitsOfBooking(tx, teamId, bookingId)
      : await lockUnitsOfBookingAndListing(tx, teamId, bookingId, change.listingId);
  const read = await findBookedStay(tx, teamId, bookingId);
  if (!read) return null;
  const { stay: booked, heldUnitIds } = read;
  const { preparationDays } = booked;
  const codeSent = change.couponCode;
  const keySent = codeSent === undefined ? undefined : await findCouponKey(tx, teamId, codeSent);
  const stays = compareStays(booked, { ...change, couponKey: keySent }, terms);
  const { isRelisted, toCoupon } = stays;
  const couponKey = toCoupon ? toCoupon.key : booked.couponKey;
  const { stay } = stays.after;
  const listingId = stays.toListingId ?? booked.listingId;
  // A booking that moves to another listing keeps no unit, and has the preparation nights of that listing.
  const own = isRelisted
    ? { bookingId, unitIds: [], preparationDays: null }
    : { bookingId, unitIds: heldUnitIds, preparationDays };
  const sold = isRelisted ? units.filter((unit) => isUnitOf(unit, listingId)) : units;
  const request = { listingId, stay, couponKey, own, onlyUnitId: change.unitId ?? null };
  const isDecided = (stays.isRestayed || stays.isMoved) && findStayDatesProblem(stay) === null;
  // Only a coupon that the booking redeems anew is locked, so that it is not redeemed too often.
  if (toCoupon?.key) await lockCharge(tx, teamId, 'coupon', toCoupon.key);
  if (isDecided && stays.isMoved && booked.feedId !== null && booked.feedUid !== null)
    await takeOverNightsOfEvent(
      scope,
      { feedId: booked.feedId, uid: booked.feedUid },
      { ...findOccupiedNights(stay, 0), unitIds: units.map(({ id }) => id) },
    );
  const offer = isDecided ? await loadLockedOffer(scope, sold, request) : null;
  const keptUnitId = isRelisted ? null : booked.unitId;
  const placement = offer && stays.isMoved ? choosePlacement(offer, stay, keptUnitId) : null;
  const coupon = toCoupon && offer?.charges.coupon;
  const lapsedOfCoupon = coupon ? listLapsedHoldsOfCoupon(coupon) : [];

  const locked = await lockBookings(tx, teamId, [
    bookingId,
    ...(placement ? listIdsToMakeWay(placement) : []),
    ...lapsedOfCoupon,
  ]);
  const found = locked.find(({ booking }) => booking.id === bookingId);
  if (!found || Object.keys(diffFields(found.booking, booked)).length > 0) throw new ChangedMeanwhile();
  const parts = await loadUnitsAndFolioOfBooking(tx, teamId, bookingId);
  if (!parts.heldUnitIds.every((id) => units.some((unit) => unit.id === id))) throw new ChangedMeanwhile();
  return { ...found, ...parts, stays, units, offer, placement, lapsedOfCoupon, locked };
}

const isUnitOf = (unit: LockedUnit, listingId: string): boolean =>
  unit.listingId === listingId || unit.buildingId === listingId;

const DATES_CODE = { not_after: 'contradicts', too_long: 'too_large' } as const;

/** Finds errors in the dates, party, listing and unit of a change that can be seen without looking for free nights. */
export function findStayMessages(
  { booking, units, offer, stays }: BookingToChange,
  { checkOut, party }: StayChange,
  terms: InfantAgeTerms,
): FieldMessages {
  const { before, after, toListingId, toUnitId } = stays;
  const unit = units.find(({ id }) => id === toUnitId);
  const listingId = toListingId ?? booking.listingId;
  // A booking of a whole building cannot be moved from one unit to another.
  const isWhole = toListingId === null ? booking.wholeBuilding : offer?.offer.inventory.wholeBuilding;
  const mayTakeUnit = unit?.active && unit.listingId === listingId && !isWhole;
  const problem = findStayDatesProblem(after.stay);
  // One of the dates may be the booking's own, so the error message is about the field that was sent.
  const [field, other] =
    checkOut === undefined ? ['check_in', 'before check out'] : ['check_out', 'after check in'];
  const length = problem === 'too_long' ? `at most ${MAX_STAY_NIGHTS} nights` : 'a date';
  return {
    ...(toListingId === null || problem ? {} : findListingMessages(offer, booking.currency)),
    ...(toUnitId === null || mayTakeUnit ? {} : NO_UNIT),
    ...(problem
      ? { [field]: [{ code: DATES_CODE[problem], predicate: `must be ${length} ${other}.` }] }
      : {}),
    ...findPartyMessagesOfBody(party, terms, before.party),
    ...(stays.toCoupon?.key && stays.agreed ? COUPON_OF_AGREED_PRICE : {}),
    ...stays.adjusted.messages,
  };
}

const COUPON_OF_AGREED_PRICE: FieldMessages = {
  coupon_code: [{ code: 'state', predicate: 'must not be given for a booking with an agreed price.' }],
};

/** Error messages about the listing to which a booking is to move. */
function findListingMessages(offer: LockedOffer | null, currency: string): FieldMessages {
  if (!offer) return NO_LISTING;
  const isSame = offer.listing.currency === currency;
  return isSame
    ? {}
    : { listing_id: [{ code: 'contradicts', predicate: `must be a listing in ${currency}.` }] };
}

/**
 * Checks the new stay of a booking. If a booking's dates, party, extras, agreement or lines by hand change, the
 * stay is priced and the folio planned anew.
 */
export async function checkAndPriceChangedStay(
  scope: WriteScope,
  booking: BookingToChange,
  { overrideRules, ...billing }: StayChange & BillingChange,
): Promise<ChangedStay> {
  const { isRestayed, isMoved, isAdjusted } = booking.stays;
  const unpriced = { columns: {}, folio: {}, price: null };
  if (isRestayed || isMoved) throwIfStayForbidden(scope, booking, overrideRules);
  if (!isRestayed && !isAdjusted) return unpriced;
  const priced = isRestayed ? priceRestay(booking) : await priceAdjustments(scope, booking);
  return planPricedStay(scope, booking, priced, billing);
}

const priceAdjustments = async (
  { tx, teamId }: WriteScope,
  { booking, stays }: BookingToChange,
): Promise<PricedChange> =>
  priceAdjustmentsAlone(booking, await loadChargesOfListing(tx, teamId, booking.listingId), stays.adjusted);

function throwIfStayForbidden(
  { now }: WriteScope,
  { booking, offer, stays }: BookingToChange,
  overrideRules: boolean,
): void {
  const { after, toExtras, toCoupon, agreed, isRestayed, isMoved } = stays;
  const { listing, charges } = requireOffer(offer);
  const today = todayInZone(listing.timezone, now);
  const { rules, nights } = overrideRules ? chooseChecksIfOverridden() : chooseChecks(stays);
  // A booking that stays in its listing already has its nights, even if other units of the listing have
  // changed since.
  const checks = { nights, rules: isMoved ? rules : rules.difference(new Set(['dates_unavailable'])) };
  const isPricedByListing = isRestayed && agreed?.form !== 'total';
  const others = [
    findExtrasMessagesOfBody(charges.fees, toExtras ?? []),
    toCoupon?.key ? findCouponMessages(charges.coupon, after.stay, today) : {},
    isPricedByListing ? findCurrencyMessages(booking.currency, listing.currency) : {},
  ];
  throwIfUnavailable(requireOffer(offer), after, today, { checks, others });
}

const chooseChecks = ({ before, after, isRelisted }: BookingToChange['stays']) =>
  isRelisted ? chooseChecksOfMove(before.stay, after.stay) : chooseChecksOfChange(before, after);

/** Plans the payments and invoices of a booking for its new price, and returns them with the changed columns. */
async function planPricedStay(
  scope: WriteScope,
  locked: BookingToChange,
  { columns, price }: PricedChange,
  { billingName = locked.booking.billingName, billingAddress = locked.booking.billingAddress }: BillingChange,
): Promise<ChangedStay> {
  const { booking, stays, offer } = locked;
  const changed = { ...booking, ...columns, billingName, billingAddress };
  if (!hasOtherFolio(booking, changed)) return { columns, folio: {}, price };
  const issuer = offer?.issuer ?? (await loadIssuer(scope.tx, scope.teamId, changed.listingId));
  const folio = replanFolio(scope, locked, changed, { resumesPayments: stays.isOfSameNights, issuer });
  return { columns, folio, price };
}

/**
 * Gives a booking its new nights and its new coupon, by ending the lapsed holds that have them. The booking's former
 * nights are freed first, so that bookings which make way for it may move there.
 */
export async function storePlacement(
  scope: WriteScope,
  { booking, offer, stays, placement, lapsedOfCoupon, locked }: BookingToChange,
): Promise<void> {
  if (!placement) {
    await makeWay(scope, { moves: [], lapsedIds: lapsedOfCoupon }, locked);
    return;
  }
  await deleteOccupanciesOfBooking(scope.tx, scope.teamId, booking.id);
  const lapsedIds = [...placement.lapsedIds, ...lapsedOfCoupon];
  const moved = await makeWay(scope, { ...placement, lapsedIds }, locked);
  const { preparationDays } = requireOffer(offer).offer.terms;
  const span = findOccupiedNights(stays.after.stay, preparationDays);
  await insertNights(scope, booking, placement.takenIds, span);
  await recordUnitMoves(scope, moved, booking.id);
}
