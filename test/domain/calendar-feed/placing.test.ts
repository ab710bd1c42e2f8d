/** Which events of a feed get their nights, and which blocks stay, one case at a time. */
import { describe, expect, it } from 'vitest';
import type { FeedEvent } from '../../../src/domain/calendar-feed/events.ts';
import type { FeedBlock, FeedConflict } from '../../../src/domain/calendar-feed/reconcile.ts';
import { addDays } from '../../../src/domain/dates.ts';
import { booked, event, NOW, on, plan, TODAY } from './readings.ts';

const LONG_AGO = new Date('2031-05-05T08:00:00Z');
const held = (id: string, from: number, to: number, missingSince: Date | null = null): FeedBlock => ({
  ...event(id, from, to),
  id,
  missingSince,
});
const heldOn = (id: string, night: number) => held(id, night, night + 1);
const conflict = (one: FeedEvent, by: { bookingId?: string; blockId?: string }): FeedConflict => ({
  ...one,
  bookingId: null,
  blockId: null,
  ...by,
});

describe('a block', () => {
  it('that another event has taken over, with the same nights, gets its name, and only then', () => {
    const state = { held: [held('a', 1, 3)] };
    const renamed = (one: FeedEvent) => [{ ...one, id: 'a', before: on(1, 3) }];
    expect(plan(state, [event('a', 1, 3)]).stored).toEqual([]);
    expect(plan(state, [event('b', 1, 3)]).stored).toEqual(renamed(event('b', 1, 3)));
    const occurrence = event('a', 1, 3, '2031-05-06');
    expect(plan(state, [occurrence]).stored).toEqual(renamed(occurrence));
  });

  it.each([
    ['that begins today and moves away', [0, 2], [4, 6]],
    ['that begins today and begins later now', [0, 2], [1, 3]],
    ['that begins later and ends on the same day', [1, 5], [3, 5]],
    ['that ends later', [1, 3], [1, 5]],
  ] as const)('%s leaves its old nights', (_, [from, to], [newFrom, newTo]) => {
    const moved = event('a', newFrom, newTo);
    expect(plan({ held: [held('a', from, to)] }, [moved])).toMatchObject({
      stored: [{ ...moved, id: 'a', before: on(from, to) }],
      freed: [],
      conflicts: [],
    });
  });

  it('keeps the nights before today as a block of its own if its event moves away', () => {
    const moved = event('a', 4, 6);
    expect(plan({ held: [held('a', -2, 2)] }, [moved]).stored).toEqual([
      { ...event('a', -2, 0), id: 'a', before: on(-2, 2) },
      { ...moved, id: 'new 1', before: null },
    ]);
  });

  it('without a UID keeps the nights before today when it is freed', () => {
    const nameless = { ...held('a', -2, 2, LONG_AGO), uid: null };
    expect(plan({ held: [nameless] }, [])).toMatchObject({
      stored: [{ id: 'a', uid: '', ...on(-2, 0), before: on(-2, 2) }],
      freed: [],
    });
  });

  it('whose event was to be one with another stays if the other cannot move', () => {
    const state = { held: [held('a', 1, 3), held('b', 5, 7)], others: [booked(9, 10)] };
    const events = [event('a', 8, 10), event('b', 8, 10)];
    expect(plan(state, events)).toMatchObject({
      stored: [],
      freed: [],
      conflicts: [{ uid: 'a', bookingId: 'booking', blockId: null }],
    });
    expect(plan({ held: state.held }, events)).toMatchObject({
      stored: [{ id: 'a', ...on(8, 10), before: on(1, 3) }],
      freed: [{ id: 'b' }],
      conflicts: [],
    });
  });

  it('whose event now has the nights of another one’s block is freed', () => {
    const state = { held: [held('a', 1, 3), held('b', 5, 7)] };
    expect(plan(state, [event('a', 1, 3), event('b', 1, 3)])).toMatchObject({
      stored: [],
      freed: [{ id: 'b' }],
      missing: new Map(),
    });
    expect(plan(state, [event('b', 1, 3)])).toMatchObject({
      stored: [{ ...event('b', 1, 3), id: 'a' }],
      freed: [{ id: 'b' }],
    });
    // A reading that is not complete frees nothing.
    expect(plan(state, [event('a', 1, 3), event('b', 1, 3)], false)).toMatchObject({ stored: [], freed: [] });
  });

  it('is found by UID and nights first, so that no block changes its event for nothing', () => {
    const twice = [
      { ...held('a', 1, 3), id: 'one' },
      { ...held('a', 5, 7), id: 'two' },
    ];
    expect(plan({ held: twice }, [event('a', 5, 7), event('a', 9, 11)])).toMatchObject({
      stored: [{ id: 'one', ...on(9, 11), before: on(1, 3) }],
      freed: [],
      missing: new Map(),
    });
  });

  it('is found by UID and nights even if an event with the same nights comes first', () => {
    const twice = [
      { ...held('a', 1, 3), id: 'one' },
      { ...held('a', 5, 7), id: 'two' },
    ];
    expect(plan({ held: twice }, [event('x', 5, 7), event('a', 5, 7)])).toMatchObject({
      stored: [],
      freed: [],
      missing: new Map([['one', NOW]]),
    });
    // The other block of its UID is missing, not freed at once.
    expect(plan({ held: twice }, [event('a', 5, 7)])).toMatchObject({
      stored: [],
      freed: [],
      missing: new Map([['one', NOW]]),
    });
    expect(plan({ held: [held('y', 1, 3)] }, [event('x', 5, 7), event('y', 5, 7)])).toMatchObject({
      stored: [{ ...event('y', 5, 7), id: 'y', before: on(1, 3) }],
      freed: [],
      missing: new Map(),
    });
  });

  it('that an adopting event brings back takes the place of its former one', () => {
    const once = { ...booked(5, 7), bookingId: null, blockId: 'old', isAdoptable: true };
    const made = plan({ others: [once] }, [event('a', 5, 7), event('b', 5, 7)]);
    expect(made).toMatchObject({
      stored: [{ ...event('a', 5, 7), id: 'old', before: on(5, 7) }],
      freed: [],
      conflicts: [],
    });
  });
});

describe('of events that overlap', () => {
  it('the one that begins first is taken, else the shorter one, in whatever order they come', () => {
    for (const events of [
      [event('late', 3, 6), event('early', 1, 4)],
      [event('early', 1, 4), event('late', 3, 6)],
    ])
      expect(plan({}, events).conflicts).toEqual(
        [conflict(event('late', 3, 6), { blockId: 'new 1' })].map((one) => ({
          ...one,
          blockId: expect.stringMatching(/^new/),
        })),
      );
    for (const events of [
      [event('long', 1, 6), event('short', 1, 3)],
      [event('short', 1, 3), event('long', 1, 6)],
    ])
      expect(plan({}, events)).toMatchObject({ stored: [{ uid: 'short' }], conflicts: [{ uid: 'long' }] });
  });

  it('none is in conflict with its own block', () => {
    const state = { held: [held('a', 1, 3)], others: [booked(5, 6)] };
    expect(plan(state, [event('a', 2, 6)])).toMatchObject({
      stored: [],
      conflicts: [{ uid: 'a', bookingId: 'booking', blockId: null }],
    });
  });

  it('one that gave way is taken after all if the one before it has to go back', () => {
    const state = {
      held: [held('first', 20, 22), held('second', 30, 32), held('third', 1, 2)],
      others: [booked(41, 42)],
    };
    const events = [event('first', 1, 3), event('second', 2, 4), event('third', 40, 42)];
    const made = plan(state, events);
    expect(made.stored).toEqual([{ ...event('second', 2, 4), id: 'second', before: on(30, 32) }]);
    expect([made.freed, made.conflicts]).toEqual([
      [],
      [
        conflict(event('first', 1, 3), { blockId: 'third' }),
        conflict(event('third', 40, 42), { bookingId: 'booking' }),
      ],
    ]);
    // The nights that it leaves are free for the next one.
    const next = plan({ ...state, held: [...state.held, held('fourth', 50, 52)] }, [
      ...events,
      event('fourth', 31, 33),
    ]);
    expect(next.stored.map(({ id, startDate }) => [id, startDate])).toContainEqual([
      'fourth',
      addDays(TODAY, 31),
    ]);
    expect(next.conflicts.map(({ uid }) => uid)).toEqual(['first', 'third']);
  });
});

it('events that gave way are tried again until none of them is taken', () => {
  const state = { held: [held('wide', 20, 23), held('early', 30, 31), held('late', 2, 3)] };
  // The late one cannot leave its nights for the wide one's sake, which goes back. Then it can, and the early one too.
  const made = plan(state, [event('wide', 1, 4), event('early', 2, 3), event('late', 3, 4)]);
  expect(made.stored.map(({ id, startDate }) => [id, startDate])).toEqual([
    ['early', addDays(TODAY, 2)],
    ['late', addDays(TODAY, 3)],
  ]);
  expect(made.conflicts).toEqual([conflict(event('wide', 1, 4), { blockId: 'early' })]);
});

it('events that gave way are tried again twenty times', () => {
  const nth = Array.from({ length: 25 }, (_, index) => 3 * index);
  const blocks = nth.flatMap((at) => [heldOn(`${at}`, at), heldOn(`stays ${at}`, at + 1)]);
  // Each moves to the nights of the next one, and needs a night that another event has until that gives way.
  const events = nth.flatMap((at) => [
    event(`${at}`, at + 2, at + 4),
    event(`gives way ${at}`, at + 1, at + 3),
    event(`stays ${at}`, 100 + at, 101 + at),
  ]);
  const made = plan({ held: blocks, others: [booked(100, 200)] }, events);
  expect(made.stored.map(({ uid }) => uid)).toEqual(nth.slice(5).map(String));
});

it('an event that goes back displaces only those on its nights', () => {
  const events = [event('b', 1, 4), event('c', 2, 5), event('a', 6, 9)];
  const made = plan({ held: [held('a', 20, 22)], others: [booked(7, 8)] }, events);
  expect(made.stored).toMatchObject([{ uid: 'b' }]);
  expect(made.conflicts).toMatchObject([{ uid: 'c' }, { uid: 'a', bookingId: 'booking' }]);
});

describe('conflicts', () => {
  it('are in the order of their nights', () => {
    const events = [event('c', 3, 6), event('b', 3, 5), event('a', 7, 8), event('d', 1, 9)];
    expect(plan({ others: [booked(0, 20)] }, events).conflicts.map(({ uid }) => uid)).toEqual([
      'd',
      'b',
      'c',
      'a',
    ]);
  });

  it('stay if an incomplete reading does not have their events, and do not appear again', () => {
    const others = [booked(0, 20)];
    const known = ['b', 'a'].map((uid) => conflict(event(uid, 3, 5), { bookingId: 'booking' }));
    const partly = plan({ others, conflicts: known }, [event('a', 7, 8)], false);
    expect(partly.conflicts.map(({ uid, startDate }) => [uid, startDate])).toEqual([
      ['b', addDays(TODAY, 3)],
      ['a', addDays(TODAY, 7)],
    ]);
    expect(partly.appeared.map(({ uid }) => uid)).toEqual(['a']);
    expect(plan({ others, conflicts: known }, [], false)).toMatchObject({
      conflicts: [{ uid: 'a' }, { uid: 'b' }],
      appeared: [],
    });
    expect(plan({ others, conflicts: known }, []).conflicts).toEqual([]);
  });

  it('appear again if their nights change', () => {
    const known = [conflict(event('a', 3, 5), { bookingId: 'booking' })];
    const state = { others: [booked(0, 20)], conflicts: known };
    expect(plan(state, [event('a', 3, 5)]).appeared).toEqual([]);
    expect(plan(state, [event('a', 3, 6)]).appeared).toMatchObject([{ uid: 'a', ...on(3, 6) }]);
  });
});

describe('so many have vanished that it is suspicious', () => {
  const four = [0, 1, 2, 3].map((nth) => held(`${nth}`, nth * 3, nth * 3 + 2));
  const isSuspicious = (count: number, lost: number) =>
    plan(
      { held: four.slice(0, count) },
      four.slice(lost, count).map(({ id, ...one }) => ({ ...one, uid: id })),
    ).isSuspicious;

  it('if all have, or more than half of four', () => {
    expect([isSuspicious(1, 1), isSuspicious(2, 2), isSuspicious(3, 3)]).toEqual([true, true, true]);
    expect([isSuspicious(4, 3), isSuspicious(4, 2), isSuspicious(3, 2)]).toEqual([true, false, false]);
    expect([isSuspicious(0, 0), isSuspicious(2, 0)]).toEqual([false, false]);
  });
});
