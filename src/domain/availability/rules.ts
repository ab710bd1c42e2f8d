/** The rules that a stay must keep, and the sentence for a guest if one is broken. */
import { countDaysBetween, listDatesBetween, type Stay, type StayDate } from '../dates/dates.ts';
import { countFreeUnitsByNight, countUnitsLeft, findOccupiedNights } from '../inventory/inventory.ts';
import { countChildrenOfParty, countGuestsOfParty, type Party } from '../party.ts';
import type { ListingOffer, OfferDay } from './offer.ts';
import { countSentence, limitSentence, type ReasonSentence } from './reason-words.ts';

/** In the order in which reasons are given. */
export const REASON_CODES = [
  'listing_not_bookable',
  'past_date',
  'advance_notice',
  'booking_window',
  'guests_exceeded',
  'children_exceeded',
  'infants_exceeded',
  'pets_exceeded',
  'min_stay',
  'max_stay',
  'closed_for_arrival',
  'closed_for_departure',
  'dates_unavailable',
] as const;

export type ReasonCode = (typeof REASON_CODES)[number];

/** The value required, the stay's value (days, nights, guests or pets), and the dates concerned. */
export interface UnavailabilityReason {
  readonly code: ReasonCode;
  readonly sentence: ReasonSentence;
  readonly required: number | null;
  readonly actual: number | null;
  readonly dates: readonly StayDate[];
}

export interface StayOfParty {
  readonly stay: Stay;
  readonly party: Party;
}

export interface StayDays {
  readonly arrival: OfferDay;
  readonly departure: OfferDay;
  /** The nights that must be open for booking and not too far ahead. */
  readonly nights: readonly OfferDay[];
}

/** Computed once for all rules. */
export interface StayFacts extends StayOfParty, StayDays {
  readonly offer: ListingOffer;
  readonly today: StayDate;
  readonly nightCount: number;
  /**
   * How many stays like this one could be sold if no other rule were broken, counted up to the caller's
   * maximum.
   */
  readonly fittingCount: number;
}

/** Only a stay that breaks rules about `dates` may be available on other dates. */
export type RuleSubject = 'listing' | 'dates' | 'guests' | 'party';

interface AvailabilityRule {
  readonly about: RuleSubject;
  readonly isBroken: (facts: StayFacts) => boolean;
  readonly explain: (
    facts: StayFacts,
  ) => Partial<UnavailabilityReason> & Pick<UnavailabilityReason, 'sentence'>;
}

const AVAILABILITY_RULES: Record<ReasonCode, AvailabilityRule> = {
  listing_not_bookable: {
    about: 'listing',
    isBroken: ({ offer }) => !offer.bookable,
    explain: () => ({ sentence: { key: 'listing_not_bookable' } }),
  },
  past_date: {
    about: 'dates',
    isBroken: ({ arrival }) => arrival.isPast,
    explain: ({ arrival }) => ({ sentence: { key: 'past_date' }, dates: [arrival.date] }),
  },
  advance_notice: {
    about: 'dates',
    isBroken: ({ arrival }) => arrival.isTooSoon,
    explain({ offer, today, arrival }) {
      const required = offer.terms.advanceNoticeDays ?? 0;
      const sentence = countSentence('advance_notice', required);
      return { sentence, required, actual: countDaysBetween(today, arrival.date), dates: [arrival.date] };
    },
  },
  booking_window: {
    about: 'dates',
    isBroken: ({ nights }) => nights.some((night) => night.isBeyondWindow),
    explain({ offer, today, nights }) {
      const required = offer.terms.bookingWindowDays ?? 0;
      const dates = nights.filter((night) => night.isBeyondWindow).map((night) => night.date);
      const sentence = countSentence('booking_window', required);
      return { sentence, required, actual: countDaysBetween(today, dates.at(-1) ?? today), dates };
    },
  },
  guests_exceeded: {
    about: 'guests',
    isBroken: ({ offer, party }) => countGuestsOfParty(party) > offer.terms.maxGuests,
    explain({ offer, party }) {
      const required = offer.terms.maxGuests;
      const sentence = countSentence('guests_exceeded', required);
      return { sentence, required, actual: countGuestsOfParty(party) };
    },
  },
  children_exceeded: {
    about: 'party',
    isBroken: ({ offer, party }) =>
      countChildrenOfParty(party) > (offer.terms.maxChildren ?? Number.POSITIVE_INFINITY),
    explain({ offer, party }) {
      const required = offer.terms.maxChildren ?? 0;
      const sentence = limitSentence('children_exceeded', 'no_children', required);
      return { sentence, required, actual: countChildrenOfParty(party) };
    },
  },
  infants_exceeded: {
    about: 'party',
    isBroken: ({ offer, party }) => party.infants > (offer.terms.maxInfants ?? Number.POSITIVE_INFINITY),
    explain({ offer, party }) {
      const required = offer.terms.maxInfants ?? 0;
      const sentence = limitSentence('infants_exceeded', 'no_infants', required);
      return { sentence, required, actual: party.infants };
    },
  },
  pets_exceeded: {
    about: 'party',
    isBroken: ({ offer, party }) => party.pets > offer.terms.maxPets,
    explain({ offer, party }) {
      const required = offer.terms.maxPets;
      const sentence = limitSentence('pets_exceeded', 'no_pets', required);
      return { sentence, required, actual: party.pets };
    },
  },
  min_stay: {
    about: 'dates',
    isBroken: ({ nightCount, arrival }) => nightCount < arrival.minStay,
    explain({ nightCount, arrival: { minStay: required } }) {
      const sentence = countSentence('min_stay', required);
      return { sentence, required, actual: nightCount };
    },
  },
  max_stay: {
    about: 'dates',
    isBroken: ({ nightCount, arrival }) => arrival.maxStay !== null && nightCount > arrival.maxStay,
    explain({ nightCount, arrival }) {
      const required = arrival.maxStay ?? nightCount;
      const sentence = countSentence('max_stay', required);
      return { sentence, required, actual: nightCount };
    },
  },
  closed_for_arrival: {
    about: 'dates',
    isBroken: ({ arrival }) => arrival.closedForArrival,
    explain: ({ arrival: { date } }) => ({ sentence: { key: 'closed_for_arrival', date }, dates: [date] }),
  },
  closed_for_departure: {
    about: 'dates',
    isBroken: ({ departure }) => departure.closedForDeparture,
    explain: ({ departure: { date } }) => ({
      sentence: { key: 'closed_for_departure', date },
      dates: [date],
    }),
  },
  // No unit (for a building: not every unit) is or can be made free for the whole stay and its preparation
  // nights.
  dates_unavailable: {
    about: 'dates',
    isBroken: (facts) =>
      hasClosedNight(facts) || countUnitsLeft(facts.offer.inventory, facts.fittingCount) === 0,
    explain: explainUnavailableDates,
  },
};

export const findRuleSubject = (code: ReasonCode): RuleSubject => AVAILABILITY_RULES[code].about;

export const isRuleBroken = (code: ReasonCode, facts: StayFacts): boolean =>
  AVAILABILITY_RULES[code].isBroken(facts);

export const buildUnavailabilityReason = (code: ReasonCode, facts: StayFacts): UnavailabilityReason => ({
  code,
  required: null,
  actual: null,
  dates: [],
  ...AVAILABILITY_RULES[code].explain(facts),
});

export const hasClosedNight = ({ nights }: StayFacts): boolean => nights.some((night) => night.closed);

/**
 * The closed nights and the nights on which no unit is free. If every night has a free unit but never the
 * same one, the nights on which any unit is taken.
 */
function explainUnavailableDates({
  offer,
  stay,
  nights,
}: StayFacts): Pick<UnavailabilityReason, 'sentence' | 'dates'> {
  const { inventory, terms } = offer;
  const closedDates = new Set(nights.filter((night) => night.closed).map((night) => night.date));
  const span = findOccupiedNights(stay, terms.preparationDays);
  // No preparation days are added, because the span already includes them.
  const free = countFreeUnitsByNight(inventory, span, 0);
  const dates = listDatesBetween(span.startDate, span.endDate);
  const freeOn = (index: number) => free[index] ?? 0;
  const barredDates = dates.filter(
    (date, index) => closedDates.has(date) || countUnitsLeft(inventory, freeOn(index)) === 0,
  );
  const [firstBarred] = barredDates;
  if (firstBarred === undefined)
    return {
      sentence: { key: 'no_single_unit' },
      dates: dates.filter((_, index) => freeOn(index) < inventory.units.length),
    };
  if (firstBarred < stay.checkOut) return { sentence: { key: 'dates_unavailable' }, dates: barredDates };
  return { sentence: countSentence('needs_preparation', terms.preparationDays), dates: barredDates };
}
