import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FeedEvent } from '../../../src/domain/calendar-feed/events.ts';
import {
  createDaySpanFinder,
  type FeedBlock,
  type FeedPlan,
  type FeedReading,
  type FeedState,
  type NightsOutsideFeed,
} from '../../../src/domain/calendar-feed/reconcile.ts';
import { addDays, listDatesBetween } from '../../../src/domain/dates.ts';
import type { NightSpan } from '../../../src/domain/inventory.ts';
import { itHolds, propertyRuns } from '../../helpers/arbitraries.ts';
import { seed } from '../../helpers/random.ts';
import { booked, event, NOW, on, plan, TODAY } from './readings.ts';

const MINUTE = 60_000;
const held = (id: string, from: number, to: number, minutesMissing: number | null = null): FeedBlock => ({
  ...event(id, from, to),
  id,
  missingSince: minutesMissing === null ? null : new Date(NOW.getTime() - minutesMissing * MINUTE),
});
/** The blocks after a plan, as id, first day and last day from today. */
const blocksAfter = (state: Partial<FeedState>, { stored, freed }: FeedPlan): FeedBlock[] => {
  const blocks = new Map((state.held ?? []).map((block) => [block.id, block]));
  for (const { id } of freed) blocks.delete(id);
  for (const { before: _, ...block } of stored) blocks.set(block.id, { ...block, missingSince: null });
  return [...blocks.values()];
};
const spansOf = (blocks: readonly NightSpan[]) =>
  blocks
    .map(({ startDate, endDate }) => [startDate, endDate])
    .sort()
    .map((span) => span.join('/'));
const spans = (...list: readonly [number, number][]) => spansOf(list.map(([from, to]) => on(from, to)));

describe('nights before today stay as they are', () => {
  it.each<[string, FeedBlock[], FeedEvent[], [number, number][]]>([
    ['a new event under way is taken from today', [], [event('a', -3, 2)], [[0, 2]]],
    ['an event under way that is unchanged', [held('a', -3, 2)], [event('a', -3, 2)], [[-3, 2]]],
    ['one that was taken on another day', [held('a', -1, 2)], [event('a', -3, 2)], [[-1, 2]]],
    ['one that ends later', [held('a', -3, 2)], [event('a', -3, 5)], [[-3, 5]]],
    [
      'one that ends today',
      [held('a', -3, 2), held('b', 5, 6)],
      [event('b', 5, 6)],
      [
        [-3, 2],
        [5, 6],
      ],
    ],
    [
      'one that is moved away',
      [held('a', -3, 2)],
      [event('a', 4, 6)],
      [
        [-3, 0],
        [4, 6],
      ],
    ],
    ['one that is long gone', [held('a', -9, -2)], [], [[-9, -2]]],
  ])('%s', (_, blocks, events, expected) => {
    expect(spansOf(blocksAfter({ held: blocks }, plan({ held: blocks }, events)))).toEqual(
      spans(...expected),
    );
  });

  it('one that has vanished keeps the nights that have passed', () => {
    const state = { held: [held('a', -3, 2, 61)] };
    expect(spansOf(blocksAfter(state, plan(state, [])))).toEqual(spans([-3, 0]));
  });

  it('and nights further than two years ahead are left out', () => {
    expect(plan({}, [event('a', 731, 735)]).stored).toEqual([]);
    expect(spansOf(blocksAfter({}, plan({}, [event('a', 700, 900)])))).toEqual([
      `${addDays(TODAY, 700)}/2033-05-05`,
    ]);
  });
});

describe('events of one feed', () => {
  it('that swap their nights do so at once', () => {
    const state = { held: [held('a', 1, 3), held('b', 5, 7)] };
    const made = plan(state, [event('a', 5, 7), event('b', 1, 3)]);
    expect(made.conflicts).toEqual([]);
    expect(spansOf(blocksAfter(state, made))).toEqual(spans([1, 3], [5, 7]));
  });

  it('that follow one another do so, and all stay if the first cannot move', () => {
    const state = { held: [held('a', 1, 3), held('b', 3, 5), held('c', 5, 7)] };
    const moved = [event('a', 3, 5), event('b', 5, 7), event('c', 7, 9)];
    expect(spansOf(blocksAfter(state, plan(state, moved)))).toEqual(spans([3, 5], [5, 7], [7, 9]));
    const taken = { ...state, others: [booked(8, 9)] };
    const made = plan(taken, moved);
    expect(spansOf(blocksAfter(taken, made))).toEqual(spans([1, 3], [3, 5], [5, 7]));
    expect(made.conflicts.map(({ uid, bookingId, blockId }) => [uid, bookingId ?? blockId])).toEqual([
      ['a', 'b'],
      ['b', 'c'],
      ['c', 'booking'],
    ]);
  });

  it('with the same nights are one, also if one of them had other nights', () => {
    const state = { held: [held('a', 1, 3), held('b', 5, 7)] };
    const made = plan(state, [event('a', 1, 3), event('b', 1, 3)]);
    expect(made.conflicts).toEqual([]);
    expect(spansOf(blocksAfter(state, made))).toEqual(spans([1, 3]));
  });

  it('that overlap are a conflict, which is reported once', () => {
    const events = [event('a', 1, 4), event('b', 3, 6)];
    const first = plan({}, events);
    expect(first.conflicts).toEqual([{ ...event('b', 3, 6), bookingId: null, blockId: 'new 1' }]);
    expect(first.appeared).toEqual(first.conflicts);
    const state = { held: blocksAfter({}, first), conflicts: first.conflicts };
    expect(plan(state, events)).toMatchObject({ stored: [], conflicts: first.conflicts, appeared: [] });
  });
});

it('a block that once came from a feed becomes the feed’s, and an ordinary one is a conflict', () => {
  const block = { ...booked(1, 3), bookingId: null, blockId: 'block' };
  const adopted = plan({ others: [{ ...block, isAdoptable: true }] }, [event('a', 1, 3)]);
  expect(adopted).toMatchObject({ stored: [{ id: 'block', uid: 'a', before: on(1, 3) }], conflicts: [] });
  expect(plan({ others: [block] }, [event('a', 1, 3)])).toMatchObject({
    stored: [],
    conflicts: [{ blockId: 'block' }],
  });
  expect(plan({ others: [{ ...block, isAdoptable: true }] }, [event('a', 1, 4)]).conflicts).toHaveLength(1);
});

it('of thousands of conflicts the first 500 are kept, and each is reported once', () => {
  const others = [booked(0, 700)];
  const events = Array.from({ length: 3_000 }, (_, nth) =>
    event(`${nth}`, nth % 600, (nth % 600) + 1 + Math.floor(nth / 600)),
  );
  const first = plan({ others }, events);
  expect([first.conflicts.length, first.appeared.length]).toEqual([500, 500]);
  const again = plan({ others, conflicts: first.conflicts }, events);
  expect([again.conflicts, again.appeared]).toEqual([first.conflicts, []]);
});

describe('what vanishes', () => {
  const six = Array.from({ length: 6 }, (_, nth) => held(`${nth}`, nth * 3, nth * 3 + 2));
  const without = (count: number) =>
    six.slice(count).map(({ uid, ...nights }) => ({ ...nights, uid: uid ?? '' }));
  it.each([
    [1, 9, false, 0],
    [1, 10, false, 1],
    [3, 10, false, 3],
    [4, 10, true, 0],
    [4, 59, true, 0],
    [4, 60, false, 4],
    [6, 59, true, 0],
    [6, 60, false, 6],
  ])('%i of 6 after %i minutes: suspicious %s, %i freed', (lost, minutes, isSuspicious, freed) => {
    const blocks = six.map((block, nth) =>
      nth < lost ? { ...block, missingSince: new Date(NOW.getTime() - minutes * MINUTE) } : block,
    );
    const made = plan({ held: blocks }, without(lost));
    expect([made.isSuspicious, made.freed.length, made.missing.size]).toEqual([
      isSuspicious,
      freed,
      lost - freed,
    ]);
    const partly = plan({ held: blocks }, without(lost), false);
    expect([partly.freed.length, partly.missing.size]).toEqual([0, lost]);
  });

  it('is more than half only of at least four', () => {
    const three = six.slice(0, 3).map((block, nth) => (nth < 2 ? { ...block, missingSince: NOW } : block));
    expect(plan({ held: three }, [event('2', 6, 8)]).isSuspicious).toBe(false);
  });

  it('is first missing now, and not any more once it is back', () => {
    const state = { held: [held('a', 1, 3), held('b', 5, 7)] };
    expect(plan(state, [event('a', 1, 3)]).missing).toEqual(new Map([['b', NOW]]));
    expect(plan(state, [event('a', 1, 3)], false).missing).toEqual(new Map());
    expect(plan({ held: [held('a', 1, 3, 90)] }, [event('a', 1, 3)])).toMatchObject({
      freed: [],
      missing: new Map(),
    });
  });
});

const span = fc.record({ from: fc.integer({ min: -6, max: 30 }), nights: fc.integer({ min: 1, max: 8 }) });
const uid = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
/** Spans that do not overlap, as the database has them. */
const apart = (list: readonly { from: number; nights: number }[]) => {
  let free = -100;
  return list
    .toSorted((a, b) => a.from - b.from)
    .flatMap(({ from, nights }) => {
      if (from < free) return [];
      free = from + nights;
      return [[from, from + nights] as const];
    });
};
const drawn = fc
  .record({
    taken: fc.array(
      fc.record({ from: fc.integer({ min: -6, max: 34 }), nights: fc.integer({ min: 1, max: 5 }) }),
      {
        maxLength: 12,
      },
    ),
    kinds: fc.array(fc.record({ isOther: fc.boolean(), uid, missing: fc.constantFrom(null, 0, 11, 61) }), {
      minLength: 12,
      maxLength: 12,
    }),
    events: fc.array(fc.record({ uid, span }), { maxLength: 10 }),
    isComplete: fc.boolean(),
  })
  .map(({ taken, kinds, events, isComplete }) => {
    const blocks: FeedBlock[] = [];
    const others: NightsOutsideFeed[] = [];
    for (const [nth, [from, to]] of apart(taken).entries()) {
      const { isOther, uid: own, missing } = kinds[nth] ?? { isOther: true, uid: 'a', missing: null };
      if (isOther) others.push(booked(from, to));
      else blocks.push({ ...held(own, from, to, missing), id: `${own}${nth}` });
    }
    return {
      state: { held: blocks, others, conflicts: [] } satisfies FeedState,
      reading: {
        events: events.map((one) => event(one.uid, one.span.from, one.span.from + one.span.nights)),
        isComplete,
      } satisfies FeedReading,
    };
  });
const nightsOf = (list: readonly NightSpan[]) =>
  list.flatMap(({ startDate, endDate }) => listDatesBetween(startDate, endDate));
const futureNights = createDaySpanFinder(TODAY);
const keyOf = (nights: NightSpan) => JSON.stringify(futureNights(nights));

itHolds(
  'whatever is read, nights are taken once, the past stays, and every event is placed or a conflict',
  fc.property(drawn, ({ state, reading }) => {
    const made = plan(state, reading.events, reading.isComplete);
    const blocks = blocksAfter(state, made);
    const taken = nightsOf([...blocks, ...state.others]);
    expect(new Set(taken).size).toBe(taken.length);
    const past = (list: readonly NightSpan[]) =>
      nightsOf(list)
        .filter((night) => night < TODAY)
        .sort();
    expect(past(blocks)).toEqual(past(state.held));
    const before = nightsOf(state.held).filter((night) => night >= TODAY);
    const now = new Set(nightsOf(blocks));
    if (!reading.isComplete) expect(before.filter((night) => !now.has(night))).toEqual([]);
    const missingLongEnough = state.held.filter(({ missingSince }) => missingSince && missingSince < NOW);
    const wantedKeys = new Set(reading.events.map((one) => one.uid));
    for (const block of state.held) {
      // A block without an event goes only if it was missing before.
      const isGone = nightsOf([block]).some((night) => night >= TODAY && !now.has(night));
      if (isGone && !wantedKeys.has(block.uid ?? '')) expect(missingLongEnough).toContain(block);
    }
    if (!reading.isComplete) return;
    const has = new Set(blocks.map(keyOf));
    const told = new Set(made.conflicts.map(keyOf));
    for (const one of reading.events) {
      if (futureNights(one) === null) continue;
      expect(has.has(keyOf(one)) || told.has(keyOf(one))).toBe(true);
      // Its nights may belong to an event that was to leave them, which is then reported as well.
      if (!has.has(keyOf(one)) || !told.has(keyOf(one))) continue;
      const keeps = blocks.find((block) => keyOf(block) === keyOf(one));
      const kept = made.conflicts.find(
        (conflict) => conflict.uid === keeps?.uid && keyOf(conflict) !== keyOf(one),
      );
      expect(kept).toBeDefined();
    }
    for (const conflict of made.conflicts) {
      const cause = [
        ...state.others,
        ...blocks.map((block) => ({ ...block, bookingId: null, blockId: block.id })),
      ];
      const shares = cause.filter(
        (one) => one.bookingId === conflict.bookingId && one.blockId === conflict.blockId,
      );
      expect(nightsOf(shares).some((night) => nightsOf([conflict]).includes(night))).toBe(true);
    }
  }),
);

it('read again and again, it comes to rest, and reports nothing twice', () => {
  fc.assert(
    fc.property(drawn, ({ state, reading }) => {
      let current: FeedState = state;
      const told: string[] = [];
      for (let round = 0; round < 12; round += 1) {
        const made = plan(current, reading.events, true);
        told.push(...made.appeared.map((one) => JSON.stringify([one.uid, one.startDate, one.endDate])));
        const held = blocksAfter(current, made).map((block) => ({
          ...block,
          id: block.id.startsWith('new') ? `${block.id} of ${round}` : block.id,
          missingSince: made.missing.has(block.id) ? new Date(0) : null,
        }));
        current = { ...current, held, conflicts: made.conflicts };
      }
      expect(plan(current, reading.events)).toMatchObject({ stored: [], freed: [], appeared: [] });
      const standing = current.conflicts.map((one) => JSON.stringify([one.uid, one.startDate, one.endDate]));
      for (const one of standing) expect(told).toContain(one);
    }),
    { numRuns: Math.min(propertyRuns, 300), seed },
  );
});
