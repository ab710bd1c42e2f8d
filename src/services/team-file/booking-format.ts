/** The form of a team file's bookings, with their lines, folios and events (contract, section 11). */
import type { z } from 'zod';
import {
  ACTOR_TYPES,
  BOOKING_SOURCES,
  BOOKING_STATUSES,
  CHARGE_BASES,
  DEPOSIT_STATUSES,
  EVENT_TYPES,
  INVOICE_STATUSES,
  LINE_TYPES,
  PAYMENT_STATUSES,
} from '../../domain/vocabulary.ts';
import {
  cents,
  currency,
  date,
  flag,
  guestCount,
  id,
  instant,
  integer,
  jsonObject,
  list,
  MAX_CODE,
  MAX_NAME,
  MAX_TEXT,
  object,
  optionalText,
  percent,
  ruleDays,
  signedCents,
  slug,
  sumOfCents,
  text,
  times,
  word,
} from './fields.ts';

const lineSchema = object({
  type: word(LINE_TYPES),
  code: text(MAX_NAME),
  name: text(MAX_NAME),
  basis: word(CHARGE_BASES),
  quantity: integer(0, 1_000_000).nullish(),
  unit_amount: signedCents.nullish(),
  percent: percent.nullish(),
  base_amount: signedCents.nullish(),
  amount: signedCents,
  included: flag.nullish(),
});

const paymentSchema = object({
  id: id.nullish(),
  amount: sumOfCents,
  status: word(PAYMENT_STATUSES),
  due_on: date.nullish(),
  paid_at: instant.nullish(),
});

const invoiceSchema = object({
  id: id.nullish(),
  number: text(MAX_NAME),
  amount: sumOfCents,
  status: word(INVOICE_STATUSES),
  issued_at: instant.nullish(),
  voided_at: instant.nullish(),
});

const depositSchema = object({
  id: id.nullish(),
  amount: cents,
  status: word(DEPOSIT_STATUSES),
  held_at: instant.nullish(),
  returned_at: instant.nullish(),
});

const eventSchema = object({
  id: id.nullish(),
  type: word(EVENT_TYPES),
  actor: object({ type: word(ACTOR_TYPES), name: optionalText(MAX_NAME) }),
  data: jsonObject.nullish(),
  created_at: instant.nullish(),
});

export const bookingSchema = object({
  id: id.nullish(),
  confirmation_code: text(MAX_CODE),
  listing: slug,
  unit: optionalText(MAX_NAME),
  /** Of a whole building, where it holds other units than all active ones: an export writes them then. */
  units: list(object({ listing: slug, unit: text(MAX_NAME) }), 50_000).nullish(),
  guest: text(254),
  status: word(BOOKING_STATUSES),
  source: word(BOOKING_SOURCES).nullish(),
  check_in: date,
  check_out: date,
  number_of_guests: guestCount,
  /** Where it is not the listing's any more: an export writes it then. */
  currency: currency.nullish(),
  coupon_code: optionalText(MAX_CODE),
  notes: optionalText(MAX_TEXT),
  special_requests: optionalText(MAX_TEXT),
  totals: object({
    accommodation_total: sumOfCents,
    discount_total: sumOfCents,
    fees_total: sumOfCents,
    taxes_total: sumOfCents,
    grand_total: sumOfCents,
  }).nullish(),
  lines: list(lineSchema, 200).nullish(),
  preparation_days: ruleDays.nullish(),
  cancellation_reason: optionalText(1_000),
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
