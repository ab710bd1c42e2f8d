/** Promise 18 of docs/rules.md with simulated channels: what one sells is closed everywhere, what is given back is free. */
import { it } from 'vitest';
import { takeFreedNights } from '../../src/options/calendars/services/feeds/freed-nights.ts';
import { openSharedApp } from '../helpers/app.ts';
import { expectSound } from '../helpers/bookings.ts';
import { randomOf, seed } from '../helpers/random.ts';
import { ACTS, openHistory, STYLES } from './channels.ts';
import { reportFigures, sized } from './figures.ts';

const HISTORIES = sized(2_000, 12);
const world = await openSharedApp({ outbound: { allow: ['127.0.0.1'] } });
const sweep = () => takeFreedNights(world.services);

it('channels that sell one unit agree within two readings each, after any history', {
  timeout: 3_600_000,
}, async () => {
  const counts: Record<string, number> = {};
  let acts = 0;
  for (let nth = 0; nth < HISTORIES; nth += 1) {
    const random = randomOf(seed, nth);
    const styles = Array.from({ length: random.between(2, 3) }, () => random.pick(STYLES));
    await using history = await openHistory(world, styles, sweep);
    const count = random.between(6, 24);
    for (let act = 0; act < count; act += 1) await history.act(random.pick(ACTS), random);
    await history.expectRest(random);
    acts += count;
    for (const style of styles) counts[style] = (counts[style] ?? 0) + 1;
  }
  await expectSound(world);
  reportFigures('calendar-histories', {
    load: `${HISTORIES} histories, ${acts} acts of guests, channels and the service`,
    seen: `Channels by what they write: ${JSON.stringify(counts)}. All agreed within two rounds for each channel.`,
  });
});

it.each(STYLES)(
  'after a reading, every night that a channel sells is closed here, whether it %s',
  async (style) => {
    for (let nth = 0; nth < sized(200, 2); nth += 1) {
      const random = randomOf(seed, 10_000 + nth);
      await using history = await openHistory(world, [style, 'only its own stays'], sweep);
      for (let act = 0; act < 12; act += 1) {
        await history.act(random.pick(ACTS), random);
        await history.readAll();
        for (const channel of history.channels) await history.expectClosed(channel);
      }
    }
  },
);

/** A channel that is late says for a while what was so before, so everything takes so much longer. */
const LATE_MINUTES = 300;
const ROUNDS_IF_LATE = 14;

it.each(STYLES)(
  'a channel whose calendar is five hours late agrees in the end, whether it %s',
  async (style) => {
    for (let nth = 0; nth < sized(100, 2); nth += 1) {
      const random = randomOf(seed, 20_000 + nth);
      await using history = await openHistory(
        world,
        [style, 'merges nights that touch'],
        sweep,
        LATE_MINUTES,
      );
      for (let act = 0; act < 14; act += 1) await history.act(random.pick(ACTS), random);
      await history.expectRest(random, ROUNDS_IF_LATE);
    }
  },
);
