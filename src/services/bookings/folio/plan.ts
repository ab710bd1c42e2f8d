import type { FolioChanges, FolioRows, PaymentRow } from '../../../db/queries/bookings/folio.ts';
import type { BookingRecord } from '../../../db/queries/bookings/writes.ts';
import { cancelOpenPayments, endSecurityDeposits, voidOpenInvoices } from '../../../domain/cancellation.ts';
import { dateInZone, type StayDate, todayInZone } from '../../../domain/dates/dates.ts';
import { sumPaidCents } from '../../../domain/folio/folio.ts';
import { haveOtherTaxes, type InvoiceIssuer } from '../../../domain/folio/invoice-document.ts';
import { isGone } from '../../../domain/folio/numbering.ts';
import {
  countPlannedPayments,
  deductPaid,
  fitPaymentPlan,
  type PaymentTerms,
  type PlannedPayment,
  planPayments,
  replanPayments,
} from '../../../domain/folio/payment-plan.ts';
import { newId } from '../../new-id.ts';
import type { WriteScope } from '../../team-scope.ts';
import { buildFirstInvoices, fitInvoices, hasNoFolio } from './issue.ts';

export function buildNewFolio(
  terms: PaymentTerms,
  booking: BookingRecord,
  {
    securityDepositCents: depositCents,
    issuer,
  }: { securityDepositCents: number | null; issuer: InvoiceIssuer },
  { today, isPreview }: { today: StayDate; isPreview: boolean },
): FolioChanges {
  const { teamId, id: bookingId, grandTotalCents } = booking;
  const plan = planPayments(grandTotalCents, terms, today, booking.checkIn);
  const deposit = { teamId, bookingId, status: 'pending', heldAt: null, returnedAt: null } as const;
  const payments = plan.map((payment) => buildScheduledPayment(booking, payment, booking.createdAt));
  return {
    payments,
    invoices: buildFirstInvoices(booking, { issuer, now: booking.createdAt, isPreview, payments }),
    deposits: depositCents ? [{ ...deposit, id: newId(), amountCents: depositCents }] : [],
  };
}

/** `atOf` gives the moment at which a booking was cancelled. */
export const cancelFolio = (
  { payments, invoices, deposits }: Required<FolioChanges>,
  atOf: (bookingId: string) => Date | null,
): FolioChanges => ({
  payments: cancelOpenPayments(payments),
  invoices: voidOpenInvoices(invoices).map((invoice) => ({ ...invoice, voidedAt: atOf(invoice.bookingId) })),
  deposits: endSecurityDeposits(deposits).map((deposit) => {
    const returnedAt = deposit.status === 'returned' ? atOf(deposit.bookingId) : deposit.returnedAt;
    return { ...deposit, returnedAt };
  }),
});

type LockedFolio = { booking: BookingRecord; listing: { timezone: string }; folio: FolioRows };

/**
 * The payments follow a new payment plan, and the invoices the total (docs/rules.md, 12.13). Replanning adds
 * nothing to a booking without payments and invoices, and deletes nothing. With `resumesPayments`, cancelled
 * payments of an earlier plan are scheduled again before new ones are added.
 */
export function replanFolio(
  scope: Pick<WriteScope, 'terms' | 'now' | 'isPreview'>,
  { booking: before, listing, folio }: LockedFolio,
  booking: BookingRecord,
  { resumesPayments, issuer }: { resumesPayments: boolean; issuer: InvoiceIssuer },
): FolioChanges {
  if (!hasOtherFolio(before, booking) || hasNoFolio(before, folio)) return {};
  const { terms, now, isPreview } = scope;
  const { invoices } = folio;
  if (!hasOtherDues(before, booking)) {
    const { payments } = folio;
    return { invoices: fitInvoices(before, booking, invoices, { issuer, now, isPreview, payments }) };
  }
  const resumeUpTo = resumesPayments ? countPlannedPayments(terms) : 0;
  const payments = planAnew(scope, { booking, listing, payments: folio.payments }, resumeUpTo);
  return { payments, invoices: fitInvoices(before, booking, invoices, { issuer, now, isPreview, payments }) };
}

/** In no particular order. */
export const mergeFolio = ({ payments, invoices, deposit }: FolioRows, changes: FolioChanges): FolioRows => ({
  payments: replaceById(payments, changes.payments),
  invoices: replaceById(invoices, changes.invoices).filter((invoice) => !isGone(invoice)),
  deposit: changes.deposits?.[0] ?? deposit,
});

const replaceById = <Row extends { id: string }>(
  rows: readonly Row[],
  changed: readonly Row[] = [],
): Row[] => [...new Map([...rows, ...changed].map((row) => [row.id, row])).values()];

/** Whether a change of a booking moves what is owed for it, or when, or a tax that its invoices tell. */
export const hasOtherFolio = (before: BookingRecord, after: BookingRecord): boolean =>
  hasOtherDues(before, after) || haveOtherTaxes(before.priceLines, after.priceLines);

const hasOtherDues = (before: BookingRecord, after: BookingRecord): boolean =>
  after.grandTotalCents !== before.grandTotalCents || after.checkIn !== before.checkIn;

type PlannedFolio = {
  booking: BookingRecord;
  listing: { timezone: string };
  payments: readonly PaymentRow[];
};

/**
 * From the plan that the team has made for the booking, or else by the team's terms, as on the day of booking.
 * What a completed booking owes is one payment due today.
 */
export function planAnew(
  { terms, now }: Pick<WriteScope, 'terms' | 'now'>,
  { booking, listing, payments }: PlannedFolio,
  resumeUpTo = 0,
): PaymentRow[] {
  const today = todayInZone(listing.timezone, now);
  const paidCents = sumPaidCents(payments);
  const { grandTotalCents } = booking;
  const plan =
    booking.status === 'completed'
      ? deductPaid([{ amountCents: grandTotalCents, dueOn: today, position: 0 }], paidCents)
      : booking.paymentPlan
        ? fitPaymentPlan(booking.paymentPlan, grandTotalCents, paidCents)
        : deductPaid(planByTerms(terms, booking, listing.timezone), paidCents);
  const { changed, added } = replanPayments(plan, payments, { today, resumeUpTo });
  return [
    ...notePlannedAnew(changed, payments, now),
    ...added.map((payment) => buildScheduledPayment(booking, payment, now)),
  ];
}

/** Notes the moment in payments that a change schedules again, or for another day. */
export function notePlannedAnew(
  changed: readonly PaymentRow[],
  before: readonly PaymentRow[],
  now: Date,
): PaymentRow[] {
  const byId = new Map(before.map((payment) => [payment.id, payment]));
  return changed.map((payment) => {
    const { status, dueOn } = byId.get(payment.id) ?? {};
    const isPlannedAnew =
      payment.status === 'scheduled' && (status !== 'scheduled' || dueOn !== payment.dueOn);
    return isPlannedAnew ? { ...payment, plannedAt: now } : payment;
  });
}

const planByTerms = (
  terms: PaymentTerms,
  { grandTotalCents, createdAt, checkIn }: BookingRecord,
  timezone: string,
): PlannedPayment[] => planPayments(grandTotalCents, terms, dateInZone(timezone, createdAt), checkIn);

export const buildScheduledPayment = (
  { teamId, id: bookingId }: BookingRecord,
  planned: PlannedPayment,
  plannedAt: Date,
): PaymentRow => ({
  teamId,
  id: newId(),
  bookingId,
  ...planned,
  status: 'scheduled',
  plannedAt,
  paidAt: null,
  method: null,
  refunds: [],
  refundedCents: 0,
  refundedAt: null,
  reference: null,
});
