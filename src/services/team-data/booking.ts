/** Bookings (contract, sections 8 and 11). */

import type { z } from 'zod';
import {
  MAX_CENTS,
  MAX_CODE_LENGTH,
  MAX_EMAIL_LENGTH,
  MAX_NAME_LENGTH,
  MAX_NOTES_LENGTH,
  MAX_PRICE_LINES,
  MAX_REASON_LENGTH,
  MAX_STAY_NIGHTS,
} from '../../domain/limits.ts';
import { daysBetween } from '../../domain/stay.ts';
import { BOOKING_SOURCES, BOOKING_STATUSES } from '../../domain/vocabulary.ts';
import { duplicatesOf, isGiven, rulesFor } from './contradictions.ts';
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
import { shown } from './wording.ts';

export const bookingSchema = object({
  id: id.nullish(),
  confirmation_code: text(MAX_CODE_LENGTH),
  listing: slug,
  unit: optionalText(MAX_NAME_LENGTH),
  /** Of a whole building, where it holds other units than all active ones: an export writes them then. */
  units: list(object({ listing: slug, unit: text(MAX_NAME_LENGTH) }), 50_000).nullish(),
  guest: text(MAX_EMAIL_LENGTH),
  status: word(BOOKING_STATUSES),
  source: word(BOOKING_SOURCES).nullish(),
  check_in: date,
  check_out: date,
  number_of_guests: guestCount,
  /** Where it is not the listing's any more: an export writes it then. */
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
  lines: list(lineSchema, MAX_PRICE_LINES).nullish(),
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

const bookingRule = rulesFor<BookingEntry>();
export const BOOKING_RULES = [
  bookingRule(['check_in', 'check_out'], ({ check_in, check_out }) => [
    check_out <= check_in && `check_out must be a date after check_in, not ${shown(check_out)}`,
    daysBetween(check_in, check_out) > MAX_STAY_NIGHTS &&
      `check_out must be at most ${MAX_STAY_NIGHTS} nights after check_in, not ${shown(check_out)}`,
  ]),
  bookingRule(['unit', 'units'], ({ unit, units }) => [
    isGiven(unit) && isGiven(units) && `unit must not be given beside units, not ${shown(unit)}`,
  ]),
  bookingRule(['units'], ({ units }) =>
    duplicatesOf(units ?? [], 'units', 'unit', ({ listing, unit }) => `${listing} ${unit}`),
  ),
  ...timeRules(),
  bookingRule(['totals'], ({ totals }) => {
    if (!totals) return [];
    const { accommodation_total, discount_total, fees_total, taxes_total, grand_total } = totals;
    const sum = accommodation_total - discount_total + fees_total + taxes_total;
    return [
      grand_total !== sum &&
        `totals.grand_total must be ${sum}, which is accommodation - discount + fees + taxes, not ${grand_total}`,
    ];
  }),
  bookingRule(['totals', 'lines'], contradictionsOfLines),
  bookingRule(['invoices'], ({ invoices }) =>
    duplicatesOf(invoices ?? [], 'invoices', 'number', (invoice) => invoice.number),
  ),
  bookingRule(['payments', 'totals'], ({ payments, totals }) => amountsBeyond(payments, 'payments', totals)),
  bookingRule(['invoices', 'totals'], ({ invoices, totals }) => amountsBeyond(invoices, 'invoices', totals)),
];

/** The times of states that the booking is not in. */
function timeRules() {
  return [
    bookingRule(['status', 'confirmed_at'], ({ status, confirmed_at }) => [
      status === 'pending' &&
        isGiven(confirmed_at) &&
        `confirmed_at must not be given with status "pending", not ${shown(confirmed_at)}`,
    ]),
    bookingRule(['status', 'cancelled_at'], ({ status, cancelled_at }) => [
      status !== 'cancelled' &&
        isGiven(cancelled_at) &&
        `cancelled_at must not be given with status ${shown(status)}, not ${shown(cancelled_at)}`,
    ]),
    bookingRule(['status', 'cancellation_reason'], ({ status, cancellation_reason: reason }) => [
      status !== 'cancelled' &&
        isGiven(reason) &&
        `cancellation_reason must not be given with status ${shown(status)}, not ${shown(reason)}`,
    ]),
    bookingRule(['status', 'completed_at'], ({ status, completed_at }) => [
      status !== 'completed' &&
        isGiven(completed_at) &&
        `completed_at must not be given with status ${shown(status)}, not ${shown(completed_at)}`,
    ]),
  ];
}

function contradictionsOfLines({ totals, lines }: Pick<BookingEntry, 'totals' | 'lines'>): string[] {
  if (!lines || lines.length === 0) return [];
  if (!totals) return [`lines must not be given without totals, not ${shown(lines)}`];
  const sumOf = (type: string) =>
    lines.reduce((sum, line) => (line.type === type && !line.included ? sum + line.amount : sum), 0);
  const expected = [
    ['accommodation_total', totals.accommodation_total, sumOf('accommodation')],
    ['discount_total', totals.discount_total, 0 - sumOf('discount')],
    ['fees_total', totals.fees_total, sumOf('fee')],
    ['taxes_total', totals.taxes_total, sumOf('tax')],
  ] as const;
  return expected.flatMap(([name, total, ofLines]) =>
    total === ofLines ? [] : [`totals.${name} must be the sum of its lines, ${ofLines}, not ${total}`],
  );
}

/** An amount may pass the limit for amounts only where the booking as a whole does, being a sum of many. */
function amountsBeyond(
  items: readonly { amount: number }[] | null | undefined,
  list: string,
  totals: BookingEntry['totals'],
): string[] {
  const most = Math.max(MAX_CENTS, totals?.grand_total ?? 0);
  return (items ?? []).flatMap(({ amount }, index) =>
    amount > most ? [`${list}[${index}].amount must be an integer from 0 to ${most}, not ${amount}`] : [],
  );
}
