/** The steps of a booking: list what there is, quote, book, cancel. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Booking, type Innkeep, InnkeepError, type Listing, type NewBooking } from './innkeep.ts';

const ATTEMPTS = 4;

/** The first hundred active listings. */
export const readListings = (innkeep: Innkeep): Promise<Listing[]> =>
  innkeep.get('/listings?status=active&per_page=100');

export type Stay = { check_in: string; check_out: string; guests: number };

export async function isAvailable(innkeep: Innkeep, listing: string, stay: Stay): Promise<boolean> {
  const query = new URLSearchParams({ ...stay, guests: String(stay.guests) });
  const { available } = await innkeep.get<{ available: boolean }>(`/availability/${listing}?${query}`);
  return available;
}

/** Makes a booking exactly once, even if the request has to be repeated. */
export const book = (innkeep: Innkeep, booking: NewBooking, key: string = randomUUID()): Promise<Booking> =>
  withRetries(() => innkeep.post('/bookings', booking, key));

export const readBooking = (innkeep: Innkeep, id: string): Promise<Booking> => innkeep.get(`/bookings/${id}`);

export const cancel = (innkeep: Innkeep, id: string, reason: string): Promise<Booking> =>
  innkeep.post(`/bookings/${id}/cancel`, { reason });

/** Repeats a request if the answer was lost or the service is busy, but not if it was refused. */
async function withRetries<Result>(request: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await request();
    } catch (error) {
      const isFinal = error instanceof InnkeepError && error.status < 500 && error.status !== 429;
      if (isFinal || attempt === ATTEMPTS) throw error;
      await sleep(250 * 2 ** attempt);
    }
  }
}
