import { z } from 'zod';
import { findStayDatesProblem } from '../domain/availability/checks.ts';
import { wordReason } from '../domain/availability/reason-words.ts';
import { REASON_CODES } from '../domain/availability/rules.ts';
import type { CalendarDateRange, CalendarDay } from '../domain/calendar.ts';
import { countDaysBetween } from '../domain/dates/dates.ts';
import type { LanguageCode } from '../domain/languages/languages.ts';
import {
  MAX_ALTERNATIVES,
  MAX_CALENDAR_DAYS,
  MAX_CALENDAR_DAYS_OF_PAGE,
  MAX_CODE_LENGTH,
  MAX_DAYS_OF_MANY_CALENDARS,
  MAX_LISTING_IDS,
  MAX_STAY_NIGHTS,
} from '../domain/limits.ts';
import type { LanguageChoice } from '../domain/translations.ts';
import { LISTING_KINDS, LISTING_STATUSES } from '../domain/vocabulary.ts';
import type { ListingCalendar } from '../services/availability/calendars.ts';
import type { Quote, QuoteRequest, QuoteWithExtras } from '../services/availability/quote.ts';
import {
  extrasParameter,
  extrasSchema,
  partyChecks,
  partyParameters,
  partySchema,
  presentExtras,
  presentParty,
  toPartyOfQuery,
} from './bookings/party.ts';
import {
  buildDatesCheck,
  buildFieldsCheck,
  buildOrderCheck,
  buildRangeCheck,
  countDaysBetweenFields,
} from './fields/checks.ts';
import { dateField } from './fields/dates.ts';
import { typedTextField } from './fields/fields.ts';
import { amountSchema, dateSchema, idOf, nullableText, stayFields, wordSchema } from './formats.ts';
import { shownListingFields } from './listings/shown.ts';
import { pageParameters, pageSchema } from './page.ts';
import { idListParameter, integerParameter, languageParameter, wordListParameter } from './parameters.ts';
import { cancellationSchema, presentCancellation, presentPrice, priceSchema } from './price.ts';

const STAY_DATE_FIELDS = ['check_in', 'check_out'] as const;

/** They run even if other fields are wrong. */
export const stayChecks = [
  buildRangeCheck(...STAY_DATE_FIELDS),
  buildDatesCheck(
    STAY_DATE_FIELDS,
    'too_large',
    `must be at most ${MAX_STAY_NIGHTS} nights after check in.`,
    (checkIn, checkOut) => findStayDatesProblem({ checkIn, checkOut }) !== 'too_long',
  ),
] as const;

export const stayParameters = {
  check_in: dateField.describe('The day of arrival.'),
  check_out: dateField.describe(`The day of departure: 1 to ${MAX_STAY_NIGHTS} nights later.`),
  ...partyParameters,
  alternatives: integerParameter({ min: 0, max: MAX_ALTERNATIVES })
    .default(0)
    .describe(
      'The maximum number of other stays to name if this one is not available and other dates could help.',
    ),
};

export const stayQuery = z
  .object({
    ...stayParameters,
    coupon_code: typedTextField({ max: MAX_CODE_LENGTH })
      .optional()
      .describe('In either case; empty is none.'),
    extras: extrasParameter,
  })
  .check(...stayChecks, ...partyChecks);

/** With a token. */
export const stayQueryInLanguage = stayQuery.safeExtend({ language: languageParameter });

export const toStayRequest = (query: z.infer<typeof stayQuery>): QuoteRequest => ({
  stay: { checkIn: query.check_in, checkOut: query.check_out },
  party: toPartyOfQuery(query),
  extras: query.extras ?? [],
  couponCode: query.coupon_code || null,
  alternatives: query.alternatives,
});

type DateRange = { start_date: string; end_date: string };

const dateFields = (maxDays: number) => ({
  start_date: dateField.describe('The first day.'),
  end_date: dateField.describe(`The last day: at most ${maxDays} days, both included.`),
});

const dateChecks = (maxDays: number) =>
  [
    buildOrderCheck('start_date', 'end_date'),
    buildDatesCheck(
      ['start_date', 'end_date'],
      'too_large',
      `must be within ${maxDays} days from start date, both included.`,
      (first, last) => countDaysBetween(first, last) < maxDays,
    ),
  ] as const;

export const calendarQuery = z.object(dateFields(MAX_CALENDAR_DAYS)).check(...dateChecks(MAX_CALENDAR_DAYS));

export const calendarsQuery = z
  .object({
    ...pageParameters,
    ...dateFields(MAX_DAYS_OF_MANY_CALENDARS),
    status: wordListParameter(LISTING_STATUSES),
    kind: wordListParameter(LISTING_KINDS),
    listing_ids: idListParameter(MAX_LISTING_IDS)
      .optional()
      .describe(
        `Only these listings, separated by commas or in repeated parameters: at most ${MAX_LISTING_IDS}.`,
      ),
  })
  .check(
    ...dateChecks(MAX_DAYS_OF_MANY_CALENDARS),
    buildFieldsCheck(
      'per_page',
      'too_large',
      `must not be greater than ${MAX_CALENDAR_DAYS_OF_PAGE.toLocaleString('en')} divided by the number of days.`,
      ({ start_date, end_date, per_page }) => {
        const days = countDaysBetweenFields(start_date, end_date) + 1;
        return !(days <= MAX_DAYS_OF_MANY_CALENDARS && days * Number(per_page) > MAX_CALENDAR_DAYS_OF_PAGE);
      },
    ),
  );

export const toCalendarDates = ({
  start_date: startDate,
  end_date: endDate,
}: DateRange): CalendarDateRange => ({
  startDate,
  endDate,
});

const reasonSchema = z
  .object({
    code: wordSchema(REASON_CODES).describe('Explained above, under “Why a stay cannot be had”.'),
    message: z.string().describe('A sentence that guests can read.'),
    required: z
      .int()
      .nullable()
      .describe('The value that the rule requires, in days, nights, guests or pets.'),
    actual: z.int().nullable().describe('The stay’s own value.'),
    dates: z.array(dateSchema).describe('The days that the rule concerns.'),
  })
  .meta({ id: 'Reason', description: 'A rule that the stay fails.' });

const alternativeSchema = z
  .object({
    ...stayFields,
    nights: z.int().describe('As many as were requested.'),
    grand_total: amountSchema.describe('For the same party, without a coupon and extras.'),
  })
  .meta({ id: 'AlternativeStay', description: 'A stay on other dates that is available.' });

export const availabilitySchema = z
  .object({
    available: z.boolean().describe('Whether the stay can be booked.'),
    reason_code: wordSchema(REASON_CODES).nullable().describe('The first of `reasons`; null when available.'),
    reason_message: nullableText.describe('The first of `reasons`, in words; null when available.'),
    reasons: z.array(reasonSchema).describe('Every rule that the stay fails; empty when available.'),
    party: partySchema,
    price: priceSchema,
    units_left: z.int().describe('How many units could take the whole stay, even if it fails another rule.'),
    alternatives: z
      .array(alternativeSchema)
      .describe(
        'Other available stays, the nearest first, if they were requested and this one is not available.',
      ),
    cancellation: cancellationSchema.nullable().describe('Null if the place has no cancellation terms.'),
  })
  .meta({ id: 'Availability', description: 'Whether a stay is available, why not, and what it costs.' });

export const presentReasons = (
  reasons: Quote['reasons'],
  language: LanguageCode,
): z.infer<typeof reasonSchema>[] =>
  reasons.map((reason) => ({
    code: reason.code,
    message: wordReason(language, reason),
    required: reason.required,
    actual: reason.actual,
    dates: [...reason.dates],
  }));

export function presentAvailability(
  quote: Quote,
  choice: LanguageChoice,
): z.infer<typeof availabilitySchema> {
  const reasons = presentReasons(quote.reasons, choice.language);
  return {
    available: quote.available,
    reason_code: reasons[0]?.code ?? null,
    reason_message: reasons[0]?.message ?? null,
    reasons,
    party: presentParty(quote.party),
    price: presentPrice(quote, choice),
    units_left: quote.unitsLeft,
    alternatives: quote.alternatives.map(({ checkIn, checkOut, nights, grandTotalCents }) => ({
      check_in: checkIn,
      check_out: checkOut,
      nights,
      grand_total: grandTotalCents,
    })),
    cancellation: presentCancellation(quote.cancellation, choice),
  };
}

const quoteSchema = availabilitySchema.extend({ extras: extrasSchema }).meta({
  id: 'Quote',
  description: 'Whether a stay is available, why not, and what it costs with the chosen extras.',
});

export const presentQuote = (
  quote: QuoteWithExtras,
  choice: LanguageChoice,
): z.infer<typeof quoteSchema> => ({
  ...presentAvailability(quote, choice),
  extras: presentExtras(quote.extras),
});

export const availabilityAnswer = z.object({ data: quoteSchema });

/** As the booking site reads it (docs/rules.md, 8.2), where `units_left` is a text and not a number. */
const siteDaySchema = z
  .object({
    date: dateSchema.describe('The day on which the night begins.'),
    available: z.boolean().describe('Whether the night that begins on this day is available.'),
    status: z.string().describe('`available` or `unavailable`. Treat any other word as unavailable.'),
    units_left: z.string().describe('A whole number as text: `"0"` when not available.'),
    day_rate: amountSchema.describe('The base rate of the night.'),
    min_stay: z.int().describe('The minimum number of nights for a stay that begins on this day.'),
    closed_for_arrival: z.boolean().describe('Whether no stay can begin on this day.'),
    closed_for_departure: z
      .boolean()
      .describe('Only this closes a day for departure: an unavailable day can still be a check-out day.'),
  })
  .meta({ id: 'ListingDay', description: 'A day of a calendar, with the night that begins on it.' });

/** As the team reads it. */
const calendarDaySchema = siteDaySchema
  .extend({
    max_stay: z
      .int()
      .nullable()
      .describe('The maximum number of nights for a stay that begins on this day. Null if there is none.'),
  })
  .meta({ id: 'CalendarDay', description: 'A day of a calendar, with the night that begins on it.' });

export const presentSiteDay = (day: CalendarDay): z.infer<typeof siteDaySchema> => ({
  date: day.date,
  available: day.available,
  status: day.status,
  units_left: String(day.unitsLeft),
  day_rate: day.dayRateCents,
  min_stay: day.minStay,
  closed_for_arrival: day.closedForArrival,
  closed_for_departure: day.closedForDeparture,
});

export const presentCalendarDay = (day: CalendarDay): z.infer<typeof calendarDaySchema> => ({
  ...presentSiteDay(day),
  max_stay: day.maxStay,
});

export const siteCalendarAnswer = z.object({ data: z.array(siteDaySchema) });
export const calendarAnswer = z.object({ data: z.array(calendarDaySchema) });

const listingCalendarSchema = z
  .object({
    listing_id: idOf('the listing'),
    slug: shownListingFields.slug,
    public_title: shownListingFields.public_title,
    kind: shownListingFields.kind,
    days: z.array(calendarDaySchema).describe('Every day from `start_date` to `end_date`.'),
  })
  .meta({ id: 'ListingCalendar', description: 'The calendar of one listing.' });

export const calendarListAnswer = pageSchema(listingCalendarSchema);

export const presentListingCalendar = (calendar: ListingCalendar): z.infer<typeof listingCalendarSchema> => ({
  listing_id: calendar.listingId,
  slug: calendar.slug,
  public_title: calendar.publicTitle,
  kind: calendar.kind,
  days: calendar.days.map(presentCalendarDay),
});
