import type { Keyring } from '../keyring.ts';
import type { WriteDependencies } from '../write.ts';
import { createBookingChanger } from './changing.ts';
import { createBookingMaker } from './creating.ts';
import { createBookingEnder } from './ending.ts';
import { createFolioKeeper } from './folio-keeping.ts';
import { createPaymentKeeper } from './payments.ts';
import { createBookingReader } from './reading.ts';
import { createSiteBookings } from './site.ts';

export type BookingService = ReturnType<typeof createBookingService>;

/** A team's bookings through their whole life (contract, section 8). */
export function createBookingService(dependencies: WriteDependencies & { keyring: Keyring }) {
  return {
    ...createBookingReader(dependencies.db),
    ...createBookingMaker(dependencies),
    ...createBookingChanger(dependencies),
    ...createBookingEnder(dependencies),
    ...createFolioKeeper(dependencies),
    ...createPaymentKeeper(dependencies),
    ...createSiteBookings(dependencies),
  };
}
