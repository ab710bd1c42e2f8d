/** The effects of a change on a booking's listing, unit, stay and price. */
import type { StayOfParty } from '../../domain/availability/rules.ts';
import type { Stay } from '../../domain/dates/dates.ts';
import {
  areEqualParties,
  changeParty,
  type InfantAgeTerms,
  type PartyRequest,
  type StoredParty,
  toParty,
} from '../../domain/party.ts';
import {
  type AgreedPrice,
  areEqualAgreements,
  type BookedPrice,
  findAgreedPrice,
} from '../../domain/pricing/agreed-price.ts';
import { areEqualExtras, type ChosenExtra, sortExtrasByCode } from '../../domain/pricing/extras.ts';
import { type AdjustmentsChange, chooseAdjustments } from './adjustments.ts';

/**
 * The parts of a booking's change that concern its stay: place, dates, guests, extras and price. A part of the
 * change that is undefined keeps what the booking has.
 */
export type StayChange = AdjustmentsChange & {
  /** The listing to which the booking moves. */
  listingId?: string | undefined;
  checkIn?: string | undefined;
  checkOut?: string | undefined;
  party: PartyRequest;
  extras?: readonly ChosenExtra[] | undefined;
  /** The newly agreed price, or null to go back to the rates. */
  agreed?: AgreedPrice | null | undefined;
  /** The coupon's code as typed, or null to take the coupon off. */
  couponCode?: string | null | undefined;
  /**
   * The unit to which the caller wants to move the booking. If the named unit is taken, the change is refused,
   * because no other booking moves for a named unit.
   */
  unitId?: string | undefined;
  overrideRules: boolean;
};

export type ComparedStays = ReturnType<typeof compareStays>;

type BookedStay = Stay &
  StoredParty &
  BookedPrice & {
    listingId: string;
    extras: readonly ChosenExtra[];
    unitId: string | null;
    couponKey: string | null;
  };

/** A change of a stay, with the code of the coupon as it is stored. */
type RequestedStay = StayChange & { couponKey?: string | null | undefined };

/** A booking's listing, unit, dates, party and extras before and after a change, and how they differ. */
export function compareStays(booked: BookedStay, change: RequestedStay, terms: InfantAgeTerms) {
  const { checkIn, checkOut, unitId } = booked;
  const before: StayOfParty = { stay: { checkIn, checkOut }, party: toParty(booked) };
  const after: StayOfParty = {
    stay: { checkIn: change.checkIn ?? checkIn, checkOut: change.checkOut ?? checkOut },
    party: changeParty(before.party, change.party, terms),
  };
  const { pets } = after.party;
  const hasOtherDates = checkIn !== after.stay.checkIn || checkOut !== after.stay.checkOut;
  const hasOtherExtras =
    change.extras !== undefined && !areEqualExtras(sortExtrasByCode(change.extras), booked.extras);
  const toListingId =
    change.listingId === undefined || change.listingId === booked.listingId ? null : change.listingId;
  const isRelisted = toListingId !== null;
  const toUnitId = change.unitId === unitId && !isRelisted ? null : (change.unitId ?? null);
  const agreedBefore = findAgreedPrice(booked);
  const agreed = change.agreed === undefined ? agreedBefore : change.agreed;
  const isReagreed = !areEqualAgreements(agreedBefore, agreed);
  const { couponKey = booked.couponKey } = change;
  const toCoupon = couponKey === booked.couponKey ? null : { key: couponKey };
  const adjusted = chooseAdjustments(booked.adjustments, change);
  const hasOtherParty = !areEqualParties(before.party, after.party);
  return {
    before,
    after,
    /** The listing and the unit to which the booking is to move, if the caller names others than it has. */
    toListingId,
    isRelisted,
    toUnitId,
    /** Whether the changed stay must be checked for availability and priced again. */
    isRestayed:
      hasOtherDates || hasOtherExtras || isReagreed || isRelisted || toCoupon !== null || hasOtherParty,
    /** Whether the nights and the guests stay as they were, so that their price does too. */
    isOfSameNights: !hasOtherDates && !isRelisted && areEqualParties({ ...before.party, pets }, after.party),
    /** The agreed price after the change, and whether it differs from the earlier one. */
    agreed,
    isReagreed,
    /** The coupon after the change, if it is another one than before. Its key is null if the coupon is taken off. */
    toCoupon,
    /** The lines by hand after the change, and whether they differ from the earlier ones. */
    adjusted,
    isAdjusted: adjusted.field !== null,
    /** The extras that the caller chooses, if they differ from the stored ones. */
    toExtras: hasOtherExtras ? (change.extras ?? []) : null,
    hasOtherParty,
    /** Whether the booking takes other nights or another unit. */
    isMoved: hasOtherDates || isRelisted || toUnitId !== null,
  };
}
