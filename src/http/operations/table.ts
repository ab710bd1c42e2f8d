/** Every operation of the API, in the order in which the reference shows them. */
import type { Operation } from '../operation.ts';
import { accountOperations } from './account.ts';
import { availabilityOperations } from './availability.ts';
import { blockOperations } from './blocks.ts';
import { bookingWriteOperations } from './booking-writes.ts';
import { bookingOperations } from './bookings.ts';
import { folioOperations } from './folio.ts';
import { guestOperations } from './guests.ts';
import { listingOperations } from './listings.ts';
import { siteOperations } from './site.ts';

export const OPERATIONS: readonly Operation[] = [
  ...accountOperations,
  ...listingOperations,
  ...availabilityOperations,
  ...bookingOperations,
  ...bookingWriteOperations,
  ...folioOperations,
  ...blockOperations,
  ...guestOperations,
  ...siteOperations,
];
