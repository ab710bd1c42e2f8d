import { isoWeekdayOfDate, listNights, type Stay, type StayDate } from '../dates/dates.ts';
import { addCents, multiplyCents } from '../money.ts';
import { countChildrenOfParty, type Party } from '../party.ts';

/** A listing's own rates and rules. A rate or rule of a listing is null if the listing has none. */
export interface RatesAndStayRules {
  readonly nightlyCents: number;
  readonly weekendNightlyCents: number | null;
  /** ISO weekdays of the nights that count as weekend, by default 5 and 6 (Friday and Saturday). */
  readonly weekendDays: readonly number[];
  readonly includedGuests: number | null;
  readonly extraGuestNightlyCents: number;
  /** The rate for an extra child, or null if an extra child costs as much as an extra adult. */
  readonly extraChildNightlyCents: number | null;
  readonly maxGuests: number;
  /** The maximum number of children who are not infants, or null if children have no limit of their own. */
  readonly maxChildren: number | null;
  readonly maxInfants: number | null;
  readonly maxPets: number;
  readonly minStay: number | null;
  readonly maxStay: number | null;
  readonly advanceNoticeDays: number | null;
  readonly bookingWindowDays: number | null;
  /**
   * The number of nights kept free after a check-out. A booking keeps the number of preparation nights that
   * it was made with.
   */
  readonly preparationDays: number;
}

/** The rates and rules of a period, both of its dates included. Seasons of a listing do not overlap. */
export interface Season {
  readonly startDate: StayDate;
  readonly endDate: StayDate;
  readonly nightlyCents: number | null;
  readonly weekendNightlyCents: number | null;
  readonly minStay: number | null;
  readonly maxStay: number | null;
}

/**
 * The rates and rules of one day. The rates and rules of a day take precedence over those of its season and of
 * the listing.
 */
export interface DayOverride {
  readonly date: StayDate;
  readonly nightlyCents: number | null;
  readonly minStay: number | null;
  readonly maxStay: number | null;
  readonly closedForArrival: boolean;
  readonly closedForDeparture: boolean;
  readonly closed: boolean;
}

/** Everything that decides the price of a night and the lengths of stay that a day allows. */
export interface DayTermsSource {
  readonly terms: RatesAndStayRules;
  readonly seasons: readonly Season[];
  readonly days: readonly DayOverride[];
}

/** The rates and rules that apply on one day, after its override, its season and the listing were consulted. */
export interface DayTerms extends Omit<DayOverride, 'nightlyCents' | 'minStay'> {
  readonly baseRateCents: number;
  readonly minStay: number;
}

/** A function that gives the rates and rules of any day. */
export type DayTermsFinder = (date: StayDate) => DayTerms;

export interface NightlyRate {
  readonly date: StayDate;
  readonly baseRateCents: number;
  readonly extraGuestsCents: number;
  readonly rateCents: number;
}

/**
 * Returns a function that gives the rates and rules of any day. Each rate or rule of a day comes from the day's
 * override, else from its season, else from the listing. The minimum stay is 1 night if nothing sets it. On
 * weekend nights, the weekend rate of a season or listing takes precedence over its nightly rate.
 */
export function createDayTermsFinder(source: DayTermsSource): DayTermsFinder {
  const { terms, days } = source;
  const overrideByDate = days.length === 0 ? null : new Map(days.map((day) => [day.date, day]));
  return (date) => {
    const override = overrideByDate?.get(date);
    const season = source.seasons.find(({ startDate, endDate }) => startDate <= date && date <= endDate);
    const isWeekend = terms.weekendDays.includes(isoWeekdayOfDate(date));
    return {
      date,
      baseRateCents:
        override?.nightlyCents ??
        (isWeekend ? season?.weekendNightlyCents : null) ??
        season?.nightlyCents ??
        (isWeekend ? terms.weekendNightlyCents : null) ??
        terms.nightlyCents,
      minStay: override?.minStay ?? season?.minStay ?? terms.minStay ?? 1,
      maxStay: override?.maxStay ?? season?.maxStay ?? terms.maxStay,
      closedForArrival: override?.closedForArrival ?? false,
      closedForDeparture: override?.closedForDeparture ?? false,
      closed: override?.closed ?? false,
    };
  };
}

/**
 * The price of each night of a stay, in cents: the night's base rate, plus the price of the extra guests.
 * Guests above a listing's maximum are priced like other guests, because whether they may stay is decided
 * elsewhere. A caller that has already looked up the rates of days passes its look-up as `termsOn`.
 */
export function computeNightlyRates(
  source: DayTermsSource,
  stay: Stay,
  party: Party,
  termsOn: DayTermsFinder = createDayTermsFinder(source),
): NightlyRate[] {
  const extraGuestsCents = computeExtraGuestsCents(source.terms, party);
  return listNights(stay).map((date) => {
    const { baseRateCents } = termsOn(date);
    return { date, baseRateCents, extraGuestsCents, rateCents: addCents(baseRateCents, extraGuestsCents) };
  });
}

/** The sum of what `computeNightlyRates` gives, in cents, for nights whose rates and rules are known. */
export function sumNightlyRates(terms: RatesAndStayRules, nights: readonly DayTerms[], party: Party): number {
  const extraGuestsCents = computeExtraGuestsCents(terms, party);
  let nightsCents = 0;
  for (const { baseRateCents } of nights)
    nightsCents = addCents(nightsCents, addCents(baseRateCents, extraGuestsCents));
  return nightsCents;
}

/**
 * The price of the guests above `includedGuests` (null: no guest is extra) for one night, in cents. Adults are
 * counted before children as the guests whom the rate includes. Infants never count as extra guests.
 */
function computeExtraGuestsCents(terms: RatesAndStayRules, party: Party): number {
  const { includedGuests, extraGuestNightlyCents, extraChildNightlyCents } = terms;
  if (includedGuests === null) return 0;
  const extraAdults = Math.max(0, party.adults - includedGuests);
  const extraChildren = Math.max(0, countChildrenOfParty(party) - Math.max(0, includedGuests - party.adults));
  return addCents(
    multiplyCents(extraGuestNightlyCents, extraAdults),
    multiplyCents(extraChildNightlyCents ?? extraGuestNightlyCents, extraChildren),
  );
}
