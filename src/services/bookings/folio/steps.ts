/** Decides what a payment provider's reports change in a booking's payments, without storing it. */
import type { FolioChanges, PaymentRow } from '../../../db/queries/bookings/folio.ts';
import { diffFields, isLiveBookingStatus } from '../../../domain/booking.ts';
import { findFolioState, maySetPaymentStatus } from '../../../domain/folio/folio.ts';
import {
  applyRefundToPayment,
  computeRefundableCents,
  coverPaymentsByReceived,
  coverSurplusPayments,
  findSamePayment,
  type Refund,
  toReceiptDate,
} from '../../../domain/folio/payments.ts';
import { toInstantText } from '../../../domain/formats.ts';
import {
  MAX_PAYMENTS_OF_BOOKING,
  MAX_RECEIPT_AHEAD_MS,
  MAX_REFUNDS_OF_PAYMENT,
} from '../../../domain/limits.ts';
import { namedField, namedNumber } from '../../../domain/text/message-text.ts';
import type { PaymentMethod, PaymentStatus } from '../../../domain/vocabulary.ts';
import { Invalid, throwIfAnyMessages } from '../../errors.ts';
import { type FieldMessage, type FieldMessages, mergeMessages } from '../../field-messages.ts';
import { newId } from '../../new-id.ts';
import type { WriteScope } from '../../team-scope.ts';
import { type BookingToWrite, buildInvalidStatus } from '../lock.ts';
import { computeFolio } from '../read.ts';
import { replanFeeAfterRefund } from './cancellation-fee.ts';
import { planAnew } from './plan.ts';

export type PaymentReport = {
  /** Undefined to set only the reference, whatever the payment's status is. */
  status: PaymentStatus | undefined;
  /** Null clears it and undefined keeps it. */
  reference: string | null | undefined;
  /** Null for all that is left of the payment. */
  refundedCents: number | null;
  /** When and how a payment that becomes paid was made. If `paidAt` is null, it is now; if `method` is null, it is not known. */
  paidAt: Date | null;
  method: PaymentMethod | null;
  allowOverpayment: boolean;
};

export type RefundReport = {
  amountCents: number;
  /** Null for now. */
  refundedAt: Date | null;
  reference: string | null;
};

/** Money that came in outside of the payment plan. */
export type ReceivedPayment = {
  amountCents: number;
  /** Null for now. */
  paidAt: Date | null;
  method: PaymentMethod | null;
  reference: string | null;
  allowOverpayment: boolean;
};

export type Part = 'payment' | 'invoice' | 'security_deposit';
/** The rows that one report changes, and the data of its event. */
export type Step = { part: Part; changes: FolioChanges; details: Record<string, unknown> };
const TOO_MUCH: FieldMessage = {
  code: 'rule',
  sentence: [
    'A payment of more than what is owed becomes paid only with ',
    namedField('allow_overpayment'),
    '.',
  ],
};
const REFUNDED: FieldMessage = {
  code: 'state',
  sentence: 'A payment of which something was refunded cannot become scheduled.',
};
const TOO_MANY: FieldMessage = {
  code: 'limit',
  sentence: `A booking can have ${MAX_PAYMENTS_OF_BOOKING} payments.`,
};

/** None if it is not recorded yet. */
const buildDuplicateMessages = (existing: string | null): FieldMessages =>
  existing === null
    ? {}
    : {
        reference: [
          {
            code: 'taken',
            existing,
            predicate: 'must not be that of another payment of the same amount.',
          },
        ],
      };

/**
 * The refusal names the status of the payment, invoice or deposit. The cancellation of the booking is named as
 * the reason only if nothing else forbids the change.
 */
export function buildStepRefusal(
  part: Part,
  { from, to }: { from: string; to: string },
  isRefusedByCancellation: boolean,
): Invalid {
  const name = `${part === 'invoice' ? 'An' : 'A'} ${part.replace('_', ' ')}`;
  const place = isRefusedByCancellation ? ' on a cancelled booking' : '';
  return buildInvalidStatus(`${name} that is ${from} cannot become ${to}${place}.`);
}

/** A payment's reference belongs to the provider, so the event only says that it changed. */
export function decideReport(
  scope: WriteScope,
  { booking, listing, folio }: BookingToWrite,
  payment: PaymentRow,
  { status: to, reference = payment.reference, refundedCents, allowOverpayment, ...paid }: PaymentReport,
): Step | null {
  const { now } = scope;
  const from = payment.status;
  const duplicate = buildDuplicateMessages(
    reference === payment.reference ? null : findSamePayment(folio.payments, { ...payment, reference }),
  );
  if (to !== undefined && !maySetPaymentStatus(from, to, findFolioState(booking))) {
    const refusal = buildStepRefusal('payment', { from, to }, maySetPaymentStatus(from, to, 'live'));
    throw new Invalid(mergeMessages(refusal.messages, duplicate));
  }
  const after = {
    ...payment,
    reference,
    status: to ?? from,
    paidAt: to === 'paid' ? (paid.paidAt ?? now) : to === 'scheduled' ? null : payment.paidAt,
    method: paid.method ?? payment.method,
  };
  throwIfAhead('paid_at', paid.paidAt, now);
  let covered: PaymentRow[] = [];
  if (to === 'refunded') {
    const mostCents = computeRefundableCents(payment);
    if (refundedCents !== null && refundedCents > mostCents)
      throw new Invalid({
        refunded_amount: [
          { code: 'too_large', predicate: ['must not be greater than ', namedNumber(mostCents), '.'] },
        ],
        ...duplicate,
      });
    const refund = { amountCents: refundedCents ?? mostCents, refundedAt: now, reference: null };
    Object.assign(after, applyRefundToPayment(payment, toRefund(refund, now)));
    covered = replanFeeAfterRefund(scope, { booking, listing, folio }, after);
  }
  if (to === 'paid') {
    const { payableCents } = computeFolio(booking, folio);
    if (payment.amountCents > payableCents && !allowOverpayment)
      throw new Invalid({ status: [TOO_MUCH], ...duplicate });
    const others = folio.payments.filter(({ id }) => id !== payment.id);
    covered = coverSurplusPayments(others, payableCents - payment.amountCents);
  }
  if (to === 'scheduled') {
    if (payment.refundedCents > 0) throw new Invalid({ status: [REFUNDED], ...duplicate });
    after.status = 'cancelled';
    const payments = folio.payments.map((other) => (other.id === payment.id ? after : other));
    covered = planAnew(scope, { booking, listing, payments });
  }
  throwIfAnyMessages(duplicate);
  const changed = diffFields(payment, after);
  if (Object.keys(changed).length === 0) return null;
  return {
    part: 'payment',
    changes: { payments: [after, ...covered] },
    details: buildDetails(payment, after),
  };
}

function buildDetails(payment: PaymentRow, after: PaymentRow): Step['details'] {
  const changed = diffFields(payment, after);
  return {
    payment: payment.id,
    ...(changed.status ? { status: changed.status } : {}),
    // The event names no refunded amount if the status becomes `refunded`, because then all of the payment was
    // refunded.
    ...(changed.refundedCents && !changed.status ? { refunded_amount: changed.refundedCents } : {}),
  };
}

/** Also on a cancelled booking. */
export function decideRefund(
  locked: BookingToWrite,
  payment: PaymentRow,
  refund: RefundReport,
  now: Date,
): Step {
  if (!maySetPaymentStatus(payment.status, 'refunded', 'live'))
    throw buildStepRefusal('payment', { from: payment.status, to: 'refunded' }, false);
  const mostCents = computeRefundableCents(payment);
  if (refund.amountCents > mostCents)
    throw new Invalid({
      amount: [{ code: 'too_large', predicate: ['must not be greater than ', namedNumber(mostCents), '.'] }],
    });
  if (payment.refunds.length >= MAX_REFUNDS_OF_PAYMENT) throw new Invalid({ amount: [TOO_MANY_REFUNDS] });
  throwIfAhead('refunded_at', refund.refundedAt, now);
  const after = { ...payment, ...applyRefundToPayment(payment, toRefund(refund, now)) };
  const payments = [after, ...replanFeeAfterRefund({ now }, locked, after)];
  return { part: 'payment', changes: { payments }, details: buildDetails(payment, after) };
}

const TOO_MANY_REFUNDS: FieldMessage = {
  code: 'limit',
  sentence: `A payment can have ${MAX_REFUNDS_OF_PAYMENT} refunds.`,
};

const toRefund = ({ amountCents, refundedAt, reference }: RefundReport, now: Date): Refund => ({
  id: newId(),
  amountCents,
  refundedAt: toInstantText(refundedAt ?? now),
  reference,
});

/** Money may have moved a day ahead of now at most. */
function throwIfAhead(field: 'paid_at' | 'refunded_at', at: Date | null, now: Date): void {
  if (at !== null && at.getTime() > now.getTime() + MAX_RECEIPT_AHEAD_MS)
    throw new Invalid({ [field]: [{ code: 'too_large', predicate: 'must be at most a day ahead.' }] });
}

export function decideReceived(
  { booking, listing, folio }: BookingToWrite,
  { amountCents, paidAt, method, reference, allowOverpayment }: ReceivedPayment,
  now: Date,
): Step {
  const { payments } = folio;
  const { payableCents } = computeFolio(booking, folio);
  const isCancelled = !isLiveBookingStatus(booking.status);
  if (isCancelled && payableCents === 0)
    throw new Invalid({
      amount: [{ code: 'state', sentence: `A payment cannot be added to a ${booking.status} booking.` }],
    });
  if (payments.length >= MAX_PAYMENTS_OF_BOOKING) throw new Invalid({ amount: [TOO_MANY] });
  const tooMuch: FieldMessage = {
    code: 'too_large',
    predicate: ['must not be greater than what is owed, ', namedNumber(payableCents), '.'],
  };
  throwIfAnyMessages({
    ...(amountCents > payableCents && (isCancelled || !allowOverpayment) ? { amount: [tooMuch] } : {}),
    ...buildDuplicateMessages(findSamePayment(payments, { id: null, amountCents, reference })),
  });
  throwIfAhead('paid_at', paidAt, now);
  const paidAtOrNow = paidAt ?? now;
  const payment: PaymentRow = {
    teamId: booking.teamId,
    id: newId(),
    bookingId: booking.id,
    amountCents,
    status: 'paid',
    dueOn: toReceiptDate(paidAtOrNow, listing.timezone),
    // The position of a payment that is added to a folio: after planned payments that are due on the same day.
    position: Math.max(-1, ...payments.map(({ position }) => position)) + 1,
    plannedAt: null,
    paidAt: paidAtOrNow,
    method,
    refunds: [],
    refundedCents: 0,
    refundedAt: null,
    reference,
  };
  const covered = coverPaymentsByReceived(payments, amountCents, payableCents);
  const details = { payment: payment.id, status: [null, 'paid'] };
  return { part: 'payment', changes: { payments: [...covered, payment] }, details };
}
