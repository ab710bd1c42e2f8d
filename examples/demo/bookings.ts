import { addDays, type StayDate } from '../../src/domain/dates/dates.ts';
import { planPayments } from '../../src/domain/folio/payment-plan.ts';
import type { BookingSource } from '../../src/domain/vocabulary.ts';
import { DETAILS, type StayDetails, type StayRow } from './stays.ts';
import { momentOf } from './team-dates.ts';

type Terms = { securityDeposit: number; cancellationPolicy: object };
type Payment = {
  amount: number;
  due_on: StayDate;
  status: string;
  paid_at?: string;
  refunded_amount?: number;
};
type Facts = StayDetails & {
  today: StayDate;
  checkIn: StayDate;
  checkOut: StayDate;
  cancelledOn: StayDate | null;
};

/**
 * A row as a booking of the team file. Payments, invoice and deposit are as they would be on the evening before `today`.
 * Prices are given: a booking keeps the price that it was made for.
 */
export function bookingOf(row: StayRow, guest: string, terms: Terms, today: StayDate) {
  const [code, listing, unit, , guests, from, to, booked, totals] = row;
  const details = DETAILS[code] ?? {};
  const { source = 'booking_site', cancelled, heldUntil, isPaidElsewhere } = details;
  const [accommodation, discounts, fees, taxes] = totals;
  const total = accommodation - discounts + fees + taxes;
  const created = momentOf(addDays(today, booked), '11:00');
  const facts: Facts = {
    ...details,
    today,
    checkIn: addDays(today, from),
    checkOut: addDays(today, to),
    cancelledOn: cancelled ? addDays(today, cancelled.on) : null,
  };
  const cancelledAt = facts.cancelledOn && momentOf(facts.cancelledOn, '10:00');
  const status = statusOf(facts);
  const payments = isPaidElsewhere ? [] : paymentsOf(facts, total, addDays(today, booked));
  const isPaid = payments.every(({ status }) => status === 'paid' || status === 'refunded');
  const invoice = { number: `${code}-1`, amount: total, issued_at: created };
  return {
    ...(details.id ? { id: details.id } : {}),
    confirmation_code: code,
    listing,
    unit,
    guest,
    status,
    source,
    check_in: facts.checkIn,
    check_out: facts.checkOut,
    number_of_guests: guests,
    coupon_code: details.coupon ?? null,
    notes: details.notes ?? null,
    special_requests: details.requests ?? null,
    totals: {
      accommodation_total: accommodation,
      discount_total: discounts,
      fees_total: fees,
      taxes_total: taxes,
      grand_total: total,
    },
    cancellation_policy: terms.cancellationPolicy,
    cancellation_reason: cancelled?.reason ?? null,
    cancellation_fee: cancelled?.fee ?? null,
    expires_at: heldUntil ? momentOf(addDays(today, heldUntil), '18:00') : null,
    confirmed_at: details.isPending ? null : created,
    cancelled_at: cancelledAt,
    payments,
    invoices: isPaidElsewhere ? [] : [{ ...invoice, ...invoiceState(isPaid, cancelledAt) }],
    security_deposit: isPaidElsewhere ? null : depositOf(facts, terms.securityDeposit),
    events: [
      { type: 'booking.created', actor: bookerOf(source), created_at: created },
      ...(cancelledAt ? [{ type: 'booking.cancelled', actor: ANA, created_at: cancelledAt }] : []),
    ],
    created_at: created,
    updated_at: cancelledAt ?? created,
  };
}

const ANA = { type: 'member', name: 'Ana Reis' };
const bookerOf = (source: BookingSource) => {
  if (source === 'manual') return ANA;
  return { type: 'token', name: source === 'booking_site' ? 'Booking site' : 'Channel manager' };
};

function statusOf({ cancelledOn, isPending, checkOut, today }: Facts): string {
  if (cancelledOn) return 'cancelled';
  if (isPending) return 'pending';
  return checkOut < today ? 'completed' : 'confirmed';
}

function paymentsOf(facts: Facts, total: number, bookedOn: StayDate): Payment[] {
  const { today, checkIn, cancelledOn, isPending, retryOn, cancelled } = facts;
  const plan = planPayments(total, { depositPpm: 300_000, balanceDueDays: 30 }, bookedOn, checkIn);
  const payments = plan.flatMap(({ amountCents: amount, dueOn: due_on, position }): Payment[] => {
    if (retryOn !== undefined && position === 1)
      return [
        { amount, due_on, status: 'failed' },
        { amount, due_on: addDays(today, retryOn), status: 'scheduled' },
      ];
    if (!isPending && due_on < (cancelledOn ?? today))
      return [{ amount, due_on, status: 'paid', paid_at: momentOf(due_on, '12:00') }];
    return [{ amount, due_on, status: cancelledOn ? 'cancelled' : 'scheduled' }];
  });
  return cancelled?.isRefunded ? refunded(payments, cancelled.fee) : payments;
}

/** What was paid beyond the fee is given back, the last payment first. */
function refunded(payments: readonly Payment[], fee: number): Payment[] {
  const paid = payments.filter(({ status }) => status === 'paid');
  let left = paid.reduce((sum, { amount }) => sum + amount, -fee);
  return payments
    .toReversed()
    .map((payment) => {
      const back = payment.status === 'paid' ? Math.min(left, payment.amount) : 0;
      left -= back;
      if (back === 0) return payment;
      return { ...payment, status: back === payment.amount ? 'refunded' : 'paid', refunded_amount: back };
    })
    .toReversed();
}

const invoiceState = (isPaid: boolean, cancelledAt: string | null) =>
  cancelledAt && !isPaid ? { status: 'void', voided_at: cancelledAt } : { status: isPaid ? 'paid' : 'open' };

/** Held on the day of arrival, and returned on the day of departure. */
function depositOf(
  { cancelledOn, isPending, isDepositKept, checkIn, checkOut, today }: Facts,
  amount: number,
) {
  if (amount === 0) return null;
  if (cancelledOn) return { amount, status: 'cancelled' };
  if (isPending || checkIn >= today) return { amount, status: 'pending' };
  const held = { amount, held_at: momentOf(checkIn, '17:30') };
  if (checkOut >= today) return { ...held, status: 'held' };
  if (isDepositKept) return { ...held, status: 'kept' };
  return { ...held, status: 'returned', returned_at: momentOf(checkOut, '16:30') };
}
