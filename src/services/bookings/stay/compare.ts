/** The effects of a change on a booking's listing, unit, stay and price. */
import {
  type ChangeKind,
  findChangeKind,
  IS_ABOUT_STAY,
  type PricedStay,
  toPricedStay,
} from '../../../domain/booking-change.ts';
import { changeParty, type InfantAgeTerms, type PartyRequest } from '../../../domain/party.ts';
import type { AgreedPrice } from '../../../domain/pricing/agreed-price.ts';
import { areEqualExtras, type ChosenExtra, sortExtrasByCode } from '../../../domain/pricing/extras.ts';
import { type AdjustmentsChange, type ChosenAdjustments, chooseAdjustments } from '../adjustments.ts';

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

/** A booking's stay before and after a change, and how they differ. */
export type ComparedStays = {
  kind: ChangeKind;
  before: PricedStay;
  after: PricedStay;
  /** The unit that the caller names, if the booking has another. A change of any kind may name one. */
  toUnitId: string | null;
  /** The extras as the caller sends them, or none if the booking has the same. */
  chosenExtras: readonly ChosenExtra[];
  adjusted: Pick<ChosenAdjustments, 'field' | 'messages'>;
};

type BookedStay = Parameters<typeof toPricedStay>[0] & { unitId: string | null };

/** A change of a stay, with the code of the coupon as it is stored. */
type RequestedStay = StayChange & { couponKey?: string | null | undefined };

export function compareStays(
  booked: BookedStay,
  change: RequestedStay,
  terms: InfantAgeTerms,
): ComparedStays {
  const before = toPricedStay(booked);
  const { adjustments, ...adjusted } = chooseAdjustments(booked.adjustments, change);
  const after: PricedStay = {
    listingId: change.listingId ?? before.listingId,
    stay: {
      checkIn: change.checkIn ?? before.stay.checkIn,
      checkOut: change.checkOut ?? before.stay.checkOut,
    },
    party: changeParty(before.party, change.party, terms),
    extras: change.extras ? sortExtrasByCode(change.extras) : before.extras,
    couponKey: change.couponKey === undefined ? before.couponKey : change.couponKey,
    agreed: change.agreed === undefined ? before.agreed : change.agreed,
    adjustments,
  };
  const kind = findChangeKind(before, after);
  const { unitId = null, extras = [] } = change;
  return {
    kind,
    before,
    after,
    toUnitId: unitId === booked.unitId && kind !== 'relist' ? null : unitId,
    chosenExtras: areEqualExtras(before.extras, after.extras) ? [] : extras,
    adjusted,
  };
}

/** Whether a booking takes nights that it does not have, or has them in another unit. */
export const takesNights = ({ kind, toUnitId }: ComparedStays): boolean =>
  toUnitId !== null || TAKES_NIGHTS[kind];

const TAKES_NIGHTS = {
  note: false,
  adjust: false,
  recharge: false,
  reprice: false,
  regroup: false,
  restay: true,
  relist: true,
} satisfies Record<ChangeKind, boolean>;

export const isCheckedByRules = ({ kind, toUnitId }: ComparedStays): boolean =>
  toUnitId !== null || IS_ABOUT_STAY[kind];

/** The coupon that a booking redeems by a change, if it is another one than before. */
export const findNewCouponKey = ({ before, after }: ComparedStays): string | null =>
  after.couponKey === before.couponKey ? null : after.couponKey;
