import { type FolioRows, insertPayments, type PaymentRow, updatePayments } from '../../db/queries/folio.ts';
import { changedFields, isLive } from '../../domain/booking.ts';
import { maySetPayment } from '../../domain/folio/folio.ts';
import {
  afterRefund,
  type Covered,
  coverReceived,
  coverSurplus,
  dateReceived,
  refundable,
} from '../../domain/folio/payments.ts';
import { MAX_PAYMENTS } from '../../domain/limits.ts';
import type { PaymentStatus } from '../../domain/vocabulary.ts';
import { newId } from '../new-id.ts';
import { done, invalid, notFound, type Outcome } from '../outcome.ts';
import type { WriteCall, WriteContext, WriteDependencies, WriteResult } from '../write.ts';
import { folioAfter, readFolioOf, refusedStep } from './folio-keeping.ts';
import { type BookingToWrite, writeToBooking } from './locking.ts';
import { type Folio, folioOf } from './reading.ts';

/** What the payment provider did with a payment. */
export type PaymentReport = {
  /** Undefined keeps it: then only the reference is set, whatever has become of the payment. */
  status: PaymentStatus | undefined;
  /** Null clears it, undefined keeps it. */
  reference: string | null | undefined;
  /** The refunded amount, in cents, of a refund. Null: all that is left. */
  refundedCents: number | null;
  /** Whether a payment that becomes paid may be more than what is owed. */
  allowOverpayment: boolean;
};

/** Money that came otherwise than planned. */
export type ReceivedPayment = {
  amountCents: number;
  /** Null: now. */
  paidAt: Date | null;
  reference: string | null;
  allowOverpayment: boolean;
};

/** Records what happened to a booking's payments (contract, sections 8 and 15). Innkeep moves no money. */
export function createPaymentKeeper(dependencies: WriteDependencies) {
  return {
    recordPayment(
      call: WriteCall<Folio>,
      bookingId: string,
      paymentId: string,
      report: PaymentReport,
    ): Promise<WriteResult<Folio>> {
      const isPayment = ({ id }: { id: string }) => id === paymentId;
      const target = { bookingId, hasPart: ({ payments }: FolioRows) => payments.some(isPayment) };
      return writeToBooking(dependencies, call, target, async (context, locked) => {
        const payment = locked.folio.payments.find(isPayment);
        return payment ? takeReport(context, locked, payment, report) : notFound();
      });
    },

    /** A paid payment. The scheduled and failed ones shrink by it, the first due first. */
    addPayment(
      call: WriteCall<Folio>,
      bookingId: string,
      received: ReceivedPayment,
    ): Promise<WriteResult<Folio>> {
      return writeToBooking(dependencies, call, { bookingId }, (context, locked) =>
        receive(context, locked, received),
      );
    },
  };
}

const TOO_MUCH = 'A payment of more than what is owed becomes paid only with allow_overpayment.';
const TOO_MANY = `A booking can have ${MAX_PAYMENTS} payments.`;

/** The column, if any, that stores the moment at which a payment got a status. */
const MOMENTS = {
  scheduled: null,
  paid: 'paidAt',
  failed: null,
  cancelled: null,
  refunded: null,
} satisfies Record<PaymentStatus, 'paidAt' | null>;

async function takeReport(
  context: WriteContext,
  locked: BookingToWrite,
  payment: PaymentRow,
  report: PaymentReport,
): Promise<Outcome<Folio>> {
  const { status: from } = payment;
  const given = report.reference === undefined ? {} : { reference: report.reference };
  if (report.status === undefined) return storeReport(context, locked, payment, given);
  if (!maySetPayment(from, report.status, !isLive(locked.booking.status)))
    return refusedStep('payment', { from, to: report.status }, locked.booking);
  const moment = MOMENTS[report.status];
  const changes: Partial<PaymentRow> = {
    ...given,
    status: report.status,
    ...(moment ? { [moment]: context.now } : {}),
  };
  if (report.status === 'refunded') {
    const mostCents = refundable(payment);
    const refundCents = report.refundedCents ?? mostCents;
    if (refundCents > mostCents)
      return invalid({
        refunded_amount: [`The refunded amount field must not be greater than ${mostCents}.`],
      });
    Object.assign(changes, afterRefund(payment, refundCents));
  }
  if (report.status === 'paid') {
    const { balanceDueCents } = folioOf(locked.booking, locked.folio);
    if (payment.amountCents > balanceDueCents && !report.allowOverpayment)
      return invalid({ status: [TOO_MUCH] });
    const others = locked.folio.payments.filter(({ id }) => id !== payment.id);
    await storeCovered(context, coverSurplus(others, balanceDueCents - payment.amountCents));
  }
  return storeReport(context, locked, payment, changes);
}

async function storeCovered({ tx, writer }: WriteContext, { shrunk, coveredIds }: Covered): Promise<void> {
  if (shrunk) await updatePayments(tx, writer.teamId, [shrunk.id], { amountCents: shrunk.amountCents });
  await updatePayments(tx, writer.teamId, coveredIds, { status: 'cancelled' });
}

/** Stores what differs, with its event. The reference is the provider's, so the event only says that it changed. */
async function storeReport(
  context: WriteContext,
  locked: BookingToWrite,
  payment: PaymentRow,
  changes: Partial<PaymentRow>,
): Promise<Outcome<Folio>> {
  const after = { ...payment, ...changes };
  const changed = changedFields(payment, after);
  if (Object.keys(changed).length === 0) return done(await readFolioOf(context, locked.booking));
  const { status, refundedCents } = changed;
  const details = {
    payment: payment.id,
    ...(status ? { status } : {}),
    // The status already says that all of it was refunded.
    ...(refundedCents && !status ? { refunded_amount: refundedCents } : {}),
  };
  await updatePayments(context.tx, context.writer.teamId, [payment.id], changes);
  return folioAfter(context, locked, 'payment', details);
}

async function receive(
  context: WriteContext,
  locked: BookingToWrite,
  { amountCents, paidAt, reference, allowOverpayment }: ReceivedPayment,
): Promise<Outcome<Folio>> {
  const { tx, writer, now } = context;
  const { teamId } = writer;
  const { booking, listing, folio: rows } = locked;
  if (!isLive(booking.status))
    return invalid({ amount: [`A payment cannot be added to a ${booking.status} booking.`] });
  if (rows.payments.length >= MAX_PAYMENTS) return invalid({ amount: [TOO_MANY] });
  const { balanceDueCents } = folioOf(booking, rows);
  if (amountCents > balanceDueCents && !allowOverpayment) {
    const owed = Math.max(0, balanceDueCents);
    return invalid({ amount: [`The amount field must not be greater than what is owed, ${owed}.`] });
  }
  for (const covered of coverReceived(rows.payments, amountCents, balanceDueCents))
    await storeCovered(context, covered);
  const received = paidAt ?? now;
  const payment: PaymentRow = {
    teamId,
    id: newId(),
    bookingId: booking.id,
    amountCents,
    status: 'paid',
    dueOn: dateReceived(received, listing.timezone),
    // After the payments of the plan that are due on the same day.
    position: Math.max(-1, ...rows.payments.map(({ position }) => position)) + 1,
    paidAt: received,
    refundedCents: 0,
    reference,
  };
  await insertPayments(tx, [payment]);
  return folioAfter(context, locked, 'payment', { payment: payment.id, status: [null, 'paid'] });
}
