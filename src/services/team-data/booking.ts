/** Bookings (contract, sections 8 and 11). */
import type { z } from 'zod';
import {
  MAX_CODE_LENGTH,
  MAX_EMAIL_LENGTH,
  MAX_NAME_LENGTH,
  MAX_NOTES_LENGTH,
  MAX_REASON_LENGTH,
  MAX_STAY_NIGHTS,
} from '../../domain/limits.ts';
import { daysBetween } from '../../domain/stay.ts';
import { BOOKING_SOURCES, BOOKING_STATUSES, type LineType } from '../../domain/vocabulary.ts';
import {
  currency,
  date,
  guestCount,
  id,
  instant,
  list,
  object,
  optionalLongText,
  optionalText,
  ruleDays,
  slug,
  sumOfCents,
  text,
  times,
  word,
} from './fields.ts';
import { depositSchema, eventSchema, invoiceSchema, lineSchema, paymentSchema } from './folio.ts';
import { duplicatesOf, type Issue, isGiven, type Kind, rulesFor, type Whole } from './kind.ts';
import { shown } from './wording.ts';

/** More than a price can have by now: bookings from before that limit are read as well. */
const MAX_LINES = 1_000;

export const bookingSchema = object({
  id: id.nullish(),
  confirmation_code: text(MAX_CODE_LENGTH),
  listing: slug.optional(),
  unit: optionalText(MAX_NAME_LENGTH),
  /** The units of a whole building's booking; an export writes them if they are not all active ones. */
  units: list(object({ listing: slug, unit: text(MAX_NAME_LENGTH) }), 50_000).nullish(),
  guest: text(MAX_EMAIL_LENGTH).optional(),
  status: word(BOOKING_STATUSES).optional(),
  source: word(BOOKING_SOURCES).nullish(),
  check_in: date.optional(),
  check_out: date.optional(),
  number_of_guests: guestCount.optional(),
  /** An export writes it if the listing has changed its currency since. */
  currency: currency.nullish(),
  coupon_code: optionalText(MAX_CODE_LENGTH),
  notes: optionalLongText(MAX_NOTES_LENGTH),
  special_requests: optionalLongText(MAX_NOTES_LENGTH),
  totals: object({
    accommodation_total: sumOfCents,
    discount_total: sumOfCents,
    fees_total: sumOfCents,
    taxes_total: sumOfCents,
    grand_total: sumOfCents,
  }).nullish(),
  lines: list(lineSchema, MAX_LINES).nullish(),
  preparation_days: ruleDays.nullish(),
  cancellation_reason: optionalLongText(MAX_REASON_LENGTH),
  events: list(eventSchema, 100_000).nullish(),
  confirmed_at: instant.nullish(),
  cancelled_at: instant.nullish(),
  completed_at: instant.nullish(),
  payments: list(paymentSchema, 10_000).nullish(),
  invoices: list(invoiceSchema, 10_000).nullish(),
  security_deposit: depositSchema.nullish(),
  ...times,
});

export type BookingEntry = z.infer<typeof bookingSchema>;

const REQUIRED = [
  'confirmation_code',
  'listing',
  'guest',
  'status',
  'check_in',
  'check_out',
  'number_of_guests',
] as const;
export type WholeBooking = Whole<BookingEntry, (typeof REQUIRED)[number]>;

const bookingRule = rulesFor<WholeBooking>();

/** Times and reasons of states that the booking is not in. */
const STATE_RULES = (
  [
    ['confirmed_at', ['confirmed', 'completed', 'cancelled']],
    ['cancelled_at', ['cancelled']],
    ['cancellation_reason', ['cancelled']],
    ['completed_at', ['completed']],
  ] as const
).map(([field, statuses]) =>
  bookingRule(['status', field], (booking) => [
    isGiven(booking[field]) &&
      !statuses.some((status) => status === booking.status) && {
        path: [field],
        message: `must not be given with status ${shown(booking.status)}`,
        input: booking[field],
      },
  ]),
);

export const BOOKING: Kind<BookingEntry, (typeof REQUIRED)[number]> = {
  schema: bookingSchema,
  required: REQUIRED,
  rules: [
    bookingRule(['check_in', 'check_out'], ({ check_in, check_out }) => [
      check_out <= check_in && {
        path: ['check_out'],
        message: 'must be a date after check_in',
        input: check_out,
      },
      daysBetween(check_in, check_out) > MAX_STAY_NIGHTS && {
        path: ['check_out'],
        message: `must be at most ${MAX_STAY_NIGHTS} nights after check_in`,
        input: check_out,
      },
    ]),
    bookingRule(['unit', 'units'], ({ unit, units }) => [
      isGiven(unit) &&
        isGiven(units) && { path: ['unit'], message: 'must not be given beside units', input: unit },
    ]),
    bookingRule(['units'], ({ units }) =>
      duplicatesOf(units ?? [], 'units', 'unit', ({ listing, unit }) => `${listing} ${unit}`),
    ),
    ...STATE_RULES,
    bookingRule(['totals'], ({ totals }) => issuesOfTotals(totals)),
    bookingRule(['totals', 'lines'], issuesOfLines),
    bookingRule(['invoices'], ({ invoices }) =>
      duplicatesOf(invoices ?? [], 'invoices', 'number', (invoice) => invoice.number),
    ),
  ],
};

function issuesOfTotals(totals: BookingEntry['totals']): Issue[] {
  if (!totals) return [];
  const { accommodation_total, discount_total, fees_total, taxes_total, grand_total } = totals;
  const sum = accommodation_total - discount_total + fees_total + taxes_total;
  if (grand_total === sum) return [];
  const message = `must be ${sum}, which is accommodation - discount + fees + taxes`;
  return [{ path: ['totals', 'grand_total'], message, input: grand_total }];
}

function issuesOfLines({ totals, lines }: Pick<BookingEntry, 'totals' | 'lines'>): Issue[] {
  if (!lines || lines.length === 0) return [];
  if (!totals) return [{ path: ['lines'], message: 'must not be given without totals', input: lines }];
  const sumOf = (type: LineType) =>
    lines.reduce((sum, line) => (line.type === type && !line.included ? sum + line.amount : sum), 0);
  const sums = {
    accommodation_total: sumOf('accommodation'),
    discount_total: 0 - sumOf('discount'),
    fees_total: sumOf('fee'),
    taxes_total: sumOf('tax'),
  };
  return (Object.keys(sums) as (keyof typeof sums)[]).flatMap((name) =>
    totals[name] === sums[name]
      ? []
      : [
          {
            path: ['totals', name],
            message: `must be the sum of its lines, ${sums[name]}`,
            input: totals[name],
          },
        ],
  );
}
