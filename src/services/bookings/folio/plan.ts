import type { FolioChanges, FolioRows, InvoiceRow, PaymentRow } from '../../../db/queries/bookings/folio.ts';
import type { BookingRecord } from '../../../db/queries/bookings/writes.ts';
import { cancelOpenPayments, endSecurityDeposits, voidOpenInvoices } from '../../../domain/cancellation.ts';
import type { StayDate } from '../../../domain/dates/dates.ts';
import { computeNewInvoiceCents, findNextInvoiceNumber } from '../../../domain/folio/folio.ts';
import { buildInvoiceDocument, type InvoiceIssuer } from '../../../domain/folio/invoice-document.ts';
import {
  countPlannedPayments,
  type PaymentTerms,
  type PlannedPayment,
  planPayments,
  replanPayments,
} from '../../../domain/folio/payment-plan.ts';
import { newId } from '../../new-id.ts';
import type { WriteScope } from '../../team-scope.ts';

/** A new booking's scheduled payments, open invoice and security deposit, from the team's terms. */
export function buildNewFolio(
  terms: PaymentTerms,
  booking: BookingRecord,
  {
    securityDepositCents: depositCents,
    issuer,
  }: { securityDepositCents: number | null; issuer: InvoiceIssuer },
  today: StayDate,
): FolioChanges {
  const { teamId, id: bookingId, grandTotalCents } = booking;
  const plan = planPayments(grandTotalCents, terms, today, booking.checkIn);
  const deposit = { teamId, bookingId, status: 'pending', heldAt: null, returnedAt: null } as const;
  return {
    payments: plan.map((payment) => buildScheduledPayment(booking, payment)),
    invoices: [buildOpenInvoice(booking, issuer, { earlier: [], issuedAt: booking.createdAt })],
    deposits: depositCents ? [{ ...deposit, id: newId(), amountCents: depositCents }] : [],
  };
}

/**
 * What the cancellation of bookings changes in their payments, invoices and deposits. `atOf` gives the moment
 * at which a booking was cancelled.
 */
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

/**
 * Fits a booking's payments and invoices to its changed price or arrival. The payments follow a new payment
 * plan, computed as on the day of booking, and open invoices follow the amount that no paid invoice covers.
 * Replanning adds no payments or invoices to a booking that has none, and deletes nothing. With
 * `resumesPayments`, cancelled payments of an earlier plan are scheduled again before new ones are added.
 */
export function replanFolio(
  { terms, now }: Pick<WriteScope, 'terms' | 'now'>,
  booking: BookingRecord,
  { payments, invoices }: FolioRows,
  {
    bookedOn,
    resumesPayments,
    issuer,
  }: { bookedOn: StayDate; resumesPayments: boolean; issuer: InvoiceIssuer },
): FolioChanges {
  if (payments.length === 0 && invoices.length === 0) return {};
  const plan = planPayments(booking.grandTotalCents, terms, bookedOn, booking.checkIn);
  const resumeUpTo = resumesPayments ? countPlannedPayments(terms) : 0;
  const { changed, added } = replanPayments(plan, payments, resumeUpTo);
  const amountCents = computeNewInvoiceCents(booking.grandTotalCents, invoices);
  const earlier = invoices.map((invoice) => invoice.number);
  return {
    payments: [...changed, ...added.map((payment) => buildScheduledPayment(booking, payment))],
    invoices: [
      ...invoices
        .filter(({ status }) => status === 'open')
        .map((invoice): InvoiceRow => ({ ...invoice, status: 'void', voidedAt: now })),
      ...(amountCents === 0
        ? []
        : [{ ...buildOpenInvoice(booking, issuer, { earlier, issuedAt: now }), amountCents }]),
    ],
  };
}

const buildScheduledPayment = (
  { teamId, id: bookingId }: BookingRecord,
  planned: PlannedPayment,
): PaymentRow => ({
  teamId,
  id: newId(),
  bookingId,
  ...planned,
  status: 'scheduled',
  paidAt: null,
  refundedCents: 0,
  refundedAt: null,
  reference: null,
});

/** An open invoice over a booking's whole price, whose number follows those of the booking's `earlier` invoices. */
const buildOpenInvoice = (
  booking: BookingRecord,
  issuer: InvoiceIssuer,
  { earlier, issuedAt }: { earlier: readonly string[]; issuedAt: Date },
): InvoiceRow => ({
  teamId: booking.teamId,
  id: newId(),
  bookingId: booking.id,
  number: findNextInvoiceNumber(booking.confirmationCode, earlier, issuer.prefix),
  amountCents: booking.grandTotalCents,
  status: 'open',
  issuedAt,
  voidedAt: null,
  document: buildInvoiceDocument(issuer, booking),
});
