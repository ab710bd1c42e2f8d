/** The pages ask for nothing that the limits refuse, at the largest that they take (docs/rules.md, 4). */
import { expect, test } from 'vitest';
import { openSharedApp } from '../../../../helpers/app.ts';
import { buildListings, buildUnit, day } from '../../../../helpers/factories.ts';
import { expectPage, openDesk } from '../../../../helpers/pages.ts';

const world = await openSharedApp();

test('the front desk searches a whole year in all places, 50 on a page', async () => {
  const { visitor, base, team } = await openDesk(world);
  await buildListings(world, 60, { teamId: team.id });
  const path = `${base}/bookings/new?check_in=${day(0)}&check_out=${day(365)}&adults=2`;
  const countRows = (page: string) => (page.match(/<tr role="row"><td/g) ?? []).length;
  const first = await visitor.get(path);
  const second = await visitor.get(`${path}&page=2`);
  expectPage(first, 200, '1–50 of 61');
  expectPage(second, 200, '51–61 of 61');
  expect([countRows(first.body), countRows(second.body)]).toEqual([50, 11]);
  expect(first.body).toContain('rel="next"');
});

test('the front desk quotes a whole year in one place, with other dates', async () => {
  const { visitor, base, place } = await openDesk(world);
  const path = `${base}/bookings/new?listing=${place.id}&check_in=${day(0)}&check_out=${day(365)}&adults=2`;
  expectPage(await visitor.get(path), 200, '€36,500.00');
});

test('the calendar shows 50 units for 62 days', async () => {
  const { visitor, base, team, place } = await openDesk(world);
  for (let n = 0; n < 50; n += 1)
    await buildUnit(world, { teamId: team.id, listingId: place.id, name: `Unit ${n}` });
  expectPage(await visitor.get(`${base}/calendar?from=${day(0)}&days=62`), 200, '1–50 of 52');
});

test('prices can be set for as many days as a place may have, and one more is refused at its field', async () => {
  const { visitor, base, place, client } = await openDesk(world);
  const path = `${base}/prices/${place.id}/days`;
  const form = (end: string, more: object = {}) => ({
    month: day(0).slice(0, 7),
    start_date: day(0),
    end_date: end,
    nightly: '123.00',
    ...more,
  });
  expect((await visitor.post(path, form(day(3_659)))).statusCode).toBe(303);
  const days = await client.read(`/listings/${place.id}/days?start_date=${day(0)}&end_date=${day(3_700)}`);
  expect(days).toHaveLength(3_660);
  expectPage(await visitor.post(path, form(day(3_660))), 422, 'more than 3,660 days');
  // Cleared and set at once, which are two ranges of the same days.
  expect((await visitor.post(path, form(day(3_659), { clear: 'true' }))).statusCode).toBe(303);
});
