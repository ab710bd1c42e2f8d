/** Every operation of the API, in the order of the reference. */
import type { Operation } from '../operation.ts';
import { blockOperations } from './blocks.ts';
import { bookingWriteOperations } from './booking-writes.ts';
import { bookingOperations } from './bookings.ts';
import { chargeOperations } from './charges.ts';
import { dayOperations } from './days.ts';
import { folioOperations } from './folio.ts';
import { rateOperations } from './rates.ts';
import { teamOperations } from './team.ts';

export const OPERATIONS: readonly Operation[] = [
  ...teamOperations,
  ...rateOperations,
  ...dayOperations,
  ...chargeOperations,
  ...bookingOperations,
  ...bookingWriteOperations,
  ...folioOperations,
  ...blockOperations,
];
