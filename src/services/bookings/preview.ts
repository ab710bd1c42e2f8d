import { mayDo } from '../access/access.ts';
import type { WriteScope } from '../team-scope.ts';
import { type Booking, type Folio, readFolio } from './read.ts';

/** A preview of a write on a booking: what the write would do, without keeping anything. */
export type BookingPreview = {
  booking: Booking;
  /** Null for a caller who may not read money. */
  folio: Folio | null;
  /** The booking's grand total before the previewed write, in cents, or null for a new booking. */
  previousTotalCents: number | null;
  differenceCents: number;
  /** Whether a change of the number of nights keeps a price that was agreed for another number. */
  isAgreedPriceKept: boolean;
};

/** The booking as the previewed write has left it, with its folio. */
export async function loadPreview(
  { tx, teamId, access }: WriteScope,
  booking: Booking,
  previousTotalCents: number | null,
  { isAgreedPriceKept = false }: Partial<Pick<BookingPreview, 'isAgreedPriceKept'>> = {},
): Promise<BookingPreview> {
  const mayReadMoney = mayDo(access, 'money:read');
  const folio = mayReadMoney ? await readFolio({ db: tx, teamId }, booking.booking.id) : null;
  if (mayReadMoney && !folio) throw new Error('A booking disappeared within its transaction.');
  const differenceCents = booking.booking.grandTotalCents - (previousTotalCents ?? 0);
  return { booking, folio, previousTotalCents, differenceCents, isAgreedPriceKept };
}
