import type { WriteDependencies } from '../write.ts';
import { createBookingChanger } from './changing.ts';
import { createBookingMaker } from './creating.ts';
import { createBookingEnder } from './ending.ts';
import { createFolioKeeper } from './folio-keeping.ts';
import { createPaymentKeeper } from './payments.ts';
import { createBookingReader } from './reading.ts';

export type BookingService = ReturnType<typeof createBookingService>;

/** A team's bookings through their whole life (contract, section 8). */
export function createBookingService(dependencies: WriteDependencies) {
  return {
    ...createBookingReader(dependencies.db),
    ...createBookingMaker(dependencies),
    ...createBookingChanger(dependencies),
    ...createBookingEnder(dependencies),
    ...createFolioKeeper(dependencies),
    ...createPaymentKeeper(dependencies),
  };
}
