/** The page on which a team adds a place, a building, or a kind of room (docs/rules.md, 16). */
import { expect, test } from 'vitest';
import { openSharedApp } from '../../../../helpers/app.ts';
import { clientOf, type Json } from '../../../../helpers/bookings.ts';
import { buildToken, day } from '../../../../helpers/factories.ts';
import { expectPage, openTeamPages } from '../../../../helpers/pages.ts';

const world = await openSharedApp();
const BARN = {
  public_title: 'The <Old> Barn',
  property_type: 'guest_house',
  city: 'Évora',
  max_guests: '4',
  units: '1',
  nightly: '95,50',
  min_stay: '2',
  open: 'on',
};
const HOTEL = {
  kind: 'building',
  public_title: 'Hotel Miramar',
  property_type: 'hotel',
  city: 'Porto',
  open: 'on',
  kinds_0_public_title: 'Single',
  kinds_0_units: '2',
  kinds_0_max_guests: '1',
  kinds_0_nightly: '60',
  kinds_1_public_title: 'Double',
  kinds_1_units: '101, 102, 103',
  kinds_1_max_guests: '2',
  kinds_1_nightly: '80',
  kinds_3_public_title: 'Suite',
  kinds_3_units: '1',
  kinds_3_max_guests: '4',
  kinds_3_nightly: '150',
};

async function openEmptyTeam() {
  const pages = await openTeamPages(world);
  const client = clientOf(world, await buildToken(world, { teamId: pages.team.id }));
  return { ...pages, client, path: `${pages.base}/places/new` };
}

test('a team without places is led to the form, and a place that is opened there can be booked at once', async () => {
  const { visitor, base, client, path } = await openEmptyTeam();
  for (const page of ['today', 'calendar', 'prices', 'places'])
    expect((await visitor.get(`${base}/${page}`)).body).toContain(`href="${path}"`);
  expectPage(await visitor.get(path), 200, 'Add a place');
  expectPage(await visitor.submit(path, BARN), 200, 'It is added, and can be booked.');
  const [listing, ...others] = await client.read('/listings');
  expect(others).toEqual([]);
  expect(listing).toMatchObject({
    slug: 'the-old-barn',
    kind: 'standalone',
    public_title: 'The <Old> Barn',
    status: 'active',
    property_type: 'guest_house',
    max_guests: 4,
    listed_on_site: true,
    address: { city: 'Évora' },
  });
  expect(await client.read(`/listings/${listing.id}/units`)).toMatchObject([{ name: 'The <Old> Barn' }]);
  expect(await client.read(`/listings/${listing.id}/rates`)).toMatchObject({
    rates: { nightly: 9_550 },
    rules: { min_stay: 2 },
  });
  expect(
    await client.read(`/availability/${listing.id}?check_in=${day(9)}&check_out=${day(11)}&guests=4`),
  ).toMatchObject({ available: true, price: { grand_total: 19_100 } });
  const { body } = await client.send('GET', '/events?types=listing.created');
  expect(body.data.at(-1)).toMatchObject({ type: 'listing.created', actor: { type: 'member' } });
});

test('a new place is a draft unless it is opened, and can be opened on its page', async () => {
  const { visitor, base, client, path } = await openEmptyTeam();
  await visitor.get(path);
  expectPage(await visitor.submit(path, { ...BARN, open: '' }), 200, 'It is added as a draft.');
  const [listing] = await client.read('/listings');
  expect(listing.status).toBe('draft');
  expectPage(await visitor.submit(`${base}/places/${listing.id}/open`), 200, 'It is open');
  expect((await client.read('/listings'))[0].status).toBe('active');
});

test('what is said of an opened place is true of the booking site as it is set', async () => {
  const { visitor, base, client, path } = await openEmptyTeam();
  await visitor.get(path);
  await visitor.submit(path, { ...BARN, open: '' });
  const [{ id }] = await client.read('/listings');
  const opened = async (words: string) =>
    expectPage(await visitor.submit(`${base}/places/${id}/open`), 200, words);
  await opened('They cannot book there yet');
  await client.data(client.send('PUT', '/team', { site_bookings: 'request' }));
  await opened('can request bookings.');
  await client.data(client.send('PUT', '/team', { site_bookings: 'instant' }));
  await opened('and can book it.');
  await client.data(client.send('PUT', `/listings/${id}`, { listed_on_site: false }));
  await opened('Your booking page does not show it');
});

test('the former address of the form for a new place leads to the present one', async () => {
  const { visitor, base, path } = await openEmptyTeam();
  const { statusCode, headers } = await visitor.get(`${base}/prices/new`);
  expect([statusCode, headers.location]).toEqual([303, path]);
});

test('a new place with several alike gets numbered units, or those with the names that are typed', async () => {
  const { visitor, client, path } = await openEmptyTeam();
  await visitor.get(path);
  await visitor.submit(path, { ...BARN, units: '3', city: '', min_stay: '' });
  await visitor.get(path);
  await visitor.submit(path, { ...BARN, public_title: 'Huts', units: 'North, South' });
  const names: string[][] = [];
  for (const { id } of await client.read('/listings'))
    names.push((await client.read(`/listings/${id}/units`)).map((unit: Json) => unit.name));
  expect(names).toEqual([
    ['North', 'South'],
    ['1', '2', '3'],
  ]);
});

test('names of the units of a new place may be a range of numbers', async () => {
  const { visitor, client, path } = await openEmptyTeam();
  await visitor.get(path);
  await visitor.submit(path, { ...BARN, units: '08-10, Attic' });
  const [{ id }] = await client.read('/listings');
  const units: Json[] = await client.read(`/listings/${id}/units`);
  expect(units.map(({ name }) => name).toSorted()).toEqual(['08', '09', '10', 'Attic']);
  expectPage(await visitor.post(path, { ...BARN, units: '1-501' }), 422, 'id="units-error"');
});

test('a wrong form for a new place shows every problem at its field, keeps what was typed, and adds nothing', async () => {
  const { visitor, client, path } = await openEmptyTeam();
  const wrong = { ...BARN, public_title: ' ', max_guests: '0', nightly: 'cheap', min_stay: 'two', units: '' };
  const { statusCode, body } = await visitor.post(path, wrong);
  expect(statusCode).toBe(422);
  for (const field of ['public_title', 'max_guests', 'nightly', 'min_stay', 'units'])
    expect([field, body]).toEqual([field, expect.stringContaining(`id="${field}-error"`)]);
  expect(body).toContain('Price of a night must be an amount of EUR, such as 120.00.');
  expect(body).toContain('value="cheap"');
  expectPage(await visitor.post(path, { ...BARN, nightly: '' }), 422, 'id="nightly-error"');
  expect(await client.read('/listings')).toEqual([]);
});

test('a form for a new place that is sent twice, as by a double click, adds one place', async () => {
  const { visitor, client, path } = await openEmptyTeam();
  await visitor.get(path);
  const form = { form_token: visitor.formToken(), ...BARN };
  const sent = await Promise.all([1, 2, 3].map(() => visitor.post(path, form)));
  const [listing, ...others] = await client.read('/listings');
  expect(others).toEqual([]);
  const places = sent.map(({ headers }) => String(headers.location).split('/').at(-1));
  expect(places).toEqual([listing.id, listing.id, listing.id]);
  // The same place again, from a form that is shown anew, is another one.
  await visitor.get(path);
  await visitor.submit(path, BARN);
  expect((await client.read('/listings')).map(({ slug }: { slug: string }) => slug)).toEqual([
    'the-old-barn',
    'the-old-barn-2',
  ]);
});

test('a building is added with its kinds of rooms, and empty rows are left out', async () => {
  const { visitor, client, path } = await openEmptyTeam();
  expectPage(await visitor.get(`${path}?kind=building`), 200, 'name="kinds_3_nightly"');
  expectPage(await visitor.submit(path, HOTEL), 200, 'Kinds of rooms');
  const listings: Json[] = await client.read('/listings');
  const building = listings.find(({ kind }) => kind === 'building');
  expect(building).toMatchObject({ status: 'active', max_guests: 12, whole_building_bookable: false });
  const kinds = listings.filter(({ kind }) => kind === 'unit_type');
  expect(kinds.map((kind) => [kind.public_title, kind.building_id, kind.status, kind.address.city])).toEqual(
    ['Double', 'Single', 'Suite'].map((title) => [title, building?.id, 'active', 'Porto']),
  );
  expect(kinds.map((kind) => kind.property_type)).toEqual(Array(3).fill('private_room'));
  const [double] = kinds;
  const units: Json[] = await client.read(`/listings/${double?.id}/units`);
  expect(units.map(({ name }) => name)).toEqual(['101', '102', '103']);
  expect(await client.read(`/listings/${double?.id}/rates`)).toMatchObject({ rates: { nightly: 8_000 } });
});

test('a wrong building says each problem in its row, and adds nothing', async () => {
  const { visitor, client, path } = await openEmptyTeam();
  await visitor.get(path);
  const wrong = { ...HOTEL, kinds_1_public_title: '', kinds_3_max_guests: 'all', kinds_3_nightly: '' };
  const { statusCode, body } = await visitor.post(path, wrong);
  expect(statusCode).toBe(422);
  for (const field of ['kinds_1_public_title', 'kinds_3_max_guests', 'kinds_3_nightly'])
    expect([field, body]).toEqual([field, expect.stringContaining(`id="${field}-error"`)]);
  expect(body).not.toContain('id="kinds_0_public_title-error"');
  const empty = { kind: 'building', public_title: 'Hotel', property_type: 'hotel' };
  expectPage(await visitor.post(path, empty), 422, 'id="kinds_0_public_title-error"');
  const twice = { ...HOTEL, kinds_1_units: '101, 101' };
  expectPage(await visitor.post(path, twice), 422, 'kinds_1_units');
  expect(await client.read('/listings')).toEqual([]);
});

test('a building gets one more kind of room, a form at a time, and only a building does', async () => {
  const { visitor, base, client, path } = await openEmptyTeam();
  await visitor.get(path);
  await visitor.submit(path, HOTEL);
  const building: Json = (await client.read('/listings?kind=building'))[0];
  expectPage(await visitor.get(`${base}/places/${building.id}`), 200, `${path}?building=${building.id}`);
  expectPage(await visitor.get(`${path}?building=${building.id}`), 200, 'Add a kind of room');
  const attic = { kind: 'room', building: building.id, public_title: 'Attic', property_type: 'hotel' };
  const sent = { ...attic, max_guests: '3', units: '401', nightly: '90' };
  expectPage(await visitor.submit(path, sent), 200, 'It is added as a draft.');
  const [added] = await client.read('/listings?kind=unit_type&slug=attic');
  expect(added).toMatchObject({ building_id: building.id, address: { city: 'Porto' }, status: 'draft' });
  expect((await visitor.get(`${path}?building=${added.id}`)).statusCode).toBe(404);
});

test('opening a building opens the kinds of rooms that are drafts, and closing it closes none', async () => {
  const { visitor, base, client, path } = await openEmptyTeam();
  await visitor.get(path);
  await visitor.submit(path, { ...HOTEL, open: '' });
  const building: Json = (await client.read('/listings?kind=building'))[0];
  const statuses = async () => (await client.read('/listings')).map(({ status }: Json) => status);
  expect(await statuses()).toEqual(['draft', 'draft', 'draft', 'draft']);
  await visitor.submit(`${base}/places/${building.id}/open`);
  expect(await statuses()).toEqual(['active', 'active', 'active', 'active']);
  expectPage(await visitor.submit(`${base}/places/${building.id}/close`), 200, 'It is closed');
  expect((await statuses()).toSorted()).toEqual(['active', 'active', 'active', 'inactive']);
});
