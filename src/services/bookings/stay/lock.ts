import {
  type LockedUnit,
  lockUnitsOfBooking,
  lockUnitsOfBookingAndListing,
} from '../../../db/queries/bookings/occupancies.ts';
import { findBookedStay, loadUnitsAndFolioOfBooking } from '../../../db/queries/bookings/units-and-folio.ts';
import { type LockedBooking, lockBookings } from '../../../db/queries/bookings/writes.ts';
import { findCouponKey, lockCharge } from '../../../db/queries/listings/charges.ts';
import { findStayDatesProblem } from '../../../domain/availability/checks.ts';
import { diffFields, listLapsedHoldsOfCoupon } from '../../../domain/booking.ts';
import { findOccupiedNights } from '../../../domain/inventory/inventory.ts';
import { isPartySent } from '../../../domain/party.ts';
import { ChangedMeanwhile } from '../../errors.ts';
import type { WriteScope } from '../../team-scope.ts';
import type { Condition } from '../../write.ts';
import { takeOverNightsOfEvent } from '../event-blocks.ts';
import { type BookingToWrite, lockBookingWithUnitsAndFolio, updateLapsedState } from '../lock.ts';
import { choosePlacement, listIdsToMakeWay, type Placement } from '../make-way.ts';
import type { BookingWithFolio } from '../read.ts';
import {
  type ComparedStays,
  compareStays,
  findNewCouponKey,
  isCheckedByRules,
  type StayChange,
  takesNights,
} from './compare.ts';
import { type LockedOffer, loadLockedOffer } from './offer.ts';

/** If a change concerns nights, the units are locked too, and `placement` says which ones the booking takes. */
export type BookingToChange = BookingToWrite & {
  stays: ComparedStays;
  units: readonly LockedUnit[];
  offer: LockedOffer | null;
  /** With the bookings that move or lapse to free them. Null if no other nights are needed. */
  placement: Placement | null;
  /** Whose redemption of a coupon the booking takes. */
  lapsedOfCoupon: readonly string[];
  /** The changed booking, and the bookings that were moved or cancelled for it. */
  locked: readonly LockedBooking[];
};

/**
 * A booking whose check-out has passed is completed first, and one whose hold has lapsed is cancelled. If a
 * change is about nights, the units are locked first, then the booking together with those that make room for
 * it.
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
  const { listingId, stay, couponKey } = stays.after;
  const newCouponKey = findNewCouponKey(stays);
  // A booking that moves to another listing keeps no unit, and has the preparation nights of that listing.
  const isRelisted = stays.kind === 'relist';
  const own = isRelisted
    ? { bookingId, unitIds: [], preparationDays: null }
    : { bookingId, unitIds: heldUnitIds, preparationDays };
  const sold = isRelisted ? units.filter((unit) => isUnitOf(unit, listingId)) : units;
  const request = { listingId, stay, couponKey, own, onlyUnitId: change.unitId ?? null };
  const isDecided = isCheckedByRules(stays) && findStayDatesProblem(stay) === null;
  // Only a coupon that the booking redeems anew is locked, so that it is not redeemed too often.
  if (newCouponKey !== null) await lockCharge(tx, teamId, 'coupon', newCouponKey);
  if (isDecided && takesNights(stays) && booked.feedId !== null && booked.feedUid !== null)
    await takeOverNightsOfEvent(
      scope,
      { feedId: booked.feedId, uid: booked.feedUid },
      { ...findOccupiedNights(stay, 0), unitIds: units.map(({ id }) => id) },
    );
  const offer = isDecided ? await loadLockedOffer(scope, sold, request) : null;
  const keptUnitId = isRelisted ? null : booked.unitId;
  const placement = offer && takesNights(stays) ? choosePlacement(offer, stay, keptUnitId) : null;
  const coupon = stays.before.couponKey === couponKey ? null : offer?.charges.coupon;
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
