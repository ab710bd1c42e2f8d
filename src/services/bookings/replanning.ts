import type { BookingRecord } from '../../db/queries/booking-writes.ts';
import {
  insertInvoice,
  insertPayments,
  loadFolio,
  updateInvoices,
  updatePayments,
} from '../../db/queries/folio.ts';
import { invoiceAmount, nextInvoiceNumber, planPayments, replanPayments } from '../../domain/folio.ts';
import type { StayDate } from '../../domain/stay.ts';
import { newId } from '../new-id.ts';
import type { WriteContext } from '../write.ts';

/**
 * Fits a folio to a changed price or arrival. The payments follow a new plan, computed as on the day of booking; the
 * open invoices follow the part that no paid one covers. A booking without payments or invoices gets none, and nothing
 * disappears.
 */
export async function replanFolio(
  { tx, writer: { teamId, terms }, now }: WriteContext,
  booking: BookingRecord,
  bookedOn: StayDate,
): Promise<void> {
  const { id: bookingId, grandTotalCents } = booking;
  const { payments, invoices } = await loadFolio(tx, teamId, bookingId);
  if (payments.length === 0 && invoices.length === 0) return;
  const plan = planPayments(grandTotalCents, terms, bookedOn, booking.checkIn);
  const changes = replanPayments(plan, payments);
  for (const { id, ...planned } of changes.rescheduled) await updatePayments(tx, teamId, [id], planned);
  await updatePayments(tx, teamId, changes.cancelledIds, { status: 'cancelled' });
  await insertPayments(
    tx,
    changes.added.map((payment) => ({
      teamId,
      id: newId(),
      bookingId,
      ...payment,
      status: 'scheduled',
      paidAt: null,
      refundedCents: 0,
      reference: null,
    })),
  );
  const openIds = invoices.filter(({ status }) => status === 'open').map(({ id }) => id);
  await updateInvoices(tx, teamId, openIds, { status: 'void', voidedAt: now });
  const amountCents = invoiceAmount(grandTotalCents, invoices);
  if (amountCents === 0) return;
  await insertInvoice(tx, {
    teamId,
    id: newId(),
    bookingId,
    number: nextInvoiceNumber(
      booking.confirmationCode,
      invoices.map((invoice) => invoice.number),
    ),
    amountCents,
    status: 'open',
    issuedAt: now,
    voidedAt: null,
  });
}
