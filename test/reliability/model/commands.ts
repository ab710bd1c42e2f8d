/** All commands, weighted by their usefulness. */
import fc from 'fast-check';
import type { Command } from './asking.ts';
import { addUnit, changeListing, changeUnit, deleteUnit } from './commands/catalogue.ts';
import { writeCharge, writeCoupon } from './commands/charges.ts';
import { alterTeam, revokeToken, sweep, timePasses } from './commands/circumstances.ts';
import { listBlocks, listBookings, listGuests, readBooking } from './commands/lists.ts';
import { changeDays, changeManyDays, changeRates } from './commands/prices.ts';
import { calendar, quote, readAccount, readListings, readSite } from './commands/questions.ts';
import {
  addBlock,
  addGuest,
  addPayment,
  alterGuest,
  recordStep,
  removeBlock,
  repeat,
} from './commands/records.ts';
import { cancelBooking, changeBooking, confirmBooking, createBooking } from './commands/writes.ts';

const WEIGHTS: [weight: number, command: fc.Arbitrary<Command>][] = [
  [16, createBooking],
  [14, changeBooking],
  [8, quote],
  [3, cancelBooking],
  [3, confirmBooking],
  [9, recordStep],
  [4, addPayment],
  [4, calendar],
  [4, addBlock],
  [2, removeBlock],
  [3, repeat],
  [3, listBookings],
  [2, readBooking],
  [1, listGuests],
  [1, listBlocks],
  [2, addGuest],
  [2, alterGuest],
  [1, readListings],
  [1, readAccount],
  [1, readSite],
  [5, timePasses],
  [2, sweep],
  [1, revokeToken],
  [4, alterTeam],
  [2, changeRates],
  [2, changeDays],
  [1, changeManyDays],
  [1, changeListing],
  [1, addUnit],
  [1, changeUnit],
  [1, deleteUnit],
  [2, writeCharge],
  [2, writeCoupon],
];

export const anyCommands = (most: number): fc.Arbitrary<Iterable<Command>> =>
  fc.commands(
    WEIGHTS.flatMap(([weight, command]) => Array<fc.Arbitrary<Command>>(weight).fill(command)),
    { maxCommands: most, size: 'max' },
  );
