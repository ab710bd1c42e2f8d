/** The page on which a team adds a place (docs/rules.md, 16). */
import { expect, test } from 'vitest';
import { openSharedApp } from '../../helpers/app.ts';
import { clientOf } from '../../helpers/bookings.ts';
import { buildToken, day } from '../../helpers/factories.ts';
import { expectPage, openTeamPages } from '../../helpers/pages.ts';

const world = await openSharedApp();
const BARN = {
  ...{ public_title: 'The <Old> Barn', property_type: 'guest_house', city: 'Évora', max_guests: '4' },
  ...{ units: '1', nightly: '95,50', min_stay: '2' },
};

async function openEmptyTeam() {
  const pages = await openTeamPages(world);
  const client = clientOf(world, await buildToken(world, { teamId: pages.team.id }));
  return { ...pages, client, path: `${pages.base}/prices/new` };
}

test('a team without places is led to the form for one, and its first place can be booked at once', async () => {
  const { visitor, base, client, path } = await openEmptyTeam();
  for (const page of ['today', 'calendar', 'prices'])
    expect((await visitor.get(`${base}/${page}`)).body).toContain(`href="${path}"`);
  expectPage(await visitor.get(path), 200, 'New place');
  expectPage(await visitor.submit(path, BARN), 200, 'The place is added, and can be booked.');
  const [listing, ...others] = await client.read('/listings');
  expect(others).toEqual([]);
  expect(listing).toMatchObject({
    ...{ slug: 'the-old-barn', kind: 'standalone', public_title: 'The <Old> Barn', status: 'active' },
    ...{ property_type: 'guest_house', max_guests: 4, listed_on_site: true, address: { city: 'Évora' } },
  });
  expect(await client.read(`/listings/${listing.id}/units`)).toMatchObject([{ name: 'The <Old> Barn' }]);
  expect(await client.read(`/listings/${listing.id}/rates`)).toMatchObject({
    ...{ rates: { nightly: 9_550 }, rules: { min_stay: 2 } },
  });
  expect(
    await client.read(`/availability/${listing.id}?check_in=${day(9)}&check_out=${day(11)}&guests=4`),
  ).toMatchObject({ available: true, price: { grand_total: 19_100 } });
  const { body } = await client.send('GET', '/events?types=listing.created');
  expect(body.data.at(-1)).toMatchObject({ type: 'listing.created', actor: { type: 'member' } });
});

test('a new place with several rooms of a kind gets numbered units', async () => {
  const { visitor, client, path } = await openEmptyTeam();
  await visitor.submit(path, { ...BARN, units: '3', city: '', min_stay: '' });
  const [listing] = await client.read('/listings');
  const units: { name: string }[] = await client.read(`/listings/${listing.id}/units`);
  expect(units.map(({ name }) => name)).toEqual(['1', '2', '3']);
});

test('a wrong form for a new place shows every problem at its field, keeps what was typed, and adds nothing', async () => {
  const { visitor, client, path } = await openEmptyTeam();
  const wrong = { ...BARN, public_title: ' ', max_guests: '0', nightly: 'cheap', min_stay: 'two' };
  const { statusCode, body } = await visitor.post(path, wrong);
  expect(statusCode).toBe(422);
  for (const field of ['public_title', 'max_guests', 'nightly', 'min_stay'])
    expect(body).toContain(`id="${field}-error"`);
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
