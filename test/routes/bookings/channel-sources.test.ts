/** A channel's own source (docs/rules.md, 9.16). */
import { beforeEach, expect, it } from 'vitest';
import { openSharedApp } from '../../helpers/app.ts';
import { expectRefusal, type Inn, type Json, openInn } from '../../helpers/bookings.ts';
import { day } from '../../helpers/factories.ts';

let inn: Inn;
const world = await openSharedApp();
beforeEach(async () => {
  inn = await openInn(world, { units: ['A', 'B', 'C'] });
});

it('a channel has a source of its own, which lists, nights and mail rules know', async () => {
  const source = `channel:${'a1_-'.repeat(10)}`;
  const one = await inn.book({ source });
  await inn.book({ source: 'airbnb' });
  await inn.book({ source: 'channel:b' });
  expect(one.source).toBe(source);
  expect((await inn.read(`/bookings/${one.id}`)).source).toBe(source);
  const found = async (query: string) =>
    (await inn.read(`/bookings?${query}`)).map((booking: Json) => booking.source).sort();
  expect(await found(`source=${source}`)).toEqual([source]);
  expect(await found(`source=${source},airbnb`)).toEqual(['airbnb', source]);
  expect(await found('source=channel:b&source=channel:none')).toEqual(['channel:b']);
  const nights = await inn.read(`/occupancies?from=${day(0)}&to=${day(4)}`);
  expect(nights.map(({ booking }: Json) => booking.source).sort()).toEqual(
    ['airbnb', source, 'channel:b'].sort(),
  );
});

it('other words are refused', async () => {
  for (const source of [
    'channel:',
    'channel:A',
    `channel:${'x'.repeat(41)}`,
    'channel:a b',
    'channel',
    'x',
    ' channel:a',
    7,
  ])
    expectRefusal(await inn.tryBook({ source }), ['source']);
  for (const source of ['channel:', 'channel:A', 'airbnb,channel:é', 'x', ''])
    expectRefusal(await inn.send('GET', `/bookings?source=${encodeURIComponent(source)}`), ['source']);
});
