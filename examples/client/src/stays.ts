/** A day of an integration: read listings, quote, book, change, record a payment, cancel. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Availability,
  type Booking,
  type BookingChange,
  bodyOf,
  type Folio,
  type Innkeep,
  InnkeepError,
  type Listing,
  type NewBooking,
} from './innkeep.ts';

const PER_PAGE = 100;
const ATTEMPTS = 4;

/** Every active listing, page by page. */
export async function readListings(innkeep: Innkeep): Promise<Listing[]> {
  const listings: Listing[] = [];
  for (let page = 1; ; page += 1) {
    const query = { status: ['active' as const], page, per_page: PER_PAGE };
    const { data, links } = await bodyOf(innkeep.GET('/v1/listings', { params: { query } }));
    listings.push(...data);
    if (links.next === null) return listings;
  }
}

export type Stay = { check_in: string; check_out: string; guests: number };

/** Whether the stay is available, the reasons if not, and the price. */
export async function quote(innkeep: Innkeep, listing: string, stay: Stay): Promise<Availability> {
  const params = { path: { listing }, query: stay };
  return (await bodyOf(innkeep.GET('/v1/availability/{listing}', { params }))).data;
}

/** Makes a booking exactly once, even if the request has to be repeated. The key identifies the wish. */
export function book(innkeep: Innkeep, wanted: NewBooking, key: string = randomUUID()): Promise<Booking> {
  const params = { header: { 'Idempotency-Key': key } };
  return insistently(async () => (await bodyOf(innkeep.POST('/v1/bookings', { params, body: wanted }))).data);
}

export async function readBooking(innkeep: Innkeep, booking: string): Promise<Booking> {
  return (await bodyOf(innkeep.GET('/v1/bookings/{booking}', { params: { path: { booking } } }))).data;
}

export async function change(innkeep: Innkeep, booking: string, body: BookingChange): Promise<Booking> {
  const params = { path: { booking } };
  return (await bodyOf(innkeep.PUT('/v1/bookings/{booking}', { params, body }))).data;
}

/** Records the payment that is due first as paid, and returns the updated folio. */
export async function recordFirstPayment(innkeep: Innkeep, booking: string): Promise<Folio> {
  const inBooking = { path: { booking } };
  const { data: folio } = await bodyOf(innkeep.GET('/v1/bookings/{booking}/folio', { params: inBooking }));
  const due = folio.payments.find(({ status }) => status === 'scheduled');
  if (!due) return folio;
  const params = { path: { booking, payment: due.id } };
  const recorded = innkeep.PUT('/v1/bookings/{booking}/payments/{payment}', {
    params,
    body: { status: 'paid' },
  });
  return (await bodyOf(recorded)).data;
}

export async function cancel(innkeep: Innkeep, booking: string, reason: string): Promise<Booking> {
  const params = { path: { booking } };
  return (await bodyOf(innkeep.POST('/v1/bookings/{booking}/cancel', { params, body: { reason } }))).data;
}

/** Repeats a request if the answer was lost or the service is busy, but not if it was refused. */
async function insistently<Result>(ask: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask();
    } catch (error) {
      const isFinal = error instanceof InnkeepError && error.status < 500 && error.status !== 429;
      if (isFinal || attempt === ATTEMPTS) throw error;
      await sleep(250 * 2 ** attempt);
    }
  }
}
