/** Bookings (contract, sections 8 and 11). */
import type { z } from 'zod';
import { daysBetween } from '../../domain/dates.ts';
import {
  MAX_CODE_LENGTH,
  MAX_EMAIL_LENGTH,
  MAX_NAME_LENGTH,
  MAX_NOTES_LENGTH,
  MAX_REASON_LENGTH,
  MAX_STAY_NIGHTS,
} from '../../domain/limits.ts';
import {
  BOOKING_SOURCES,
  BOOKING_STATUSES,
  type BookingStatus,
  type LineType,
} from '../../domain/vocabulary.ts';
import { cancellationPolicy } from '../../schemas/cancellation-policy.ts';
import {
  currency,
  date,
  flag,
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
} from '../../schemas/entry-fields.ts';
import { shown } from '../catalogue/problems.ts';
import { depositSchema, eventSchema, invoiceSchema, lineSchema, paymentSchema } from './folio.ts';
import { duplicatesOf, type Issue, isGiven, type Kind, rulesFor, type Whole } from './kind.ts';

/** More lines than a new price can have, because bookings from before that limit must be accepted too. */
const MAX_LINES = 1_000;

const heldUnitSchema = object({
  listing: slug.describe('The slug of the unit type.'),
  unit: text(MAX_NAME_LENGTH).describe('The name of the unit.'),
});

export const bookingSchema = object({
  id: id.nullish().describe('Kept from another system.'),
  confirmation_code: text(MAX_CODE_LENGTH).describe('Identifies the booking.'),
  listing: slug.optional().describe('The slug of its listing.'),
  unit: optionalText(MAX_NAME_LENGTH).describe('The name of its unit. Default: one is chosen.'),
  units: list(heldUnitSchema, 50_000)
    .nullish()
    .describe("The units that a whole building's booking occupies, if they are not all the active ones."),
  guest: text(MAX_EMAIL_LENGTH)
    .optional()
    .describe('The email of its guest, or the id of a guest without email.'),
  status: word(BOOKING_STATUSES).optional().describe('The status of the booking.'),
  source: word(BOOKING_SOURCES).nullish().meta({ description: 'Where it came from.', default: 'import' }),
  check_in: date.optional().describe('The first night.'),
  check_out: date.optional().describe('The day on which the guests leave.'),
  number_of_guests: guestCount.optional().describe('The number of guests.'),
  currency: currency
    .nullish()
    .describe(
      "Differs from the listing's if the listing has changed its currency since. Default: the listing's.",
    ),
  coupon_code: optionalText(MAX_CODE_LENGTH).describe('The code of its coupon.'),
  notes: optionalLongText(MAX_NOTES_LENGTH).describe('Notes for the team.'),
  special_requests: optionalLongText(MAX_NOTES_LENGTH).describe("The guest's wishes."),
  totals: object({
    accommodation_total: sumOfCents.describe('Nights and extra guests.'),
    discount_total: sumOfCents.describe('All discounts together, as a positive amount.'),
    fees_total: sumOfCents.describe('Fees.'),
    taxes_total: sumOfCents.describe('Taxes that are not included.'),
    grand_total: sumOfCents.describe('Accommodation - discount + fees + taxes.'),
  })
    .nullish()
    .describe("The price, in cents. Default: the price at today's rates."),
  lines: list(lineSchema, MAX_LINES)
    .nullish()
    .describe('The price, line by line. Default: one line for each total.'),
  preparation_days: ruleDays
    .nullish()
    .describe("How many nights after it stay empty. Default: the listing's."),
  cancellation_policy: cancellationPolicy
    .nullish()
    .describe('The cancellation terms at the time of booking. Default: none.'),
  unit_pinned: flag
    .nullish()
    .describe('Whether it keeps its unit when bookings are moved to make room. Default: false.'),
  cancellation_reason: optionalLongText(MAX_REASON_LENGTH).describe('Why it was cancelled.'),
  cancellation_fee: sumOfCents
    .nullish()
    .describe(
      'In cents: the fee of a cancelled booking, at most its grand total. Default: none was decided.',
    ),
  events: list(eventSchema, 100_000)
    .nullish()
    .describe('The history of the booking. Stored events that the file does not give stay.'),
  expires_at: instant
    .nullish()
    .describe('When a pending booking frees its nights by itself. Default: it keeps them.'),
  confirmed_at: instant.nullish().describe('When it was confirmed. Default: when it was made.'),
  cancelled_at: instant.nullish().describe('When it was cancelled. Default: when it was made.'),
  completed_at: instant.nullish().describe('When it was completed. Default: at check-out.'),
  payments: list(paymentSchema, 10_000)
    .nullish()
    .describe('The paid and planned payments; replaced as a whole.'),
  invoices: list(invoiceSchema, 10_000).nullish().describe('The invoices; replaced as a whole.'),
  security_deposit: depositSchema.nullish().describe('The deposit held against damage.'),
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

const CANCELLED_FIELDS = ['cancelled_at', 'cancellation_reason', 'cancellation_fee'] as const;
const ALL_STATE_FIELDS = ['expires_at', 'confirmed_at', ...CANCELLED_FIELDS, 'completed_at'] as const;
type StateField = (typeof ALL_STATE_FIELDS)[number];

/** The times, reasons and fees that each status can have: those of the statuses that the booking may have passed through. */
const STATE_FIELDS = {
  pending: ['expires_at'],
  confirmed: ['confirmed_at'],
  completed: ['confirmed_at', 'completed_at'],
  cancelled: ['expires_at', 'confirmed_at', ...CANCELLED_FIELDS],
} satisfies Record<BookingStatus, readonly StateField[]>;

/** Whether a booking with this status can have that time, reason or fee. */
export const mayHave = (status: BookingStatus, field: StateField): boolean =>
  (STATE_FIELDS[status] as readonly StateField[]).includes(field);

const STATE_RULES = ALL_STATE_FIELDS.map((field) =>
  bookingRule(['status', field], (booking) => [
    isGiven(booking[field]) &&
      !mayHave(booking.status, field) && {
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
        isGiven(units) && { path: ['unit'], message: 'must not be given together with units', input: unit },
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
