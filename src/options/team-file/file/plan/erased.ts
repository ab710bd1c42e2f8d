/** An older team file must not bring back data about guests who were erased since. */
import type { Transaction } from '../../../../db/client.ts';
import { foldCase } from '../../../../domain/text/text.ts';
import { type BookingKeys, listBookingsOfErasedGuests } from '../../db/queries/bookings.ts';
import type { ImportContext } from './context.ts';

export type ErasedInFile = {
  /** Their stored guest was erased, and they keep that guest, whatever guest the file names. */
  bookingIds: ReadonlySet<string>;
  /**
   * Guests by email in lower case, to whom only bookings of erased guests refer: each is taken for the erased
   * guest.
   */
  guestKeys: ReadonlySet<string>;
};

/** The caller must have locked all bookings that the file names. */
export async function findErasedInFile(
  tx: Transaction,
  { teamId, file }: ImportContext,
  keys: BookingKeys,
): Promise<ErasedInFile> {
  const rows = await listBookingsOfErasedGuests(tx, teamId, keys);
  const bookingIds = new Set(rows.map(({ id }) => id));
  const guestKeys = new Set<string>();
  if (rows.length === 0) return { bookingIds, guestKeys };
  const codes = new Set(rows.map(({ confirmationCode }) => confirmationCode));
  const others = new Set<string>();
  for (const { value } of file.bookings.entries) {
    const isErased = codes.has(value.confirmation_code) || bookingIds.has(value.id ?? '');
    if (value.guest) (isErased ? guestKeys : others).add(foldCase(value.guest));
  }
  return { bookingIds, guestKeys: guestKeys.difference(others) };
}
