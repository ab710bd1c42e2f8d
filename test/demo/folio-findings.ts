import type { PaymentEntry } from '../../demo/entries.ts';
import { feeOf } from '../../demo/terms.ts';
import { addDays } from '../../src/domain/dates.ts';
import { cancellationPolicy } from '../../src/schemas/cancellation-policy.ts';
import type { Subject } from './findings.ts';
import { inLisbon } from './lisbon-clock.ts';

const DEPOSIT_PERCENT = 30n;
const BALANCE_DUE_DAYS = 30;

const amountOf = (payments: readonly PaymentEntry[], ...statuses: PaymentEntry['status'][]): number =>
  payments.filter(({ status }) => statuses.includes(status)).reduce((sum, { amount }) => sum + amount, 0);

/** Checks a booking of the demo against the rules of a folio (docs/rules.md, 12). */
export function folioFindings(subject: Subject): void {
  const { booking, report } = subject;
  const payments = booking.payments ?? [];
  const invoices = booking.invoices ?? [];
  if (payments.length === 0) {
    report(['airbnb', 'booking_com'].includes(booking.source ?? ''), 'nobody pays');
    report(invoices.length === 0 && booking.security_deposit === null, 'half a folio');
    return;
  }
  paymentFindings(subject, payments);
  planFindings(subject, payments);
  invoiceFindings(subject, payments);
  depositFindings(subject);
}

function paymentFindings({ booking, today, report }: Subject, payments: readonly PaymentEntry[]): void {
  const total = booking.totals?.grand_total ?? 0;
  for (const { status, amount, due_on, paid_at } of payments) {
    report(amount > 0, 'a payment of nothing');
    const wasPaid = status === 'paid' || status === 'refunded';
    report(wasPaid === (typeof paid_at === 'string'), 'paid_at');
    report(!paid_at || inLisbon(paid_at).slice(0, 10) >= (due_on ?? ''), 'paid before it was due');
    report(status !== 'failed' || (due_on ?? '') < today, 'failed before it was due');
    report(status !== 'scheduled' || booking.status === 'pending' || (due_on ?? '') >= today, 'overdue');
  }
  if (booking.status === 'cancelled') {
    report(amountOf(payments, 'scheduled', 'failed') === 0, 'cancelled and still to be paid');
    report(amountOf(payments, 'paid', 'refunded', 'cancelled') === total, 'payments of the cancelled');
    refundFindings({ booking, report }, payments);
    return;
  }
  report(amountOf(payments, 'scheduled', 'paid') === total, 'scheduled and paid are not the grand total');
  report(amountOf(payments, 'refunded', 'cancelled') === 0, 'refunded or cancelled while live');
  report(booking.status !== 'completed' || amountOf(payments, 'paid') === total, 'left without paying');
  report(booking.status !== 'pending' || amountOf(payments, 'paid') === 0, 'paid before it was confirmed');
}

/** A refund is of what was paid beyond the fee, which the booking’s own terms decide. */
function refundFindings(
  { booking, report }: Pick<Subject, 'booking' | 'report'>,
  payments: readonly PaymentEntry[],
): void {
  const { cancellation_policy: policy, cancelled_at, confirmed_at, created_at = '' } = booking;
  const made = {
    policy: policy ? cancellationPolicy.parse(policy) : null,
    checkIn: booking.check_in,
    grandTotal: booking.totals?.grand_total ?? 0,
    isPending: !confirmed_at,
  };
  const fee = feeOf(made, { created: created_at ?? '', cancelled: cancelled_at ?? '' });
  report(policy !== null && booking.cancellation_fee === fee, `the fee is not ${fee}`);
  const back = payments.reduce((sum, { refunded_amount }) => sum + (refunded_amount ?? 0), 0);
  const due = Math.max(0, amountOf(payments, 'paid', 'refunded') - (fee ?? 0));
  report(back === 0 || back === due, `${back} given back, not ${due}`);
  for (const { status, amount, refunded_amount: refunded } of payments)
    report((status === 'refunded') === (refunded === amount), 'refunded and not refunded');
}

/**
 * 30 % on the day of booking, rounded half up, and the rest 30 days before check-in, or at once if that day is past.
 */
function planFindings({ booking, bookedOn, report }: Subject, payments: readonly PaymentEntry[]): void {
  const total = booking.totals?.grand_total ?? 0;
  const deposit = Number((BigInt(total) * DEPOSIT_PERCENT * 2n + 100n) / 200n);
  const thirtyBefore = addDays(booking.check_in, -BALANCE_DUE_DAYS);
  const restDue = thirtyBefore < bookedOn ? bookedOn : thirtyBefore;
  // A payment after a failed one is its second attempt.
  const planned = payments.filter((_, position) => payments[position - 1]?.status !== 'failed');
  for (const [position, payment] of payments.entries()) {
    const failed = payments[position - 1];
    if (failed?.status === 'failed') report(failed.amount === payment.amount, 'a retry of another amount');
  }
  const rest = planned.at(-1);
  const first = planned.slice(0, -1);
  report(
    first.every(({ due_on }) => due_on === bookedOn),
    'the first payments are not due on the day of booking',
  );
  report(first.reduce((sum, { amount }) => sum + amount, 0) === deposit, 'the first payments are not 30 %');
  report(rest?.amount === total - deposit && rest.due_on === restDue, 'the balance');
}

function invoiceFindings({ booking, report }: Subject, payments: readonly PaymentEntry[]): void {
  const total = booking.totals?.grand_total ?? 0;
  const invoices = booking.invoices ?? [];
  report(
    invoices.every(({ number }, position) => number === `${booking.confirmation_code}-${position + 1}`),
    'invoice numbers',
  );
  for (const { status, issued_at, voided_at } of invoices) {
    report((status === 'void') === (typeof voided_at === 'string'), 'voided_at');
    report(!voided_at || voided_at >= (issued_at ?? ''), 'void before it was issued');
  }
  const valid = invoices.filter(({ status }) => status !== 'void');
  const everythingPaid = amountOf(payments, 'paid', 'refunded') === total;
  if (booking.status === 'cancelled' && !everythingPaid) {
    report(valid.length === 0, 'cancelled with a valid invoice');
    return;
  }
  report(valid.length === 1 && valid[0]?.amount === total, 'the invoice is not over the grand total');
  report((valid[0]?.status === 'paid') === everythingPaid, 'the invoice does not know whether it is paid');
}

function depositFindings({ booking, listing, today, report }: Subject): void {
  const deposit = booking.security_deposit;
  if (!listing.security_deposit) {
    report(deposit === null, 'a deposit that nobody asks for');
    return;
  }
  const status = deposit?.status ?? '';
  report(deposit?.amount === listing.security_deposit, 'deposit amount');
  if (booking.status === 'cancelled') {
    report(['cancelled', 'returned'].includes(status), 'deposit of the cancelled');
    return;
  }
  const hasArrived = booking.check_in < today;
  const hasLeft = booking.check_out < today;
  report((status === 'pending') === !hasArrived, 'deposit before arrival');
  report((status === 'held') === (hasArrived && !hasLeft), 'deposit of who is here');
  report(['returned', 'kept'].includes(status) === hasLeft, 'deposit of who has left');
  report((status !== 'pending') === (typeof deposit?.held_at === 'string'), 'held_at');
  report((status === 'returned') === (typeof deposit?.returned_at === 'string'), 'returned_at');
  report(
    !deposit?.held_at || inLisbon(deposit.held_at).slice(0, 10) === booking.check_in,
    'held on another day',
  );
  report(
    !deposit?.returned_at || deposit.returned_at > (booking.completed_at ?? ''),
    'returned before leaving',
  );
}
