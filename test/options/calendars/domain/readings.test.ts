/** The promise of docs/rules.md, 18.2 and 18.6, about the pure part: what is read is taken, and what is in doubt stays. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { addDays } from '../../../../src/domain/dates/dates.ts';
import type { FeedEvent } from '../../../../src/options/calendars/domain/events.ts';
import { toNightMap, toNights, toSpans } from '../../../../src/options/calendars/domain/nights.ts';
import { type PlannedBlock, placeNights } from '../../../../src/options/calendars/domain/placing.ts';
import { absorbReading, type FeedMemory } from '../../../../src/options/calendars/domain/reading.ts';
import { itHolds } from '../../../helpers/arbitraries.ts';
import { TODAY, WINDOW } from './simulated-channels.ts';

const NIGHTS = 14;
const span = fc
  .tuple(fc.integer({ min: -3, max: NIGHTS - 1 }), fc.integer({ min: 1, max: 5 }))
  .map(([from, length]) => ({ startDate: addDays(TODAY, from), endDate: addDays(TODAY, from + length) }));
const events = fc.array(
  fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), span).map(([uid, nights]) => ({ uid, ...nights })),
  { maxLength: 5 },
);
const nights = fc
  .uniqueArray(fc.integer({ min: WINDOW.from, max: WINDOW.from + NIGHTS }))
  .map((list) => new Set(list));

const noFreed: ReadonlySet<number> = new Set();
const toOthers = (taken: ReadonlySet<number>) =>
  toSpans(taken).map((one) => ({ ...one, bookingId: 'booking', blockId: null, stays: new Set<string>() }));

/** A feed that reads these calendars one after the other, beside what else takes the unit each time. */
const readings = fc.array(
  fc.record({
    events,
    isComplete: fc.boolean(),
    taken: nights,
    shown: nights,
    minutes: fc.constantFrom(0, 5, 10, 60),
  }),
  { minLength: 1, maxLength: 5 },
);

itHolds(
  'after a feed is read, no night of its events can be sold, and no night is freed while there is doubt',
  fc.property(readings, (list) => {
    let memory: FeedMemory = { events: [], wanted: new Set(), leaving: new Map() };
    let blocks: PlannedBlock[] = [];
    let made = 0;
    let minutes = 0;
    const newId = () => {
      made += 1;
      return `${made}`;
    };
    for (const { events: read, isComplete, taken: busy, shown, minutes: passed } of list) {
      minutes += passed;
      const now = new Date(Date.parse('2031-05-05T10:00:00Z') + minutes * 60_000);
      const held = toNights(blocks, WINDOW);
      const known = { held, shown: new Map([...shown].map((night) => [night, { report: null }])) };
      const before = { memory, blocks };
      const { freed, ...after } = absorbReading(memory, { events: read, isComplete }, known, {
        window: WINDOW,
        now,
      });
      memory = after;
      const others = toOthers(busy.difference(held));
      const placing = { events: after.events, wanted: after.wanted, held: blocks, freed, others };
      const plan = placeNights(placing, { window: WINDOW, newId });
      blocks = plan.blocks;

      const isBlocked = toNights(blocks, WINDOW);
      for (const night of toNights(read, WINDOW))
        expect(isBlocked.has(night) || busy.has(night) || shown.has(night)).toBe(true);
      // Each night is freed only after it was left out before, ten minutes ago or longer, and is still left out, or only
      // repeats what the channel was shown.
      for (const night of held) {
        if (isBlocked.has(night)) continue;
        expect(isComplete && (shown.has(night) || !toNights(read, WINDOW).has(night))).toBe(true);
        const since = Date.parse(before.memory.leaving.get(night)?.since ?? '');
        expect(now.getTime() - since).toBeGreaterThanOrEqual(10 * 60_000);
      }
      // No night is taken twice, and past nights stay as they are.
      expect(toNightMap(blocks, { from: -Infinity, to: Infinity }).size).toBe(
        blocks.reduce((sum, one) => sum + toNights([one], { from: -Infinity, to: Infinity }).size, 0),
      );
      for (const night of toNights(others, WINDOW)) expect(isBlocked.has(night)).toBe(false);
      const past = { from: -Infinity, to: WINDOW.from };
      expect([...toNights(blocks, past)].sort()).toEqual([...toNights(before.blocks, past)].sort());
      // What stays as it is keeps its block.
      const unchanged = before.blocks.filter(({ startDate, endDate }) =>
        blocks.some((one) => one.startDate === startDate && one.endDate === endDate),
      );
      for (const one of unchanged) {
        const next = blocks.find(({ startDate }) => startDate === one.startDate);
        expect(next?.id).toBe(one.id);
      }
      expect(new Set(blocks.map(({ id }) => id)).size).toBe(blocks.length);
      // Settled again, nothing changes.
      const again = placeNights(
        { ...placing, held: blocks, freed: noFreed },
        { window: WINDOW, newId: () => 'new' },
      );
      const toStored = (some: readonly PlannedBlock[]) => some.map(({ before: _, owner: __, ...one }) => one);
      expect([toStored(again.blocks), again.conflicts]).toEqual([toStored(blocks), plan.conflicts]);
    }
  }),
);

itHolds(
  'the order of a feed’s events does not matter',
  fc.property(events, fc.infiniteStream(fc.nat()), (list, keys) => {
    const read = (some: readonly FeedEvent[]) => {
      const memory = { events: [], wanted: new Set<number>(), leaving: new Map() };
      const after = absorbReading(
        memory,
        { events: some, isComplete: true },
        { held: new Set(), shown: new Map() },
        { window: WINDOW, now: new Date() },
      );
      const placing = { ...after, held: [], others: [] };
      return placeNights(placing, { window: WINDOW, newId: () => '' });
    };
    const shuffled = list
      .map((event) => ({ event, key: keys.next().value as number }))
      .sort((a, b) => a.key - b.key)
      .map(({ event }) => event);
    expect(read(shuffled)).toEqual(read(list));
  }),
);
