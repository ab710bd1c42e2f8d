import { expect, test } from 'vitest';
import { fromDayNumber } from '../../../../src/domain/dates/dates.ts';
import { toNights, toSpans } from '../../../../src/options/calendars/domain/nights.ts';
import { type PlannedBlock, placeNights } from '../../../../src/options/calendars/domain/placing.ts';
import { WINDOW } from './simulated-channels.ts';

/** A feed that reads these events, and holds these blocks. Nights are counted from today. */
function place(events: readonly [uid: string, from: number, to: number][], held: readonly PlannedBlock[]) {
  let made = held.length;
  const newId = () => {
    made += 1;
    return `block-${made}`;
  };
  const reported = events.map(([uid, from, to]) => ({
    uid,
    startDate: fromDayNumber(WINDOW.from + from),
    endDate: fromDayNumber(WINDOW.from + to),
  }));
  const placing = {
    events: reported,
    wanted: toNights(reported, WINDOW),
    held,
    freed: new Set<number>(),
    others: [],
  };
  return placeNights(placing, { window: WINDOW, newId }).blocks;
}

const outline = (blocks: readonly PlannedBlock[]) =>
  blocks.map(({ id, uid, startDate, endDate }) => ({
    id,
    uid,
    nights: toNights([{ startDate, endDate }], WINDOW).size,
  }));

test('feed events with the same UID and overlapping nights are placed once, and stay placed when read again', () => {
  const events: [string, number, number][] = [
    ['a', 0, 5],
    ['a', 3, 7],
    ['a', 3, 12],
  ];
  const first = place(events, place([['b', 3, 7]], []));
  expect(outline(first)).toEqual([
    { id: 'block-1', uid: 'a', nights: 5 },
    { id: 'block-2', uid: 'a', nights: 2 },
    { id: 'block-3', uid: 'a', nights: 5 },
  ]);
  expect(outline(place(events, first))).toEqual(outline(first));
});

test('a calendar in which all events have the same UID is placed beside many blocks within a moment', () => {
  const stays = Array.from({ length: 365 }, (_, nth): [string, number, number] => [
    'a',
    2 * nth,
    2 * nth + 1,
  ]);
  const held = place(stays, []);
  expect(held.length).toBe(365);

  const startedAt = performance.now();
  const blocks = place(
    Array.from({ length: 5_000 }, (): [string, number, number] => ['a', 0, 730]),
    held,
  );
  // It takes a third of a second. Looking at every event for every block took forty.
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  expect(toSpans(toNights(blocks, WINDOW)).length).toBe(1);
});
