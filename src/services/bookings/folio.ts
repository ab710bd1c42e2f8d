/** Records what the team's payment provider did, because Innkeep itself moves no money. */
import {
  type DepositRow,
  type FolioChanges,
  type FolioRows,
  type InvoiceRow,
  loadFolio,
  type PaymentRow,
  storeFolioChanges,
} from '../../db/queries/bookings/folio.ts';
import { diffFields, isLiveBookingStatus } from '../../domain/booking.ts';
import type { FolioEventChange } from '../../domain/events.ts';
import {
  maySetInvoiceStatus,
  maySetPaymentStatus,
  maySetSecurityDepositStatus,
} from '../../domain/folio/folio.ts';
import {
  applyRefundToPayment,
  computeRefundableCents,
  coverPaymentsByReceived,
  coverSurplusPayments,
  takeBackPayment,
  toReceiptDate,
} from '../../domain/folio/payments.ts';
import { MAX_PAYMENTS_OF_BOOKING } from '../../domain/limits.ts';
import { type MessageText, namedField, namedNumber } from '../../domain/message-text.ts';
import type { InvoiceStatus, PaymentStatus, SecurityDepositStatus } from '../../domain/vocabulary.ts';
import { Invalid, NotFound } from '../errors.ts';
import { newId } from '../new-id.ts';
import type { TeamScope, WriteScope } from '../team-scope.ts';
import { type WriteOptions, write } from '../write.ts';
import { recordNextBookingEvents } from './events.ts';
import { type BookingToWrite, buildInvalidStatus, lockBooking } from './lock.ts';
import { computeFolio, type Folio } from './read.ts';

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

/** A payment of money that came in otherwise than planned. */
export type ReceivedPayment = {
  amountCents: number;
  /** The moment of payment, or null for now. */
  paidAt: Date | null;
  reference: string | null;
  allowOverpayment: boolean;
};

type Part = 'payment' | 'invoice' | 'security_deposit';
/** One report about a part of a folio: the rows that it changes, and the data of its event. */
type Step = { part: Part; changes: FolioChanges; details: Record<string, unknown> };
const TOO_MUCH: MessageText = [
  'A payment of more than what is owed becomes paid only with ',
  namedField('allow_overpayment'),
  '.',
];
const REFUNDED = 'A payment of which something was refunded cannot become scheduled.';
const TOO_MANY = `A booking can have ${MAX_PAYMENTS_OF_BOOKING} payments.`;

export type PaymentPath = { booking: string; payment: string };

export const recordPayment = (
  scope: TeamScope,
  path: PaymentPath,
  report: PaymentReport,
  options: WriteOptions<Folio> = {},
): Promise<Folio> => write(scope, options, (scope) => recordPaymentWithin(scope, path, report));

/** Records a report within a write. */
export const recordPaymentWithin = (
  scope: WriteScope,
  path: PaymentPath,
  report: PaymentReport,
): Promise<Folio> =>
  changeFolioWithin(scope, path.booking, {
    find: ({ payments }) => payments.find(({ id }) => id === path.payment),
    decide: (payment, locked, now) => decideReport(locked, payment, report, now),
  });

/**
 * Adds a paid payment to a folio. An added payment reduces the scheduled and failed ones by its amount, those
 * due first before others.
 */
export const addPayment = (
  scope: TeamScope,
  bookingId: string,
  received: ReceivedPayment,
  options: WriteOptions<Folio> = {},
): Promise<Folio> =>
  changeFolio(
    scope,
    bookingId,
    {
      find: (folio) => folio,
      decide: (_folio, locked, now) => decideReceived(locked, received, now),
    },
    options,
  );

export const recordInvoice = (
  scope: TeamScope,
  path: { booking: string; invoice: string },
  to: InvoiceStatus,
  options: WriteOptions<Folio> = {},
): Promise<Folio> =>
  changeFolio(
    scope,
    path.booking,
    {
      find: ({ invoices }) => invoices.find(({ id }) => id === path.invoice),
      decide(invoice, { booking }, now) {
        const { id, status: from } = invoice;
        if (!maySetInvoiceStatus(from, to, !isLiveBookingStatus(booking.status)))
          throw buildStepRefusal('invoice', { from, to }, maySetInvoiceStatus(from, to, false));
        const after = { ...invoice, status: to, voidedAt: to === 'void' ? now : invoice.voidedAt };
        return {
          part: 'invoice',
          changes: { invoices: [after] },
          details: { invoice: id, status: [from, to] },
        };
      },
    },
    options,
  );

export const recordSecurityDeposit = (
  scope: TeamScope,
  bookingId: string,
  to: SecurityDepositStatus,
  options: WriteOptions<Folio> = {},
): Promise<Folio> =>
  changeFolio(
    scope,
    bookingId,
    {
      find: ({ deposit }) => deposit,
      decide(deposit, { booking }, now) {
        const { id, status: from } = deposit;
        if (!maySetSecurityDepositStatus(from, to, !isLiveBookingStatus(booking.status)))
          throw buildStepRefusal(
            'security_deposit',
            { from, to },
            maySetSecurityDepositStatus(from, to, false),
          );
        const after = {
          ...deposit,
          status: to,
          heldAt: to === 'held' ? now : deposit.heldAt,
          returnedAt: to === 'returned' ? now : deposit.returnedAt,
        };
        const details = { security_deposit: id, status: [from, to] };
        return { part: 'security_deposit', changes: { deposits: [after] }, details };
      },
    },
    options,
  );

type PartStep<Found> = {
  /** The payment, invoice or deposit that the path names. */
  find: (folio: FolioRows) => Found | null | undefined;
  /**
   * Decides what a payment provider's report changes. Returns null if the report changes nothing, and refuses
   * every change of status that the domain does not list.
   */
  decide: (found: Found, locked: BookingToWrite, now: Date) => Step | null;
};

/** Takes a step of a part of a booking's folio, and reads the folio for the answer. */
const changeFolio = <Found>(
  scope: TeamScope,
  bookingId: string,
  step: PartStep<Found>,
  options: WriteOptions<Folio> = {},
): Promise<Folio> => write(scope, options, (scope) => changeFolioWithin(scope, bookingId, step));

async function changeFolioWithin<Found>(
  scope: WriteScope,
  bookingId: string,
  { find, decide }: PartStep<Found>,
): Promise<Folio> {
  const { tx, teamId, now } = scope;
  const hasPart = ({ folio }: BookingToWrite) => Boolean(find(folio));
  const locked = await lockBooking(scope, bookingId, { hasPart });
  const found = find(locked.folio);
  if (!found) throw new NotFound();
  const { booking, lastEvent } = locked;
  const step = decide(found, locked, now);
  if (step) await storeFolioChanges(tx, step.changes);
  const after = computeFolio(booking, await loadFolio(tx, teamId, booking.id));
  if (step) {
    const event = { type: 'booking.folio_changed', details: step.details, changed: [step.part] } as const;
    const folio = {
      changes: listFolioChanges(locked.folio, step.changes),
      paid_total: after.paidTotalCents,
      balance_due: after.balanceDueCents,
    };
    await recordNextBookingEvents(scope, lastEvent, [{ ...event, booking, folio }]);
  }
  return after;
}

/** The rows that a step changes, as its event tells them. */
function listFolioChanges(
  stored: FolioRows,
  { payments = [], invoices = [], deposits = [] }: FolioChanges,
): FolioEventChange[] {
  const before = [...stored.payments, ...stored.invoices, ...(stored.deposit ? [stored.deposit] : [])];
  const statusBefore = new Map(before.map(({ id, status }) => [id, status]));
  const present = (
    kind: Part,
    { id, status, amountCents }: PaymentRow | InvoiceRow | DepositRow,
    refundedCents: number | null = null,
  ): FolioEventChange => ({
    kind,
    id,
    status_before: statusBefore.get(id) ?? null,
    status_after: status,
    amount: amountCents,
    refunded_amount: refundedCents,
  });
  return [
    ...payments.map((payment) => present('payment', payment, payment.refundedCents)),
    ...invoices.map((invoice) => present('invoice', invoice)),
    ...deposits.map((deposit) => present('security_deposit', deposit)),
  ];
}

/**
 * The error message is about the status of the payment, invoice or deposit, and mentions the booking only if
 * the change would be allowed on one that is not cancelled.
 */
function buildStepRefusal(
  part: Part,
  { from, to }: { from: string; to: string },
  isRefusedByCancellation: boolean,
): Invalid {
  const name = `${part === 'invoice' ? 'An' : 'A'} ${part.replace('_', ' ')}`;
  const place = isRefusedByCancellation ? ' on a cancelled booking' : '';
  return buildInvalidStatus(`${name} that is ${from} cannot become ${to}${place}.`);
}

/**
 * The differences that a report makes, for its event. A payment's reference belongs to the provider, so the
 * event only says that it changed.
 */
function decideReport(
  { booking, folio }: BookingToWrite,
  payment: PaymentRow,
  { status: to, reference = payment.reference, refundedCents, allowOverpayment }: PaymentReport,
  now: Date,
): Step | null {
  const from = payment.status;
  if (to !== undefined && !maySetPaymentStatus(from, to, !isLiveBookingStatus(booking.status)))
    throw buildStepRefusal('payment', { from, to }, maySetPaymentStatus(from, to, false));
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
        refunded_amount: [{ predicate: ['must not be greater than ', namedNumber(mostCents), '.'] }],
      });
    Object.assign(after, applyRefundToPayment(payment, refundedCents ?? mostCents), { refundedAt: now });
  }
  if (to === 'paid') {
    const { balanceDueCents } = computeFolio(booking, folio);
    if (payment.amountCents > balanceDueCents && !allowOverpayment) throw new Invalid({ status: [TOO_MUCH] });
    const others = folio.payments.filter(({ id }) => id !== payment.id);
    covered = coverSurplusPayments(others, balanceDueCents - payment.amountCents);
  }
  if (to === 'scheduled') {
    if (payment.refundedCents > 0) throw new Invalid({ status: [REFUNDED] });
    const { balanceDueCents } = computeFolio(booking, folio);
    const others = folio.payments.filter(({ id }) => id !== payment.id);
    Object.assign(after, takeBackPayment(payment, others, balanceDueCents + payment.amountCents));
  }
  const changed = diffFields(payment, after);
  if (Object.keys(changed).length === 0) return null;
  const details = {
    payment: payment.id,
    ...(changed.status ? { status: changed.status } : {}),
    // The status `refunded` already says that all of the payment was refunded.
    ...(changed.refundedCents && !changed.status ? { refunded_amount: changed.refundedCents } : {}),
  };
  return { part: 'payment', changes: { payments: [after, ...covered] }, details };
}

function decideReceived(
  { booking, listing, folio }: BookingToWrite,
  { amountCents, paidAt, reference, allowOverpayment }: ReceivedPayment,
  now: Date,
): Step {
  const { payments } = folio;
  if (!isLiveBookingStatus(booking.status))
    throw new Invalid({ amount: [`A payment cannot be added to a ${booking.status} booking.`] });
  if (payments.length >= MAX_PAYMENTS_OF_BOOKING) throw new Invalid({ amount: [TOO_MANY] });
  const { balanceDueCents } = computeFolio(booking, folio);
  if (amountCents > balanceDueCents && !allowOverpayment) {
    const owed = Math.max(0, balanceDueCents);
    throw new Invalid({
      amount: [{ predicate: ['must not be greater than what is owed, ', namedNumber(owed), '.'] }],
    });
  }
  const paidAtOrNow = paidAt ?? now;
  const payment: PaymentRow = {
    teamId: booking.teamId,
    id: newId(),
    bookingId: booking.id,
    amountCents,
    status: 'paid',
    dueOn: toReceiptDate(paidAtOrNow, listing.timezone),
    // The position of an added payment: after those of the plan that are due on the same day.
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
