/** What a change of a booking is: one word, by the most that it touches. */
import type { Stay } from './dates/dates.ts';
import { areEqualParties, type Party, type StoredParty, toParty } from './party.ts';
import { areEqualAdjustments, type PriceAdjustment } from './pricing/adjustments.ts';
import {
  type AgreedPrice,
  areEqualAgreements,
  type BookedPrice,
  findAgreedPrice,
} from './pricing/agreed-price.ts';
import { areEqualExtras, type ChosenExtra } from './pricing/extras.ts';

/**
 * - `note`: nothing that the price depends on
 * - `adjust`: the lines by hand
 * - `recharge`: extras, pets or the coupon, whose lines alone are priced again
 * - `reprice`: what was agreed, or anything that an agreed total includes
 * - `regroup`: the people
 * - `restay`: the dates
 * - `relist`: the listing
 *
 * The words are in the order of how much they touch, and a change may also touch what the words before its own say.
 */
export type ChangeKind = 'note' | 'adjust' | 'recharge' | 'reprice' | 'regroup' | 'restay' | 'relist';

/** All that the price of a booking depends on, besides rates and charges. */
export interface PricedStay {
  readonly listingId: string;
  readonly stay: Stay;
  readonly party: Party;
  /** In the order of their codes. */
  readonly extras: readonly ChosenExtra[];
  readonly couponKey: string | null;
  readonly agreed: AgreedPrice | null;
  readonly adjustments: readonly PriceAdjustment[];
}

type BookingRow = Pick<PricedStay, 'listingId' | 'extras' | 'couponKey'> & Stay & StoredParty & BookedPrice;

export const toPricedStay = (booking: BookingRow): PricedStay => ({
  listingId: booking.listingId,
  stay: { checkIn: booking.checkIn, checkOut: booking.checkOut },
  party: toParty(booking),
  extras: booking.extras,
  couponKey: booking.couponKey,
  agreed: findAgreedPrice(booking),
  adjustments: booking.adjustments,
});

export function findChangeKind(before: PricedStay, after: PricedStay): ChangeKind {
  if (after.listingId !== before.listingId) return 'relist';
  if (after.stay.checkIn !== before.stay.checkIn || after.stay.checkOut !== before.stay.checkOut)
    return 'restay';
  const { pets } = after.party;
  if (!areEqualParties({ ...before.party, pets }, after.party)) return 'regroup';
  if (!areEqualAgreements(before.agreed, after.agreed)) return 'reprice';
  const isRecharged =
    pets !== before.party.pets ||
    after.couponKey !== before.couponKey ||
    !areEqualExtras(before.extras, after.extras);
  if (isRecharged) return after.agreed?.form === 'total' ? 'reprice' : 'recharge';
  return areEqualAdjustments(before.adjustments, after.adjustments) ? 'note' : 'adjust';
}

/** Whether a change is about the stay: rules decide about it, and the price of more than lines by hand may change. */
export const IS_ABOUT_STAY = {
  note: false,
  adjust: false,
  recharge: true,
  reprice: true,
  regroup: true,
  restay: true,
  relist: true,
} satisfies Record<ChangeKind, boolean>;

/** Whether the nights and the people stay, pets aside. */
export const KEEPS_NIGHTS_AND_PEOPLE = {
  note: true,
  adjust: true,
  recharge: true,
  reprice: true,
  regroup: false,
  restay: false,
  relist: false,
} satisfies Record<ChangeKind, boolean>;
