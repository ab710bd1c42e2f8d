import { findAlternativeStays } from '../availability/alternatives.ts';
import { type Availability, decideDatedAvailability, isStayAvailable } from '../availability/availability.ts';
import { chooseChecksOfNewStay } from '../availability/checks.ts';
import {
  buildDatedOffer,
  createOfferDayFinder,
  type DatedOffer,
  type ListingOffer,
} from '../availability/offer.ts';
import { findRuleSubject, type StayOfParty } from '../availability/rules.ts';
import type { Coupon } from '../coupon.ts';
import { countDaysBetween, type Stay, type StayDate } from '../dates/dates.ts';
import { AmountOutOfRangeError } from '../money.ts';
import type { ChosenExtra } from './extras.ts';
import { sumNightlyRates } from './nightly-rates.ts';
import {
  type Charges,
  type CountedCharges,
  computeStayPrice,
  computeTotalCents,
  countCharges,
  type StayPrice,
  type Tariff,
} from './price-stay.ts';

/** Everything that decides about a listing's stays and their prices. */
export type OfferWithTariff = ListingOffer & Tariff;

export interface QuoteRequest extends StayOfParty {
  /** A coupon whose conditions have been checked, or null. */
  readonly coupon: Coupon | null;
  /** The extras that the guest chooses. */
  readonly extras: readonly ChosenExtra[];
  /** The maximum number of other stays to name if the requested stay is not available. */
  readonly alternatives: number;
}

/** Another available stay, with its price in cents. */
interface AlternativeStay extends Stay {
  readonly nights: number;
  readonly grandTotalCents: number;
}

/** A quote: whether a stay is available, its price, and other available stays. */
export interface StayQuote extends Availability {
  readonly price: StayPrice;
  readonly alternatives: readonly AlternativeStay[];
}

/**
 * Decides whether a stay is available, and computes its price in either case. Throws `AmountOutOfRangeError` if
 * the price exceeds 2^53 - 1.
 */
export function quoteStay(offer: OfferWithTariff, request: QuoteRequest, today: StayDate): StayQuote {
  const { stay, party, coupon, extras, alternatives } = request;
  const dated = buildDatedOffer(offer, today);
  const price = computeStayPrice(offer, { stay, party, coupon, extras, bookedOn: today }, dated.dayOn);
  const availability = decideDatedAvailability(dated, request);
  const mayOfferOthers = alternatives > 0 && mayBeFreeOnOtherDates(availability);
  return {
    ...availability,
    price,
    alternatives: mayOfferOthers ? priceAlternatives(offer, dated, request) : [],
  };
}

/**
 * Returns a function that gives the values by which a search compares listings: whether a stay is available, and
 * its total in cents without a coupon and extras. What depends on the stay alone is computed once for all listings
 * with the same date of today: the dates of its nights, and how often it owes each charge.
 */
export function createStayComparer({ stay, party }: StayOfParty, today: StayDate) {
  const checks = chooseChecksOfNewStay(stay);
  const knownCharges = new Map<Charges, CountedCharges>();
  const countOnce = (charges: Charges) => countCharges(charges, { stay, party, extras: [], bookedOn: today });
  return (offer: ListingOffer, charges: Charges) => {
    const dated = { offer, today, dayOn: createOfferDayFinder(offer, today) };
    const nights = checks.nights.map(dated.dayOn);
    const [arrival = dated.dayOn(stay.checkIn)] = nights;
    const days = { arrival, nights, departure: dated.dayOn(stay.checkOut) };
    const counted = knownCharges.getOrInsertComputed(charges, countOnce);
    return {
      available: isStayAvailable(dated, { stay, party }, checks, { days }),
      totalCents: computeTotalCents(counted, sumNightlyRates(offer.terms, nights, party)),
    };
  };
}

/** Whether a stay that is not available could be available on other dates. */
export const mayBeFreeOnOtherDates = ({ available, reasons }: Availability): boolean =>
  !available && reasons.every(({ code }) => findRuleSubject(code) === 'dates');

/**
 * The best other available stays, each with its price, without a coupon and extras. Alternative stays that
 * cannot be priced are left out.
 */
const priceAlternatives = (
  offer: OfferWithTariff,
  dated: DatedOffer,
  { alternatives, ...request }: QuoteRequest,
) =>
  findAlternativeStays(dated, request)
    .map((stay) => ({
      ...stay,
      nights: countDaysBetween(stay.checkIn, stay.checkOut),
      grandTotalCents: computeTotalCentsOrNull(offer, { stay, party: request.party }, dated),
    }))
    .filter((priced): priced is AlternativeStay => priced.grandTotalCents !== null)
    .take(alternatives)
    .toArray();

/** The total price of a stay in cents, or null if the price is too large to be quoted. */
function computeTotalCentsOrNull(
  offer: OfferWithTariff,
  request: StayOfParty,
  dated: DatedOffer,
): number | null {
  try {
    return computePlainTotalCents(offer, request, dated);
  } catch (error) {
    if (error instanceof AmountOutOfRangeError) return null;
    throw error;
  }
}

const computePlainTotalCents = (
  offer: OfferWithTariff,
  request: StayOfParty,
  { today, dayOn }: DatedOffer,
): number =>
  computeStayPrice(offer, { ...request, coupon: null, extras: [], bookedOn: today }, dayOn).grandTotalCents;
