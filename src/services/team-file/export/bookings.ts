import type { BookingPage } from '../../../db/queries/team-file/team-export.ts';
import type { BookingRecord } from '../../../db/queries/team-file/team-file.ts';
import { instantOrNull, instantText, percentOrNull } from '../../../domain/formats.ts';
import type { PriceLine } from '../../../domain/pricing/lines.ts';
import { policyAsGiven } from '../../../schemas/cancellation-policy.ts';
import type { Names } from './names.ts';

/** The bookings of one page as entries of a team file, each with its price, folio and events (contract, section 11). */
export function bookingEntries(page: BookingPage, names: Names) {
  const paymentsOf = Map.groupBy(page.payments, (payment) => payment.bookingId);
  const invoicesOf = Map.groupBy(page.invoices, (invoice) => invoice.bookingId);
  const depositOf = new Map(page.deposits.map((deposit) => [deposit.bookingId, deposit]));
  const eventsOf = Map.groupBy(page.events, (event) => event.bookingId);
  const heldBy = Map.groupBy(page.heldUnits, ({ bookingId }) => bookingId ?? '');
  const emails = new Map(page.guests.map(({ id, email }) => [id, email]));
  return page.bookings.map((booking) => {
    const deposit = depositOf.get(booking.id);
    const held = (heldBy.get(booking.id) ?? []).map(({ unitId }) => unitId);
    return {
      ...stayFields(booking, emails.get(booking.guestId) ?? booking.guestId, held, names),
      totals: totalsOf(booking),
      lines: booking.priceLines.map(lineFields),
      preparation_days: booking.preparationDays,
      cancellation_policy: policyAsGiven(booking.cancellationPolicy),
      unit_pinned: booking.unitPinned,
      cancellation_reason: booking.cancellationReason,
      cancellation_fee: booking.cancellationFeeCents,
      expires_at: instantOrNull(booking.expiresAt),
      confirmed_at: instantOrNull(booking.confirmedAt),
      cancelled_at: instantOrNull(booking.cancelledAt),
      completed_at: instantOrNull(booking.completedAt),
      created_at: instantText(booking.createdAt),
      updated_at: instantText(booking.updatedAt),
      payments: (paymentsOf.get(booking.id) ?? []).map(paymentFields),
      invoices: (invoicesOf.get(booking.id) ?? []).map(invoiceFields),
      security_deposit: deposit ? depositFields(deposit) : null,
      events: (eventsOf.get(booking.id) ?? []).map(eventFields),
    };
  });
}

const stayFields = (booking: BookingRecord, guest: string, held: readonly string[], names: Names) => ({
  id: booking.id,
  confirmation_code: booking.confirmationCode,
  listing: names.slug(booking.listingId),
  unit: names.unit(booking.unitId),
  // Only if an import would choose other units, because units were added or closed since the booking was made.
  ...(isOtherThanActive(booking, held, names) ? { units: names.unitNames(held) } : {}),
  guest,
  status: booking.status,
  source: booking.source,
  check_in: booking.checkIn,
  check_out: booking.checkOut,
  number_of_guests: booking.numberOfGuests,
  // Only if the listing has changed its currency since.
  ...(booking.currency === names.currency(booking.listingId) ? {} : { currency: booking.currency }),
  coupon_code: names.coupon(booking.couponKey),
  notes: booking.notes,
  special_requests: booking.specialRequests,
});

function isOtherThanActive(booking: BookingRecord, held: readonly string[], names: Names): boolean {
  if (!booking.wholeBuilding || held.length === 0) return false;
  const active = new Set(names.activeUnitIds(booking.listingId));
  return held.length !== active.size || !held.every((id) => active.has(id));
}

const totalsOf = (booking: BookingRecord) => ({
  accommodation_total: booking.accommodationTotalCents,
  discount_total: booking.discountTotalCents,
  fees_total: booking.feesTotalCents,
  taxes_total: booking.taxesTotalCents,
  grand_total: booking.grandTotalCents,
});

const lineFields = (line: PriceLine) => ({
  type: line.type,
  code: line.code,
  name: line.name,
  basis: line.basis,
  quantity: line.quantity,
  unit_amount: line.unitAmountCents,
  percent: percentOrNull(line.percentPpm),
  base_amount: line.baseAmountCents,
  amount: line.amountCents,
  included: line.included,
});

const paymentFields = (payment: BookingPage['payments'][number]) => ({
  id: payment.id,
  amount: payment.amountCents,
  status: payment.status,
  due_on: payment.dueOn,
  paid_at: instantOrNull(payment.paidAt),
  refunded_amount: payment.refundedCents,
  reference: payment.reference,
});

const invoiceFields = (invoice: BookingPage['invoices'][number]) => ({
  id: invoice.id,
  number: invoice.number,
  amount: invoice.amountCents,
  status: invoice.status,
  issued_at: instantText(invoice.issuedAt),
  voided_at: instantOrNull(invoice.voidedAt),
});

const depositFields = (deposit: BookingPage['deposits'][number]) => ({
  id: deposit.id,
  amount: deposit.amountCents,
  status: deposit.status,
  held_at: instantOrNull(deposit.heldAt),
  returned_at: instantOrNull(deposit.returnedAt),
});

const eventFields = (event: BookingPage['events'][number]) => ({
  id: event.id,
  type: event.type,
  actor: { type: event.actorType, name: event.actorName },
  data: event.details,
  created_at: instantText(event.createdAt),
});
