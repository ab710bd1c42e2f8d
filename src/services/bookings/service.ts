import type { Keyring } from '../keys/keyring.ts';
import type { WriteDependencies } from '../write.ts';
import { createBookingEnder } from './cancel.ts';
import { createBookingChanger } from './change.ts';
import { createBookingMaker } from './create.ts';
import { createBookingSweeps } from './expire.ts';
import { createFolioKeeper } from './folio.ts';
import { createBookingReader } from './read.ts';
import { createSiteBookings } from './site.ts';

export type BookingService = ReturnType<typeof createBookingService>;

/** A team's bookings through their whole life. */
export function createBookingService(dependencies: WriteDependencies & { keyring: Keyring }) {
  return {
    ...createBookingReader(dependencies.db),
    ...createBookingMaker(dependencies),
    ...createBookingChanger(dependencies),
    ...createBookingEnder(dependencies),
    ...createFolioKeeper(dependencies),
    ...createSiteBookings(dependencies),
    ...createBookingSweeps(dependencies),
  };
}
