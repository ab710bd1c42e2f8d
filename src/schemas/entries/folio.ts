/** The parts of a booking: its price lines, payments, invoices, security deposit and events. */
import { MAX_NAME_LENGTH } from '../../domain/limits.ts';
import type { PriceLine } from '../../domain/pricing/lines.ts';
import {
  ACTOR_TYPES,
  BOOKING_EVENT_TYPES,
  CHARGE_BASES,
  type PaymentStatus,
  PRICE_LINE_TYPES,
  TAX_TARGETS,
} from '../../domain/vocabulary.ts';
import { instantEntry } from '../date-fields.ts';
import {
  booleanField,
  idField,
  integer,
  jsonObjectField,
  objectEntry,
  optionalText,
  percentField,
  requiredText,
  signedCentsField,
  wordField,
} from '../fields.ts';
import { depositRow, invoiceRow, paymentRow } from '../folio-fields.ts';
import { presentPriceLine } from '../price.ts';
import { listOf } from './lists.ts';

export const priceLineEntry = objectEntry({
  type: wordField(PRICE_LINE_TYPES).describe('The kind of the line.'),
  code: requiredText(MAX_NAME_LENGTH).describe('The code of the charge.'),
  name: requiredText(MAX_NAME_LENGTH).describe('The name of the charge.'),
  basis: wordField(CHARGE_BASES).describe('How it is counted.'),
  quantity: integer(0, 100_000_000).nullish().describe('How many.'),
  unit_amount: signedCentsField.nullish().describe('In cents: the price of each.'),
  percent: percentField.nullish().describe('If it is a percentage, or a percentage of a night.'),
  base_amount: signedCentsField.nullish().describe('In cents: the base of the percentage.'),
  amount: signedCentsField.describe('In cents; discounts are negative.'),
  included: booleanField
    .nullish()
    .meta({ description: 'Whether other lines already include it.', default: false }),
  taxable: booleanField
    .nullish()
    .describe(
      "Of a fee: whether taxes were due on it. Default: as stored, else as the team's fee with this code.",
    ),
  applies_to: listOf(wordField(TAX_TARGETS), TAX_TARGETS.length)
    .nullish()
    .describe(
      "Of a percentage tax: what it was of. Default: as stored, else as the team's tax with this code.",
    ),
});

export const presentPriceLineEntry = (line: PriceLine) => ({
  ...presentPriceLine(line),
  ...(line.taxable === undefined ? {} : { taxable: line.taxable }),
  ...(line.appliesTo === undefined ? {} : { applies_to: [...line.appliesTo] }),
});

export const paymentEntry = objectEntry({
  id: idField.nullish().describe('Kept from another system.'),
  ...paymentRow.written,
}).check(({ value: { amount, status, refunded_amount }, issues }) => {
  if (refunded_amount === undefined || refunded_amount === null) return;
  const problem = FIND_REFUND_PROBLEM[status]({ amount, status, refunded: refunded_amount });
  if (problem)
    issues.push({ code: 'custom', path: ['refunded_amount'], message: problem, input: refunded_amount });
});

type PaymentEntryRefund = { amount: number; status: PaymentStatus; refunded: number };

/** A payment is `refunded` once all of it was refunded, and `paid` before. */
const FIND_REFUND_PROBLEM = {
  scheduled: findUnexpectedRefundProblem,
  failed: findUnexpectedRefundProblem,
  cancelled: findUnexpectedRefundProblem,
  paid: ({ amount, refunded }) =>
    refunded === 0 || refunded < amount ? null : 'must be less than the amount with status "paid"',
  refunded: ({ amount, refunded }) => (refunded === amount ? null : `must be ${amount}, all of the amount`),
} satisfies Record<PaymentStatus, (refund: PaymentEntryRefund) => string | null>;

function findUnexpectedRefundProblem({ status, refunded }: PaymentEntryRefund): string | null {
  return refunded === 0 ? null : `must be 0 with status ${JSON.stringify(status)}`;
}

export const invoiceEntry = objectEntry({
  id: idField.nullish().describe('Kept from another system.'),
  ...invoiceRow.written,
});

export const securityDepositEntry = objectEntry({
  id: idField.nullish().describe('Kept from another system.'),
  ...depositRow.written,
});

export const bookingEventEntry = objectEntry({
  id: idField.nullish().describe('Kept from another system.'),
  type: wordField(BOOKING_EVENT_TYPES).describe('What happened.'),
  actor: objectEntry({
    type: wordField(ACTOR_TYPES).describe('Who made the change.'),
    name: optionalText(MAX_NAME_LENGTH).describe('The name of the token or member.'),
  }).describe('Who made the change.'),
  data: jsonObjectField.nullish().describe('The changed fields, each with its value before and after.'),
  created_at: instantEntry.nullish().describe('When it happened.'),
});
