import type { BookingRecord } from '../../db/queries/booking-writes.ts';
import type { FolioChanges, FolioRows, InvoiceRow, PaymentRow } from '../../db/queries/folio.ts';
import type { StayDate } from '../../domain/dates.ts';
import { invoiceAmount, nextInvoiceNumber } from '../../domain/folio/folio.ts';
import { type PlannedPayment, planPayments, replanPayments } from '../../domain/folio/payment-plan.ts';
import { newId } from '../new-id.ts';
import type { WriteContext } from '../write.ts';

/**
 * What fits a folio to a changed price or arrival. The payments follow a new plan, computed as on the day of booking; the
 * open invoices follow the part that no paid one covers. A booking without payments or invoices gets none, and nothing
 * disappears.
 */
export function replannedFolio(
  { writer: { terms }, now }: Pick<WriteContext, 'writer' | 'now'>,
  booking: BookingRecord,
  { payments, invoices }: FolioRows,
  bookedOn: StayDate,
): FolioChanges {
  if (payments.length === 0 && invoices.length === 0) return {};
  const plan = planPayments(booking.grandTotalCents, terms, bookedOn, booking.checkIn);
  const { rescheduled, cancelledIds, added } = replanPayments(plan, payments);
  const newPlanOf = new Map(rescheduled.map(({ id, ...planned }) => [id, planned]));
  const amountCents = invoiceAmount(booking.grandTotalCents, invoices);
  const numbers = invoices.map((invoice) => invoice.number);
  const number = nextInvoiceNumber(booking.confirmationCode, numbers);
  return {
    payments: [
      ...payments.flatMap((payment): PaymentRow[] => {
        if (cancelledIds.includes(payment.id)) return [{ ...payment, status: 'cancelled' }];
        const planned = newPlanOf.get(payment.id);
        return planned ? [{ ...payment, ...planned }] : [];
      }),
      ...added.map((payment) => scheduledPayment(booking, payment)),
    ],
    invoices: [
      ...invoices
        .filter(({ status }) => status === 'open')
        .map((invoice): InvoiceRow => ({ ...invoice, status: 'void', voidedAt: now })),
      ...(amountCents === 0 ? [] : [{ ...openInvoice(booking, number, now), amountCents }]),
    ],
  };
}

/** A planned payment of a booking in its stored form. */
export const scheduledPayment = (
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
  reference: null,
});

/** An open invoice over a booking's whole price. */
export const openInvoice = (
  { teamId, id: bookingId, grandTotalCents }: BookingRecord,
  number: string,
  issuedAt: Date,
): InvoiceRow => ({
  teamId,
  id: newId(),
  bookingId,
  number,
  amountCents: grandTotalCents,
  status: 'open',
  issuedAt,
  voidedAt: null,
});
