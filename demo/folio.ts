import { addDays, type Stay, type StayDate } from '../src/domain/dates.ts';
import { percentOfCents } from '../src/domain/money.ts';
import type { BookingEntry, ListingEntry, PaymentEntry } from './entries.ts';
import { idFor } from './identity.ts';
import { momentOf } from './moments.ts';
import type { DemoStay } from './stays.ts';

/** The team's terms: the share due on the day of booking, and how long before check-in the rest is due. */
export const DEPOSIT_PERCENT = 30;
export const BALANCE_DUE_DAYS = 30;

const DEPOSIT_PPM = DEPOSIT_PERCENT * 10_000;
/** Card payments run early in the morning. A payment at booking takes some seconds. */
export const CHARGED_AT = '06:30:00';
const CHARGE_SECONDS = 45;
const HELD_AFTER_SECONDS = 20 * 60;
export const INSPECTED_AT = '16:30:00';

/** The facts that decide a folio. `today` has not ended: payments that are due today are still open. */
export type FolioFacts = {
  stay: DemoStay;
  dates: Stay;
  today: StayDate;
  listing: ListingEntry;
  bookedOn: StayDate;
  totals: NonNullable<BookingEntry['totals']>;
  /** The fee of its cancellation, in cents, or null. */
  fee: number | null;
  /** The totals before the announced change of guests, else null. */
  formerTotals: BookingEntry['totals'];
  moments: { created: string; confirmed: string | null; changed: string | null; cancelled: string | null };
};

type Identified<Entry> = Entry & { id: string };
export type Folio = {
  payments: Identified<PaymentEntry>[];
  invoices: Identified<NonNullable<BookingEntry['invoices']>[number]>[];
  security_deposit: Identified<NonNullable<BookingEntry['security_deposit']>> | null;
};

/** A booking's folio by the team's terms, as of yesterday (docs/rules.md, 12). */
export function folioOf(facts: FolioFacts): Folio {
  if (facts.stay.paidElsewhere) return { payments: [], invoices: [], security_deposit: null };
  const payments = paymentsOf(facts);
  const deposit = depositOf(facts);
  const { code } = facts.stay;
  return {
    payments: payments.map((payment, position) => ({ ...payment, id: idFor(`${code} payment ${position}`) })),
    invoices: invoicesOf(facts, payments).map((invoice) => ({
      ...invoice,
      id: idFor(`invoice ${invoice.number}`),
    })),
    security_deposit: deposit ? { ...deposit, id: idFor(`${code} deposit`) } : null,
  };
}

type Due = { amount: number; due_on: StayDate };

function planOf({ totals, formerTotals, bookedOn, dates }: FolioFacts): Due[] {
  const { grand_total: grandTotal } = totals;
  const deposit = percentOfCents(grandTotal, DEPOSIT_PPM);
  const rest = { amount: grandTotal - deposit, due_on: balanceDueOn(bookedOn, dates) };
  if (!formerTotals) return [{ amount: deposit, due_on: bookedOn }, rest];
  // The new plan: earlier payments are deducted from its first payment.
  const paid = percentOfCents(formerTotals.grand_total, DEPOSIT_PPM);
  return [{ amount: paid, due_on: bookedOn }, { amount: deposit - paid, due_on: bookedOn }, rest];
}

function balanceDueOn(bookedOn: StayDate, { checkIn }: Stay): StayDate {
  const due = addDays(checkIn, -BALANCE_DUE_DAYS);
  return due < bookedOn ? bookedOn : due;
}

function paymentsOf(facts: FolioFacts): PaymentEntry[] {
  const payments = chargesOf(facts);
  return facts.stay.cancelled?.refund === 'done' ? refunded(payments, facts.fee) : payments;
}

/** What was paid beyond the fee is given back, the last payment first. */
function refunded(payments: readonly PaymentEntry[], fee: number | null): PaymentEntry[] {
  const paid = payments.filter(({ status }) => status === 'paid');
  let left = Math.max(0, paid.reduce((sum, { amount }) => sum + amount, 0) - (fee ?? 0));
  return payments
    .toReversed()
    .map((payment): PaymentEntry => {
      const back = payment.status === 'paid' ? Math.min(left, payment.amount) : 0;
      if (back === 0) return payment;
      left -= back;
      const status = back === payment.amount ? ('refunded' as const) : ('paid' as const);
      return { ...payment, status, refunded_amount: back };
    })
    .toReversed();
}

function chargesOf(facts: FolioFacts): PaymentEntry[] {
  const { stay, today, moments } = facts;
  return planOf(facts).flatMap(({ amount, due_on }, position): PaymentEntry[] => {
    const paid_at = paidAt(facts, due_on, position);
    if (moments.cancelled) return [settledByCancelling({ amount, due_on }, paid_at, moments.cancelled)];
    if (position > 0 && stay.balanceFails) {
      const retryOn = addDays(today, stay.balanceFails.retryIn);
      return [
        { amount, status: 'failed', due_on },
        { amount, status: 'scheduled', due_on: retryOn },
      ];
    }
    return [paid_at ? { amount, status: 'paid', due_on, paid_at } : { amount, status: 'scheduled', due_on }];
  });
}

/** When a payment was made. Null if it is not due yet, or if nobody has confirmed the booking. */
function paidAt(
  { stay, bookedOn, today, moments }: FolioFacts,
  dueOn: StayDate,
  position: number,
): string | null {
  if (stay.pending === true || dueOn >= today) return null;
  if (dueOn > bookedOn) return momentOf(dueOn, CHARGED_AT);
  const asked = position === 1 && moments.changed ? moments.changed : (moments.confirmed ?? moments.created);
  return new Date(Date.parse(asked) + CHARGE_SECONDS * 1_000).toISOString().replace('.000Z', '+00:00');
}

const settledByCancelling = (due: Due, paid_at: string | null, cancelled: string): PaymentEntry =>
  paid_at !== null && paid_at < cancelled
    ? { ...due, status: 'paid', paid_at }
    : { ...due, status: 'cancelled' };

/** An invoice for the price. If the price has changed, the first invoice is void and a second one replaces it. */
function invoicesOf(
  { stay, totals, formerTotals, moments }: FolioFacts,
  payments: readonly PaymentEntry[],
): NonNullable<BookingEntry['invoices']> {
  const { created, changed, cancelled } = moments;
  const wasPaid = payments.every(({ status }) => status === 'paid' || status === 'refunded');
  const current = {
    number: `${stay.code}-${formerTotals ? 2 : 1}`,
    amount: totals.grand_total,
    issued_at: changed ?? created,
  };
  const former = formerTotals && {
    number: `${stay.code}-1`,
    amount: formerTotals.grand_total,
    status: 'void' as const,
    issued_at: created,
    voided_at: changed,
  };
  return [
    ...(former ? [former] : []),
    cancelled && !wasPaid
      ? { ...current, status: 'void', voided_at: cancelled }
      : { ...current, status: wasPaid ? 'paid' : 'open' },
  ];
}

/** Held on the day of arrival, and returned on the day of departure after somebody has inspected the place. */
function depositOf({ stay, dates, today, listing, moments }: FolioFacts): BookingEntry['security_deposit'] {
  const amount = listing.security_deposit;
  if (!amount) return null;
  if (moments.cancelled) return { amount, status: 'cancelled' };
  if (dates.checkIn >= today || stay.pending === true) return { amount, status: 'pending' };
  const held_at = momentOf(dates.checkIn, listing.check_in_time ?? '15:00', HELD_AFTER_SECONDS);
  if (stay.depositKept) return { amount, status: 'kept', held_at };
  if (dates.checkOut >= today) return { amount, status: 'held', held_at };
  return { amount, status: 'returned', held_at, returned_at: momentOf(dates.checkOut, INSPECTED_AT) };
}
