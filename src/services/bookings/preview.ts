import type { WriteScope } from '../team-scope.ts';
import { type Booking, type Folio, readFolio } from './read.ts';

/** A preview of a write on a booking: what the write would do, without keeping anything. */
export type BookingPreview = {
  booking: Booking;
  folio: Folio;
  /** The booking's grand total before the previewed write, in cents, or null for a new booking. */
  previousTotalCents: number | null;
  differenceCents: number;
  /** Whether a change of the number of nights keeps a price that was agreed for another number. */
  isAgreedPriceKept: boolean;
};

/** The booking as the previewed write has left it, with its folio. */
export async function loadPreview(
  { tx, teamId }: WriteScope,
  booking: Booking,
  previousTotalCents: number | null,
  { isAgreedPriceKept = false }: Partial<Pick<BookingPreview, 'isAgreedPriceKept'>> = {},
): Promise<BookingPreview> {
  const folio = await readFolio({ db: tx, teamId }, booking.booking.id);
  if (!folio) throw new Error('A booking disappeared within its transaction.');
  const differenceCents = booking.booking.grandTotalCents - (previousTotalCents ?? 0);
  return { booking, folio, previousTotalCents, differenceCents, isAgreedPriceKept };
}
