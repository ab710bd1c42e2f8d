/** The pages of the calendars that other systems read here (docs/rules.md, 18.1). */
import { expect, test } from 'vitest';
import { openSharedApp } from '../../../helpers/app.ts';
import { buildUnit } from '../../../helpers/factories.ts';
import { expectPage, openDesk } from '../../../helpers/pages.ts';

const world = await openSharedApp();
const addressIn = (page: string): string | null =>
  /http:\/\/[^<"]+(\/calendars\/\w+\.ics)/.exec(page)?.[1] ?? null;

test('at the front desk a unit’s calendar address is made, shown on request, read by anyone, and withdrawn', async () => {
  const { visitor, base, client, place } = await openDesk(world);
  const [{ id }] = await client.read(`/listings/${place.id}/units`);
  const path = `${base}/calendar/units/${id}/address`;
  expectPage(await visitor.get(`${base}/calendar-feeds`), 200, `<option value="${id}">Sea Loft · Loft A`);
  for (const page of [path, `${base}/calendar-feeds/out?unit=${id}`])
    expectPage(await visitor.get(page), 200, 'The unit has no address yet.');
  expectPage(await visitor.get(`${base}/calendar/units/${id}`), 200, `href="${path}"`);

  const made = await visitor.submit(path);
  expectPage(made, 200, 'The unit has an address now.');
  expect(addressIn(made.body)).toBeNull();
  const shown = await visitor.post(`${path}/show`);
  const address = addressIn(shown.body) ?? '';
  const { url } = await client.read(`/units/${id}/calendar`);
  expect(url).toBe(`http://localhost${address}`);
  expectPage(await world.app.inject(address), 200, 'BEGIN:VCALENDAR');

  await visitor.submit(path);
  expect(addressIn((await visitor.post(`${path}/show`)).body)).toBe(address);
  expectPage(await visitor.get(`${path}/withdraw`), 200, 'learn of no more bookings');
  expectPage(await visitor.submit(`${path}/withdraw`), 200, 'The address is withdrawn.');
  expect((await world.app.inject(address)).statusCode).toBe(404);
  expect((await visitor.post(`${path}/withdraw`)).statusCode).toBe(404);
  const none = await visitor.get(`${base}/calendar-feeds/out`);
  expect([none.statusCode, none.headers.location]).toEqual([303, `${base}/calendar-feeds`]);
});

test('in a team with many units, the address of the one whose name is typed is shown', async () => {
  const { visitor, base, place, team } = await openDesk(world);
  for (let number = 1; number <= 20; number += 1)
    await buildUnit(world, { teamId: team.id, listingId: place.id, name: `Room ${number}` });
  const out = `${base}/calendar-feeds/out?unit=`;
  expectPage(await visitor.get(`${base}/calendar-feeds`), 200, '<option value="Sea Loft · Room 7">');
  const found = await visitor.get(`${out}${encodeURIComponent('Sea Loft · Room 7')}`);
  expectPage(found, 200, '<h1>Calendar of <span class="name">Room 7</span></h1>');
  const wrong = await visitor.get(`${out}Cellar`);
  expectPage(wrong, 422, 'Unit must be one of those that the field suggests.');
  expect(wrong.body).toMatch(/id="unit"[^>]*\s+value="Cellar"/);
});
