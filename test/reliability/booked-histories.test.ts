/** Promises 18.13 to 18.15 of docs/rules.md with a simulated channel: bookings made of its stays are its events, whatever happens. */
import { it } from 'vitest';
import { takeFreedNights } from '../../src/options/calendars/services/feeds/freed-nights.ts';
import { openSharedApp } from '../helpers/app.ts';
import { expectSound } from '../helpers/bookings.ts';
import { randomOf, seed } from '../helpers/random.ts';
import { BOOKED_ACTS, openBookedHistory } from './booked-channels.ts';
import { reportFigures, sized } from './figures.ts';

const HISTORIES = sized(2_000, 1);
const world = await openSharedApp({ outbound: { allow: ['127.0.0.1'] } });

it('a channel’s stays are blocked, are bookings or are conflicts, and each booking that differs is listed, after any history', {
  timeout: 7_200_000,
}, async () => {
  const counts: Record<string, number> = {};
  for (let nth = 0; nth < HISTORIES; nth += 1) {
    const random = randomOf(seed, nth);
    await using history = await openBookedHistory(world, () => takeFreedNights(world.services));
    for (let act = 0; act < 24; act += 1) {
      const kind = random.pick(BOOKED_ACTS);
      counts[kind] = (counts[kind] ?? 0) + 1;
      await history.act(kind, random);
    }
    if (nth % 50 === 49) await expectSound(world);
  }
  await expectSound(world);
  reportFigures('booked-histories', {
    load: `${HISTORIES} histories of 24 acts`,
    seen: `Acts: ${JSON.stringify(counts)}. The feed said what the rules say after each.`,
  });
});
