/**
 * Payment with one's own provider: hold the nights, let the guest pay, and confirm when the provider says so. What to do
 * if the money comes too late is in `onPaid`. Innkeep's docs/checkout.md explains each step.
 */
import { type Booking, type Folio, type Innkeep, InnkeepError, type NewBooking } from './innkeep.ts';
import type { Provider, ProviderPayment } from './provider.ts';
import { book, readBooking } from './stays.ts';

/** Longer than the provider lets the guest take to pay. */
const HOLD_MINUTES = 30;

export type Checkout = { booking: Booking; payment: ProviderPayment };

/** Holds the nights and asks the provider for the payment that is due first. */
export async function startCheckout(
  innkeep: Innkeep,
  provider: Provider,
  wanted: NewBooking,
): Promise<Checkout> {
  const booking = await book(innkeep, { ...wanted, status: 'pending', expires_in: HOLD_MINUTES });
  const folio = await readFolio(innkeep, booking.id);
  const due = folio.payments.find(({ status }) => status === 'scheduled');
  if (!due) throw new Error('Nothing is due.');
  const purpose = { booking: booking.id, payment: due.id };
  const payment = provider.createPayment({ amount: due.amount, currency: folio.currency, purpose });
  return { booking, payment };
}

export type Outcome =
  | { kind: 'confirmed'; booking: Booking }
  /** The hold had lapsed, and the same stay was still free at the same price. */
  | { kind: 'booked_again'; booking: Booking }
  /** The hold had lapsed, and the stay cannot be had any more. */
  | { kind: 'refunded' };

/** What follows from a payment. It may be told more than once, and comes to the same end each time. */
export async function onPaid(innkeep: Innkeep, provider: Provider, paid: ProviderPayment): Promise<Outcome> {
  const booking = await confirm(innkeep, paid.purpose.booking);
  if (booking.status === 'confirmed') {
    await recordPayment(innkeep, paid);
    return { kind: 'confirmed', booking };
  }
  const again = await bookAgain(innkeep, booking, paid);
  if (again) return { kind: 'booked_again', booking: again };
  provider.refund(paid.id);
  return { kind: 'refunded' };
}

/** Records the payment as paid, unless an earlier message has done so. */
async function recordPayment(innkeep: Innkeep, { id, purpose }: ProviderPayment): Promise<void> {
  const { payments } = await readFolio(innkeep, purpose.booking);
  if (payments.some((one) => one.id === purpose.payment && one.status === 'paid')) return;
  const path = `/bookings/${purpose.booking}/payments/${purpose.payment}`;
  await innkeep.put(path, { status: 'paid', reference: id });
}

const readFolio = (innkeep: Innkeep, booking: string): Promise<Folio> =>
  innkeep.get(`/bookings/${booking}/folio`);

/** Confirms a booking, and returns it as it is then: confirmed, or cancelled if its hold had lapsed. */
async function confirm(innkeep: Innkeep, id: string): Promise<Booking> {
  try {
    return await innkeep.post<Booking>(`/bookings/${id}/confirm`);
  } catch (error) {
    // It lapsed, or an earlier message has confirmed it.
    if (error instanceof InnkeepError && error.status === 422) return readBooking(innkeep, id);
    throw error;
  }
}

/**
 * The same stay of the same guest at the price that they have agreed to, with the money recorded. Null if that cannot be
 * had. The keys make a repeated event do it only once.
 */
async function bookAgain(innkeep: Innkeep, lapsed: Booking, paid: ProviderPayment): Promise<Booking | null> {
  const { listing_id, check_in, check_out, party, extras, guest_id, coupon_code, special_requests } = lapsed;
  const stay = { listing_id, check_in, check_out, party, extras, guest_id, coupon_code, special_requests };
  const wanted = { ...stay, expected_total: lapsed.grand_total };
  const booking = await book(innkeep, wanted, `again-${paid.id}`).catch((error: unknown) => {
    const isRefused =
      error instanceof InnkeepError && (error.status === 422 || error.code === 'price_changed');
    if (isRefused) return null;
    throw error;
  });
  if (!booking) return null;
  const body = { amount: paid.amount, reference: paid.id };
  await innkeep.post(`/bookings/${booking.id}/payments`, body, `paid-${paid.id}`);
  return booking;
}
