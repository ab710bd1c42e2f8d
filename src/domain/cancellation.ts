import { addDays, type StayDate, todayIn, toInstant } from './dates.ts';
import { percentOfCents } from './money.ts';
import type { BookingStatus, DepositStatus, InvoiceStatus, PaymentStatus } from './vocabulary.ts';

/** The cost of a cancellation, by the terms of a team, a listing or a booking. */
export type CancellationPolicy = {
  name: string;
  /** Within this many hours after it was made, a booking can be cancelled without a fee. */
  graceHours: number;
  /** The minimum number of days before check-in for that. */
  graceDaysBefore: number;
  /** The share of the price that is refunded until some days before check-in, by falling days. */
  tiers: { daysBefore: number; refundPpm: number }[];
};

/** The terms that may apply to a listing, from the nearest to the most general. */
export type PolicySources = {
  ownPolicy: CancellationPolicy | null;
  policyOfBuilding: CancellationPolicy | null;
  policyOfTeam: CancellationPolicy | null;
};

/** The terms of a listing: its own, else its building's, else its team's. */
export const choosePolicy = ({
  ownPolicy,
  policyOfBuilding,
  policyOfTeam,
}: PolicySources): CancellationPolicy | null => ownPolicy ?? policyOfBuilding ?? policyOfTeam;

/** A policy with the dates of one stay. */
export interface CancellationTerms {
  readonly name: string;
  /** The moment from which a cancellation costs something. Null if it was never free. */
  readonly graceUntil: Date | null;
  /** `until` is the last date, in the listing's time zone, on which that share of the price is refunded. */
  readonly refunds: readonly { readonly until: StayDate; readonly refundPpm: number }[];
}

/** A booking as its cancellation terms see it. The time zone is its listing's. */
interface TermsBooking {
  readonly cancellationPolicy: CancellationPolicy | null;
  readonly checkIn: StayDate;
  readonly createdAt: Date;
  readonly timezone: string;
}

const HOUR_MS = 3_600_000;

/** The terms of a stay that nobody has booked yet. It has no grace, because that begins with the booking. */
export const buildTermsOfQuote = (
  policy: CancellationPolicy | null,
  checkIn: StayDate,
): CancellationTerms | null =>
  policy && {
    name: policy.name,
    graceUntil: null,
    refunds: policy.tiers.map(({ daysBefore, refundPpm }) => ({
      until: addDays(checkIn, -daysBefore),
      refundPpm,
    })),
  };

/** The terms of a booking, or null if it has none. */
export function buildTermsOfBooking(booking: TermsBooking): CancellationTerms | null {
  const { cancellationPolicy: policy, checkIn } = booking;
  const terms = buildTermsOfQuote(policy, checkIn);
  return policy && terms && { ...terms, graceUntil: computeGraceEnd(policy, booking) };
}

/**
 * The moment at which the grace ends: its hours after the booking was made, or as soon as check-in is fewer days away
 * than the policy requires, whichever is earlier. Null if it was over when the booking was made.
 */
function computeGraceEnd(
  { graceHours, graceDaysBefore }: CancellationPolicy,
  { checkIn, createdAt, timezone }: TermsBooking,
): Date | null {
  const hoursEnd = createdAt.getTime() + graceHours * HOUR_MS;
  const daysEnd = toInstant(addDays(checkIn, 1 - graceDaysBefore), '00:00', timezone).getTime();
  const end = Math.min(hoursEnd, daysEnd);
  return end > createdAt.getTime() ? new Date(end) : null;
}

/**
 * The fee for cancelling a booking now, in cents: the grand total minus the refunded share, which is rounded half up. A
 * pending booking and one within its grace are free of charge. Null if the booking has no terms.
 */
export function computeCancellationFeeCents(
  booking: TermsBooking & { readonly status: BookingStatus; readonly grandTotalCents: number },
  now: Date,
): number | null {
  const terms = buildTermsOfBooking(booking);
  if (!terms) return null;
  const isFree = IS_FREE_OF_FEES[booking.status] || (terms.graceUntil !== null && now < terms.graceUntil);
  if (isFree) return 0;
  const today = todayIn(booking.timezone, now);
  const refundPpm = terms.refunds.find(({ until }) => today <= until)?.refundPpm ?? 0;
  return booking.grandTotalCents - percentOfCents(booking.grandTotalCents, refundPpm);
}

const IS_FREE_OF_FEES: Record<BookingStatus, boolean> = {
  pending: true,
  confirmed: false,
  completed: false,
  cancelled: false,
};

/** The amount that a cancelled booking's guest gets back, in cents: 0 if no fee was decided. */
export const computeRefundDueCents = (paidCents: number, feeCents: number | null): number =>
  feeCents === null ? 0 : Math.max(0, paidCents - feeCents);

const PAYMENT_BECOMES: Record<PaymentStatus, PaymentStatus | null> = {
  scheduled: 'cancelled',
  failed: 'cancelled',
  paid: null,
  cancelled: null,
  refunded: null,
};

const INVOICE_BECOMES: Record<InvoiceStatus, InvoiceStatus | null> = { open: 'void', paid: null, void: null };

const DEPOSIT_BECOMES: Record<DepositStatus, DepositStatus | null> = {
  pending: 'cancelled',
  held: 'returned',
  returned: null,
  kept: null,
  cancelled: null,
};

type Has<Status> = { readonly status: Status };

/**
 * The effects of a cancellation on a folio, as the parts that change: scheduled and failed payments are cancelled, open
 * invoices become void, a held deposit is returned and a pending one cancelled. Paid amounts stay: the team decides about
 * refunds.
 */
export const cancelPayments = <Payment extends Has<PaymentStatus>>(payments: readonly Payment[]) =>
  changeStatuses(payments, PAYMENT_BECOMES);
export const voidInvoices = <Invoice extends Has<InvoiceStatus>>(invoices: readonly Invoice[]) =>
  changeStatuses(invoices, INVOICE_BECOMES);
export const endDeposits = <Deposit extends Has<DepositStatus>>(deposits: readonly Deposit[]) =>
  changeStatuses(deposits, DEPOSIT_BECOMES);

/** The parts whose status becomes another one, with that status. */
const changeStatuses = <Status extends string, Part extends Has<Status>>(
  parts: readonly Part[],
  becomes: Record<Status, Status | null>,
): (Part & Has<Status>)[] =>
  parts.flatMap((part) => {
    const status = becomes[part.status];
    return status ? [{ ...part, status }] : [];
  });
