/** What a write would do, without keeping anything. */
import { done, type Outcome } from '../outcome.ts';
import type { WriteCall, WriteContext } from '../write.ts';
import { type Booking, type Folio, readFolio } from './read.ts';

export type BookingPreview = {
  booking: Booking;
  folio: Folio;
  /** The grand total before the write, in cents. Null for a new booking. */
  previousTotalCents: number | null;
  differenceCents: number;
};

/** The call of a preview. It ignores the idempotency key. */
export const asPreview = <Call extends WriteCall<BookingPreview>>(call: Call): Call => ({
  ...call,
  idempotency: null,
  isPreview: true,
});

/** The booking as a write has left it, with its folio, or the write's refusal. */
export async function previewed(
  { tx, writer }: WriteContext,
  previousTotalCents: number | null,
  written: Promise<Outcome<Booking>>,
): Promise<Outcome<BookingPreview>> {
  const outcome = await written;
  if (!outcome.ok) return outcome;
  const booking = outcome.value;
  const folio = await readFolio(tx, writer.teamId, booking.booking.id);
  if (!folio) throw new Error('A booking disappeared within its transaction.');
  const differenceCents = booking.booking.grandTotalCents - (previousTotalCents ?? 0);
  return done({ booking, folio, previousTotalCents, differenceCents });
}
