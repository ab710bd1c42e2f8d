/** Promises 18.13 to 18.15 of docs/rules.md about the pure part: whatever happens, the bookings of a channel's stays are its events. */
import fc from 'fast-check';
import { addDays } from '../../../../src/domain/dates/dates.ts';
import { fewerRuns, itHolds } from '../../../helpers/arbitraries.ts';
import { createBookedUnit } from './booked-stays.ts';
import { TODAY } from './simulated-channels.ts';

const NIGHTS = 14;
const span = fc
  .tuple(fc.integer({ min: -2, max: NIGHTS - 1 }), fc.integer({ min: 1, max: 5 }))
  .filter(([from, length]) => from + length > 0)
  .map(([from, length]) => ({ startDate: addDays(TODAY, from), endDate: addDays(TODAY, from + length) }));
const steps = fc.array(
  fc.record({
    what: fc.constantFrom(
      ...([
        'sell',
        'sell',
        'move',
        'cancel',
        'forget',
        'rename',
        'read',
        'read',
        'read',
        'readInPart',
      ] as const),
      ...([
        'enter',
        'enter',
        'book',
        'bookOfChannel',
        'bookElsewhere',
        'change',
        'change',
        'moveHere',
        'cancelHere',
      ] as const),
    ),
    span,
    nth: fc.nat({ max: 7 }),
    minutes: fc.constantFrom(0, 1, 9, 10, 30, 60),
  }),
  { maxLength: 40, size: 'max' },
);

itHolds(
  'a channel’s stays are blocked, are bookings or are conflicts, and each booking that differs is listed, after any history',
  fc.property(steps, (history) => {
    const unit = createBookedUnit();
    const story: string[] = [];
    for (const { what, span: nights, nth, minutes } of history) {
      unit.wait(minutes);
      story.push(
        {
          sell: () => unit.sell(nights),
          move: () => unit.alter(nth, 'move', nights),
          cancel: () => unit.alter(nth, 'cancel', nights),
          forget: () => unit.alter(nth, 'forget', nights),
          rename: () => unit.alter(nth, 'rename', nights),
          read: () => unit.read(true),
          readInPart: () => unit.read(false),
          enter: () => unit.enter(nth),
          book: () => unit.book(nights, false, true),
          bookOfChannel: () => unit.book(nights, true, true),
          bookElsewhere: () => unit.book(nights, true, false),
          change: () => unit.change(nth, nights),
          moveHere: () => unit.move(nth),
          cancelHere: () => unit.cancel(nth),
        }[what](),
      );
      unit.expectRules(story);
    }
  }),
  fewerRuns,
);
