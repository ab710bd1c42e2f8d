/** The units and the channels of a place (docs/rules.md, 16.4 and 18). */
import { expect, test } from 'vitest';
import { openSharedApp } from '../../../../helpers/app.ts';
import type { Json } from '../../../../helpers/bookings.ts';
import { buildBooking, buildListing, buildUnit } from '../../../../helpers/factories.ts';
import { expectPage, openDesk } from '../../../../helpers/pages.ts';
import { buildCalendarFeed } from '../../../calendars/feed-row.ts';

const world = await openSharedApp();

async function openUnits() {
  const desk = await openDesk(world);
  const path = `${desk.base}/places/${desk.place.id}/units`;
  const read = (): Promise<Json[]> => desk.client.read(`/listings/${desk.place.id}/units`);
  const [first] = (await read()) as [Json];
  return { ...desk, path, read, first };
}

test('units are added, several at once, and a name that is taken is told', async () => {
  const { visitor, path, read } = await openUnits();
  expectPage(await visitor.get(path), 200, 'value="Loft A"');
  expectPage(await visitor.submit(path, { names: 'Attic\r\n\r\n Cellar ' }), 200, 'Added: 2 units.');
  expect((await read()).map(({ name }) => name)).toEqual(['Attic', 'Cellar', 'Loft A', 'Loft B']);
  const taken = await visitor.post(path, { names: 'Shed\nLoft A' });
  expectPage(taken, 422, 'Another unit has the name “Loft A”.');
  expectPage(await visitor.post(path, { names: 'Shed\nShed' }), 422, 'Another unit has the name “Shed”.');
  expectPage(await visitor.post(path, { names: ' ' }), 422, 'id="names-error"');
  expect(await read()).toHaveLength(4);
});

test('a range of numbers adds a unit for each, and nothing if one of the names is taken', async () => {
  const { visitor, path, read } = await openUnits();
  const names = async () => (await read()).map(({ name }) => name);
  expectPage(await visitor.get(path), 200, 'For five with the numbers 101 to 105: 101-105.');
  const typed = '101-105\r\n 001-003 \r\n8-10';
  expectPage(await visitor.submit(path, { names: typed }), 200, 'Added: 11 units.');
  const added = ['001', '002', '003', '8', '9', '10', '101', '102', '103', '104', '105'];
  expect((await names()).toSorted()).toEqual([...added, 'Loft A', 'Loft B'].toSorted());
  const taken = await visitor.post(path, { names: '201\n99-101' });
  expectPage(taken, 422, 'Another unit has the name “101”.');
  expect(taken.body).toContain('99-101</textarea>');
  expect(await names()).toHaveLength(13);
});

test('a name with hyphens that is no rising range of numbers is the name of one unit', async () => {
  const { visitor, path, read } = await openUnits();
  await visitor.get(path);
  const names = ['2-4-6', 'A-Z', 'B1-B3', '12-3', '7-7', '-5', '1234567890-1234567899'];
  expectPage(await visitor.submit(path, { names: names.join('\n') }), 200, 'Added: 7 units.');
  expect((await read()).map(({ name }) => name).toSorted()).toEqual(
    [...names, 'Loft A', 'Loft B'].toSorted(),
  );
});

test('a range of more units than a place may have is refused at its field, and adds none', async () => {
  const { visitor, path, read } = await openUnits();
  for (const names of ['1-501', '1-999999999', '1-300\n301-600', '1-499']) {
    const refused = await visitor.post(path, { names });
    expect([names, refused.statusCode]).toEqual([names, 422]);
    expect(refused.body).toContain('id="names-error"');
    expect(refused.body).toContain('has at most 500 units.');
  }
  expect(await read()).toHaveLength(2);
});

test('a unit is renamed, and a wrong name is told at its field', async () => {
  const { visitor, path, read, first } = await openUnits();
  await visitor.get(path);
  expectPage(await visitor.submit(`${path}/${first.id}`, { name: 'Loft 1' }), 200, 'The name is saved.');
  expect((await read()).map(({ name }) => name)).toEqual(['Loft 1', 'Loft B']);
  const wrong = await visitor.post(`${path}/${first.id}`, { name: 'Loft B' });
  expectPage(wrong, 422, `id="name_${first.id}-error"`);
  expect(wrong.body).toContain('value="Loft B"');
});

test('a unit that nobody has taken is deleted, with its feeds, after they are told', async () => {
  const { visitor, team, path, read, first } = await openUnits();
  await buildCalendarFeed(world, { teamId: team.id, unitId: first.id });
  const { body } = await visitor.get(`${path}/${first.id}/take-out`);
  for (const text of ['Nobody has ever booked or blocked it', '1 calendar feed'])
    expect(body).toContain(text);
  expectPage(await visitor.submit(`${path}/${first.id}/delete`), 200, '“Loft A” is deleted.');
  expect((await read()).map(({ name }) => name)).toEqual(['Loft B']);
});

test('a unit with bookings is taken out and put back, and its bookings stay', async () => {
  const { visitor, base, team, place, path, read, first } = await openUnits();
  await buildBooking(world, { teamId: team.id, listingId: place.id, unitId: first.id });
  const confirmation = await visitor.get(`${path}/${first.id}/take-out`);
  expectPage(confirmation, 200, 'with 1 booking, stays, so it cannot be deleted.');
  expect(confirmation.body).toContain(`href="${base}/calendar/units/${first.id}"`);
  expectPage(await visitor.post(`${path}/${first.id}/delete`), 422, 'cannot be deleted');
  expectPage(await visitor.submit(`${path}/${first.id}/take-out`), 200, 'Its bookings stay.');
  expect((await read())[0]).toMatchObject({ name: 'Loft A', active: false });
  expectPage(await visitor.get(`${path}/${first.id}/take-out`), 200, 'is taken out');
  expectPage(await visitor.submit(`${path}/${first.id}/put-back`), 200, 'can be booked again');
  expect((await read())[0]).toMatchObject({ name: 'Loft A', active: true });
});

test('a unit of another place is not found below this one', async () => {
  const { visitor, base, team, first } = await openUnits();
  const other = await buildListing(world, { teamId: team.id });
  const path = `${base}/places/${other.id}/units/${first.id}`;
  expect((await visitor.get(`${path}/take-out`)).statusCode).toBe(404);
  expect((await visitor.post(path, { name: 'X' })).statusCode).toBe(404);
});

test('a building’s units and channels are those of its kinds of rooms, in one list', async () => {
  const { visitor, base, team } = await openDesk(world);
  const teamId = team.id;
  const building = await buildListing(world, { teamId, kind: 'building', publicTitle: 'Pier House' });
  const rooms = { teamId, kind: 'unit_type', buildingId: building.id } as const;
  for (const publicTitle of ['Attic', 'Double']) {
    const { id } = await buildListing(world, { ...rooms, publicTitle });
    const unit = await buildUnit(world, { teamId, listingId: id, name: `${publicTitle} 1` });
    await buildCalendarFeed(world, { teamId, unitId: unit.id, name: `Airbnb ${publicTitle}` });
  }
  expectPage(await visitor.get(`${base}/places/${building.id}/units`), 200, '1 room, ');
  const { body } = await visitor.get(`${base}/places/${building.id}/channels`);
  const shown = ['Attic 1', 'Airbnb Attic', 'Double 1', 'Airbnb Double'].map((text) =>
    body.indexOf(`>${text}<`),
  );
  expect(shown).toEqual(shown.toSorted((a, b) => a - b));
  expect(shown).not.toContain(-1);
  expect(body).not.toContain('Loft A');
});

test('a channel is connected on the place’s page, with what is wrong at its field', async () => {
  const { visitor, base, place, first, client } = await openUnits();
  const path = `${base}/places/${place.id}/channels`;
  expectPage(await visitor.get(`${path}?unit=${first.id}`), 200, `value="${first.id}" selected`);
  const wrong = await visitor.post(path, { unit_id: first.id, name: '', url: 'no address' });
  expectPage(wrong, 422, 'id="url-error"');
  expect(wrong.body).toContain('id="name-error"');
  const feed = { unit_id: first.id, name: 'Airbnb', url: 'https://feeds.example/a.ics' };
  expectPage(await visitor.submit(path, feed), 200, 'The feed is added.');
  expect(await client.read('/calendar-feeds')).toMatchObject([{ unit_id: first.id, name: 'Airbnb' }]);
  expectPage(await visitor.get(path), 200, 'Their calendar, which we read');
});
