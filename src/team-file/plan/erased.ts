/** Data that an older file must not bring back about guests who have been erased since. */
import type { Transaction } from '../../db/client.ts';
import {
  type BookingKeys,
  listBookingsOfErasedGuests,
} from '../../db/queries/team-file/team-file-bookings.ts';
import { foldCase } from '../../domain/text.ts';
import type { ImportContext } from './context.ts';

export type ErasedInFile = {
  /**
   * The file's bookings that belong to an erased guest. The bookings in the file that belong to an erased
   * guest keep that guest.
   */
  bookingIds: ReadonlySet<string>;
  /**
   * Guests whom only bookings of erased guests name, by email in lower case. A guest's entry in the file that
   * only such bookings name is taken for the erased guest.
   */
  guestKeys: ReadonlySet<string>;
};

/**
 * Finds the bookings of erased guests in a file, and the guests that only they name. The bookings to search
 * for erased guests must be locked.
 */
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
