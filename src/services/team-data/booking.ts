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

const heldUnitSchema = object({
  listing: slug.describe('The slug of the unit type.'),
  unit: text(MAX_NAME_LENGTH).describe('The name of the unit.'),
});

export const bookingSchema = object({
  id: id.nullish().describe('Kept from another system.'),
  confirmation_code: text(MAX_CODE_LENGTH).describe('Names the booking.'),
  listing: slug.optional().describe('The slug of its listing.'),
  unit: optionalText(MAX_NAME_LENGTH).describe('The name of its unit. Default: one is chosen.'),
  units: list(heldUnitSchema, 50_000)
    .nullish()
    .describe('The units that a whole building holds, if they are not all active ones.'),
  guest: text(MAX_EMAIL_LENGTH)
    .optional()
    .describe('The email of its guest, or the id of one without email.'),
  status: word(BOOKING_STATUSES).optional().describe('How far it is.'),
  source: word(BOOKING_SOURCES).nullish().meta({ description: 'Where it came from.', default: 'import' }),
  check_in: date.optional().describe('The first night.'),
  check_out: date.optional().describe('The day on which the guests leave.'),
  number_of_guests: guestCount.optional().describe('How many guests.'),
  currency: currency
    .nullish()
    .describe("An older booking may have another than its listing. Default: the listing's."),
  coupon_code: optionalText(MAX_CODE_LENGTH).describe('The code of its coupon.'),
  notes: optionalLongText(MAX_NOTES_LENGTH).describe('For the team.'),
  special_requests: optionalLongText(MAX_NOTES_LENGTH).describe('Wishes of the guest.'),
  totals: object({
    accommodation_total: sumOfCents.describe('Nights and extra guests.'),
    discount_total: sumOfCents.describe('What is taken off.'),
    fees_total: sumOfCents.describe('Fees.'),
    taxes_total: sumOfCents.describe('Taxes that are not included.'),
    grand_total: sumOfCents.describe('Accommodation - discount + fees + taxes.'),
  })
    .nullish()
    .describe("The price, in cents. Default: the price with today's rates."),
  lines: list(lineSchema, MAX_LINES)
    .nullish()
    .describe('The price, line by line. Default: one line for each total.'),
  preparation_days: ruleDays
    .nullish()
    .describe("How many nights after it stay empty. Default: the listing's."),
  cancellation_reason: optionalLongText(MAX_REASON_LENGTH).describe('Why it was cancelled.'),
  events: list(eventSchema, 100_000)
    .nullish()
    .describe('What happened to it; what is stored and not given stays.'),
  confirmed_at: instant.nullish().describe('When it was confirmed. Default: when it was made.'),
  cancelled_at: instant.nullish().describe('When it was cancelled. Default: when it was made.'),
  completed_at: instant.nullish().describe('When it was completed. Default: at check-out.'),
  payments: list(paymentSchema, 10_000)
    .nullish()
    .describe('What is paid and to be paid; replaced as a whole.'),
  invoices: list(invoiceSchema, 10_000).nullish().describe('What was invoiced; replaced as a whole.'),
  security_deposit: depositSchema.nullish().describe('What is held against damage.'),
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
