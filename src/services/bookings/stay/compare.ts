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

/** What is undefined keeps what the booking has. */
export type StayChange = AdjustmentsChange & {
  listingId?: string | undefined;
  checkIn?: string | undefined;
  checkOut?: string | undefined;
  party: PartyRequest;
  extras?: readonly ChosenExtra[] | undefined;
  /** Null to go back to the rates. */
  agreed?: AgreedPrice | null | undefined;
  /** As typed; null to take it off. */
  couponCode?: string | null | undefined;
  /** If it is taken, the change is refused: no other booking moves for a named unit. */
  unitId?: string | undefined;
  overrideRules: boolean;
};

export type ComparedStays = {
  kind: ChangeKind;
  before: PricedStay;
  after: PricedStay;
  /** If the booking has another. A change of any kind may name one. */
  toUnitId: string | null;
  /** As the caller sends them, or none if the booking has the same. */
  chosenExtras: readonly ChosenExtra[];
  adjusted: Pick<ChosenAdjustments, 'field' | 'messages'>;
};

type BookedStay = Parameters<typeof toPricedStay>[0] & { unitId: string | null };

/** With the code of the coupon as it is stored. */
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

/** Nights that it does not have, or has in another unit. */
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

/** If it is another one than before. */
export const findNewCouponKey = ({ before, after }: ComparedStays): string | null =>
  after.couponKey === before.couponKey ? null : after.couponKey;
