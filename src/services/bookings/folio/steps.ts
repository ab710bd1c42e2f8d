/** Decides what a payment provider's reports change in a booking's payments, without storing it. */
import type { FolioChanges, PaymentRow } from '../../../db/queries/bookings/folio.ts';
import { diffFields, isLiveBookingStatus } from '../../../domain/booking.ts';
import { maySetPaymentStatus } from '../../../domain/folio/folio.ts';
import {
  applyRefundToPayment,
  computeRefundableCents,
  coverPaymentsByReceived,
  coverSurplusPayments,
  findSamePayment,
  takeBackPayment,
  toReceiptDate,
} from '../../../domain/folio/payments.ts';
import { MAX_PAYMENTS_OF_BOOKING } from '../../../domain/limits.ts';
import { namedField, namedNumber } from '../../../domain/text/message-text.ts';
import type { PaymentStatus } from '../../../domain/vocabulary.ts';
import { Invalid, throwIfAnyMessages } from '../../errors.ts';
import { type FieldMessage, type FieldMessages, mergeMessages } from '../../field-messages.ts';
import { newId } from '../../new-id.ts';
import { type BookingToWrite, buildInvalidStatus } from '../lock.ts';
import { computeFolio } from '../read.ts';

/** What the payment provider did with a payment. */
export type PaymentReport = {
  /** The new status, or undefined to set only the reference, whatever the payment's status is. */
  status: PaymentStatus | undefined;
  /** The provider's reference, where null clears it and undefined keeps it. */
  reference: string | null | undefined;
  /** The refunded amount, in cents, or null for all that is left of the payment. */
  refundedCents: number | null;
  /** Whether a payment that becomes paid may be more than what is owed. */
  allowOverpayment: boolean;
};

/** A payment to add to a folio, for money that came in outside of the payment plan. */
export type ReceivedPayment = {
  amountCents: number;
  /** The moment at which the payment was made, or null for now. */
  paidAt: Date | null;
  reference: string | null;
  allowOverpayment: boolean;
};

export type Part = 'payment' | 'invoice' | 'security_deposit';
/**
 * The effect of one report about a payment, invoice or deposit: the rows that it changes, and the data of its
 * event.
 */
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

/** The error message for a report of a payment that is recorded already, or none. */
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

/**
 * Decides what a report changes in a payment, and the data of its event. A payment's reference belongs to the
 * provider, so the event only says that it changed.
 */
export function decideReport(
  { booking, folio }: BookingToWrite,
  payment: PaymentRow,
  { status: to, reference = payment.reference, refundedCents, allowOverpayment }: PaymentReport,
  now: Date,
): Step | null {
  const from = payment.status;
  const duplicate = buildDuplicateMessages(
    reference === payment.reference ? null : findSamePayment(folio.payments, { ...payment, reference }),
  );
  if (to !== undefined && !maySetPaymentStatus(from, to, !isLiveBookingStatus(booking.status))) {
    const refusal = buildStepRefusal('payment', { from, to }, maySetPaymentStatus(from, to, false));
    throw new Invalid(mergeMessages(refusal.messages, duplicate));
  }
  const after = {
    ...payment,
    reference,
    status: to ?? from,
    paidAt: to === 'paid' ? now : to === 'scheduled' ? null : payment.paidAt,
  };
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
    Object.assign(after, applyRefundToPayment(payment, refundedCents ?? mostCents), { refundedAt: now });
  }
  if (to === 'paid') {
    const { balanceDueCents } = computeFolio(booking, folio);
    if (payment.amountCents > balanceDueCents && !allowOverpayment)
      throw new Invalid({ status: [TOO_MUCH], ...duplicate });
    const others = folio.payments.filter(({ id }) => id !== payment.id);
    covered = coverSurplusPayments(others, balanceDueCents - payment.amountCents);
  }
  if (to === 'scheduled') {
    if (payment.refundedCents > 0) throw new Invalid({ status: [REFUNDED], ...duplicate });
    const { balanceDueCents } = computeFolio(booking, folio);
    const others = folio.payments.filter(({ id }) => id !== payment.id);
    Object.assign(after, takeBackPayment(payment, others, balanceDueCents + payment.amountCents));
  }
  throwIfAnyMessages(duplicate);
  const changed = diffFields(payment, after);
  if (Object.keys(changed).length === 0) return null;
  const details = {
    payment: payment.id,
    ...(changed.status ? { status: changed.status } : {}),
    // The event names no refunded amount if the status becomes `refunded`, because then all of the payment was
    // refunded.
    ...(changed.refundedCents && !changed.status ? { refunded_amount: changed.refundedCents } : {}),
  };
  return { part: 'payment', changes: { payments: [after, ...covered] }, details };
}

export function decideReceived(
  { booking, listing, folio }: BookingToWrite,
  { amountCents, paidAt, reference, allowOverpayment }: ReceivedPayment,
  now: Date,
): Step {
  const { payments } = folio;
  if (!isLiveBookingStatus(booking.status))
    throw new Invalid({
      amount: [{ code: 'state', sentence: `A payment cannot be added to a ${booking.status} booking.` }],
    });
  if (payments.length >= MAX_PAYMENTS_OF_BOOKING) throw new Invalid({ amount: [TOO_MANY] });
  const { balanceDueCents } = computeFolio(booking, folio);
  const owed = Math.max(0, balanceDueCents);
  const tooMuch: FieldMessage = {
    code: 'too_large',
    predicate: ['must not be greater than what is owed, ', namedNumber(owed), '.'],
  };
  throwIfAnyMessages({
    ...(amountCents > balanceDueCents && !allowOverpayment ? { amount: [tooMuch] } : {}),
    ...buildDuplicateMessages(findSamePayment(payments, { id: null, amountCents, reference })),
  });
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
    paidAt: paidAtOrNow,
    refundedCents: 0,
    refundedAt: null,
    reference,
  };
  const covered = coverPaymentsByReceived(payments, amountCents, balanceDueCents);
  const details = { payment: payment.id, status: [null, 'paid'] };
  return { part: 'payment', changes: { payments: [...covered, payment] }, details };
}
