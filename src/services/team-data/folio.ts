/** What belongs to a booking: its price lines, payments, invoices, security deposit and events. */
import { MAX_NAME_LENGTH } from '../../domain/limits.ts';
import {
  ACTOR_TYPES,
  CHARGE_BASES,
  DEPOSIT_STATUSES,
  EVENT_TYPES,
  INVOICE_STATUSES,
  LINE_TYPES,
  PAYMENT_STATUSES,
} from '../../domain/vocabulary.ts';
import {
  cents,
  dueDate,
  flag,
  id,
  instant,
  integer,
  jsonObject,
  object,
  optionalText,
  percent,
  signedCents,
  sumOfCents,
  text,
  word,
} from './fields.ts';

export const lineSchema = object({
  type: word(LINE_TYPES),
  code: text(MAX_NAME_LENGTH),
  name: text(MAX_NAME_LENGTH),
  basis: word(CHARGE_BASES),
  quantity: integer(0, 1_000_000).nullish(),
  unit_amount: signedCents.nullish(),
  percent: percent.nullish(),
  base_amount: signedCents.nullish(),
  amount: signedCents,
  included: flag.nullish(),
});

export const paymentSchema = object({
  id: id.nullish(),
  amount: sumOfCents,
  status: word(PAYMENT_STATUSES),
  due_on: dueDate.nullish(),
  paid_at: instant.nullish(),
});

export const invoiceSchema = object({
  id: id.nullish(),
  number: text(MAX_NAME_LENGTH),
  amount: sumOfCents,
  status: word(INVOICE_STATUSES),
  issued_at: instant.nullish(),
  voided_at: instant.nullish(),
});

export const depositSchema = object({
  id: id.nullish(),
  amount: cents,
  status: word(DEPOSIT_STATUSES),
  held_at: instant.nullish(),
  returned_at: instant.nullish(),
});

export const eventSchema = object({
  id: id.nullish(),
  type: word(EVENT_TYPES),
  actor: object({ type: word(ACTOR_TYPES), name: optionalText(MAX_NAME_LENGTH) }),
  data: jsonObject.nullish(),
  created_at: instant.nullish(),
});
