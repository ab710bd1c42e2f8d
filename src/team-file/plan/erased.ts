/** What an older file must not bring back about guests who have been erased since. */
import type { Transaction } from '../../db/client.ts';
import {
  type BookingKeys,
  listBookingsOfErasedGuests,
} from '../../db/queries/team-file/team-file-bookings.ts';
import { foldCase } from '../../domain/text.ts';
import type { ImportContext } from './context.ts';

export type ErasedInFile = {
  /** The file's bookings that belong to an erased guest. These bookings keep the erased guest. */
  bookingIds: ReadonlySet<string>;
  /**
   * Guests that only these bookings name, by email in lower case. The file's entry of such a guest is taken for the
   * erased guest.
   */
  guestKeys: ReadonlySet<string>;
};

/** Finds the bookings of erased guests in a file, and the guests that only they name. The bookings must be locked. */
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
