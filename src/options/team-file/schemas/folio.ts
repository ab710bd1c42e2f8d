import {
  MAX_NAME_LENGTH,
  MAX_PAYMENT_REFERENCE_LENGTH,
  MAX_REFUNDS_OF_PAYMENT,
} from '../../../domain/limits.ts';
import {
  ACTOR_TYPES,
  BOOKING_EVENT_TYPES,
  INVOICE_SERIES,
  type InvoiceStatus,
  type PaymentStatus,
} from '../../../domain/vocabulary.ts';
import { depositRow, invoiceRow, paymentRow } from '../../../schemas/bookings/folio-fields.ts';
import { instantEntry } from '../../../schemas/fields/dates.ts';
import {
  idField,
  integerField,
  jsonObjectField,
  objectEntry,
  optionalText,
  sumOfCentsField,
  wordField,
} from '../../../schemas/fields/fields.ts';
import { buildIssue, distinctListOf, mustBe } from '../../../schemas/fields/lists.ts';
import { invoiceDocumentEntry } from './invoice-document.ts';

const refundEntry = objectEntry({
  id: idField.nullish().describe('Kept from another system.'),
  amount: sumOfCentsField.refine((amount) => amount > 0, mustBe('more than 0')).describe('In cents.'),
  refunded_at: instantEntry.nullish().describe('When it was given back.'),
  reference: optionalText(MAX_PAYMENT_REFERENCE_LENGTH).describe("The payment provider's id of the refund."),
});

export const paymentEntry = objectEntry({
  id: idField.nullish().describe('Kept from another system.'),
  ...paymentRow.written,
  refunds: distinctListOf(refundEntry, MAX_REFUNDS_OF_PAYMENT, {
    field: 'id',
    value: idField,
    error: 'must not be named twice',
  })
    .nullish()
    .describe('What was given back. Default: one refund of `refunded_amount`, if there is any.'),
}).check(({ value: { amount, status, refunds, ...entry }, issues }) => {
  const refunded_amount = refunds ? sumAmounts(refunds) : entry.refunded_amount;
  if (refunded_amount === undefined || refunded_amount === null) return;
  if (refunded_amount !== (entry.refunded_amount ?? refunded_amount))
    issues.push({ ...SUM_OF_REFUNDS, path: ['refunded_amount'], input: entry.refunded_amount });
  const problem = FIND_REFUND_PROBLEM[status]({ amount, status, refunded: refunded_amount });
  if (problem)
    issues.push({ code: 'custom', path: ['refunded_amount'], message: problem, input: refunded_amount });
});

const sumAmounts = (refunds: readonly { amount: number }[]): number =>
  refunds.reduce((sum, { amount }) => sum + amount, 0);
const SUM_OF_REFUNDS = buildIssue('contradicts', 'must be the sum of refunds');

type PaymentEntryRefund = { amount: number; status: PaymentStatus; refunded: number };

/** `paid` until all of the payment is refunded, and then `refunded`. */
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
  series: wordField(INVOICE_SERIES)
    .nullish()
    .describe('The series of its consecutive number. Default: as stored, by its number.'),
  serial_number: integerField(1, Number.MAX_SAFE_INTEGER)
    .nullish()
    .describe('Its place in that series. Default: as stored, by its number.'),
  document: invoiceDocumentEntry
    .nullish()
    .describe(
      'What it showed when it was issued. Null: what the booking says today. Default: as stored, by its number.',
    ),
}).check(({ value: invoice, issues }) => {
  const { kind, amount, corrects } = invoice;
  issues.push(...findDraftIssues(invoice));
  const isCreditNote = kind === 'credit_note';
  if (isCreditNote ? amount > 0 : amount < 0)
    issues.push({
      code: 'custom',
      path: ['amount'],
      message: isCreditNote ? 'must not be above 0 with kind "credit_note"' : 'must not be below 0',
      input: amount,
    });
  if (!isCreditNote && corrects && corrects.length > 0)
    issues.push({ code: 'custom', path: ['corrects'], message: ONLY_CREDIT_NOTE, input: corrects });
});

type NumberedEntry = Partial<
  Record<'kind' | 'number' | 'issued_at' | 'series' | 'serial_number', unknown> & { status: InvoiceStatus }
>;

/** An invoice without a number is a draft, which is open and not issued. */
function* findDraftIssues({ number, kind, status, issued_at, series, serial_number }: NumberedEntry) {
  const isDraft = (number ?? null) === null;
  if (isDraft && (kind === 'credit_note' || status !== 'open'))
    yield { ...NUMBER_MISSING, path: ['number'], input: number };
  if (isDraft && (issued_at ?? null) !== null) yield { ...NOT_ISSUED, path: ['issued_at'], input: issued_at };
  if (((series ?? null) === null) !== ((serial_number ?? null) === null) || (isDraft && series))
    yield { ...NOT_IN_SERIES, path: ['serial_number'], input: serial_number };
}

const NUMBER_MISSING = buildIssue('required', 'is required');
const NOT_ISSUED = buildIssue('contradicts', 'must not be given without a number');
const NOT_IN_SERIES = buildIssue('contradicts', 'must be given together with series and number');

const ONLY_CREDIT_NOTE = 'must only be given with kind "credit_note"';

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
