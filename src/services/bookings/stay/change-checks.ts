import {
  chooseChecksIfOverridden,
  chooseChecksOfChange,
  chooseChecksOfMove,
  findStayDatesProblem,
} from '../../../domain/availability/checks.ts';
import { type ChangeKind, IS_ABOUT_STAY } from '../../../domain/booking-change.ts';
import { todayInZone } from '../../../domain/dates/dates.ts';
import { MAX_STAY_NIGHTS } from '../../../domain/limits.ts';
import type { InfantAgeTerms } from '../../../domain/party.ts';
import type { FieldMessages } from '../../field-messages.ts';
import { findExtrasMessagesOfBody, findPartyMessagesOfBody } from '../../party.ts';
import type { WriteScope } from '../../team-scope.ts';
import { findCouponMessages, NO_LISTING, NO_UNIT, throwIfUnavailable } from './checks.ts';
import { findNewCouponKey, type StayChange, takesNights } from './compare.ts';
import type { BookingToChange } from './lock.ts';
import { type LockedOffer, requireOffer } from './offer.ts';

const DATES_CODE = { not_after: 'contradicts', too_long: 'too_large' } as const;

/** Those that can be seen without looking for free nights. */
export function findStayMessages(
  { booking, units, offer, stays }: BookingToChange,
  { checkOut, party }: StayChange,
  terms: InfantAgeTerms,
): FieldMessages {
  const { kind, before, after, toUnitId } = stays;
  const unit = units.find(({ id }) => id === toUnitId);
  // A booking of a whole building cannot be moved from one unit to another.
  const isWhole = kind === 'relist' ? offer?.offer.inventory.wholeBuilding : booking.wholeBuilding;
  const mayTakeUnit = unit?.active && unit.listingId === after.listingId && !isWhole;
  const problem = findStayDatesProblem(after.stay);
  // One of the dates may be the booking's own, so the error message is about the field that was sent.
  const [field, other] =
    checkOut === undefined ? ['check_in', 'before check out'] : ['check_out', 'after check in'];
  const length = problem === 'too_long' ? `at most ${MAX_STAY_NIGHTS} nights` : 'a date';
  return {
    ...(kind !== 'relist' || problem ? {} : findListingMessages(offer, booking.currency)),
    ...(toUnitId === null || mayTakeUnit ? {} : NO_UNIT),
    ...(problem
      ? { [field]: [{ code: DATES_CODE[problem], predicate: `must be ${length} ${other}.` }] }
      : {}),
    ...findPartyMessagesOfBody(party, terms, before.party),
    ...(findNewCouponKey(stays) && after.agreed ? COUPON_OF_AGREED_PRICE : {}),
    ...stays.adjusted.messages,
  };
}

const COUPON_OF_AGREED_PRICE: FieldMessages = {
  coupon_code: [{ code: 'state', predicate: 'must not be given for a booking with an agreed price.' }],
};

/** Of the listing to which a booking is to move. */
function findListingMessages(offer: LockedOffer | null, currency: string): FieldMessages {
  if (!offer) return NO_LISTING;
  const isSame = offer.listing.currency === currency;
  return isSame
    ? {}
    : { listing_id: [{ code: 'contradicts', predicate: `must be a listing in ${currency}.` }] };
}

export function throwIfStayForbidden(
  { now }: WriteScope,
  { booking, offer, stays }: BookingToChange,
  overrideRules: boolean,
): void {
  const { kind, before, after, chosenExtras } = stays;
  const { listing, charges } = requireOffer(offer);
  const today = todayInZone(listing.timezone, now);
  const { rules, nights } = overrideRules ? chooseChecksIfOverridden() : CHOOSE_CHECKS[kind](before, after);
  // A booking that stays in its listing already has its nights, even if other units of the listing have
  // changed since.
  const checks = {
    nights,
    rules: takesNights(stays) ? rules : rules.difference(new Set(['dates_unavailable'])),
  };
  const isPricedByListing = IS_ABOUT_STAY[kind] && after.agreed?.form !== 'total';
  const others = [
    findExtrasMessagesOfBody(charges.fees, chosenExtras),
    findNewCouponKey(stays) === null ? {} : findCouponMessages(charges.coupon, after.stay, today),
    isPricedByListing ? findCurrencyMessages(booking.currency, listing.currency) : {},
  ];
  throwIfUnavailable(requireOffer(offer), after, today, { checks, others });
}

const CHOOSE_CHECKS = {
  note: chooseChecksOfChange,
  adjust: chooseChecksOfChange,
  recharge: chooseChecksOfChange,
  reprice: chooseChecksOfChange,
  regroup: chooseChecksOfChange,
  restay: chooseChecksOfChange,
  relist: chooseChecksOfMove,
} satisfies Record<ChangeKind, typeof chooseChecksOfChange>;

/** A booking cannot move to a listing in another currency, because its stored amounts are in its own currency. */
const findCurrencyMessages = (from: string, to: string): FieldMessages =>
  from === to
    ? {}
    : {
        currency: [
          {
            code: 'contradicts',
            sentence: `This booking is in ${from} and its place in ${to}, so it cannot be priced again.`,
          },
        ],
      };
