import { expect, test } from 'vitest';
import { openSharedApp, TEST_NOW } from '../../../helpers/app.ts';
import type { Json } from '../../../helpers/bookings.ts';
import { buildListing, buildUnit, day } from '../../../helpers/factories.ts';
import { openSite } from '../../../helpers/site.ts';
import { openTranslatedTeam } from '../../../helpers/translated-team.ts';

const world = await openSharedApp();
world.clock.set(TEST_NOW);

const readIn =
  (slug: string) =>
  async (language: string, path: string): Promise<Json> => {
    const separator = path.includes('?') ? '&' : '?';
    return (await world.get(`/v1/public/${slug}${path}${separator}language=${language}`)).json();
  };

test('a listing is in a language only if all its texts are, else wholly in the first, with its lang', async () => {
  const site = await openSite(world, { team: { languages: ['en', 'de', 'fr'] } });
  await site.data(
    site.send('PUT', `/listings/${site.listing.id}`, {
      public_title: 'Sea Loft',
      headline: 'By the sea',
      house_rules: { text: 'No shoes.' },
      translations: {
        de: { public_title: 'Meerloft', headline: 'Am Meer', house_rules: { text: 'Bitte ohne Schuhe.' } },
        fr: { public_title: 'Loft de la mer', headline: 'Au bord de la mer' },
      },
    }),
  );
  const read = readIn(site.slug);
  const listing = site.listing.slug;
  const german = (await read('de', `/listings/${listing}`)).data;
  expect(german).toMatchObject({ public_title: 'Meerloft', headline: 'Am Meer' });
  expect(german).not.toHaveProperty('lang');
  const { house_rules: rules } = (await read('de', `/listings/${listing}/details`)).data;
  expect(rules.text).toBe('Bitte ohne Schuhe.');
  const french = (await read('fr', `/listings/${listing}`)).data;
  expect(french).toMatchObject({ public_title: 'Sea Loft', headline: 'By the sea', lang: 'en' });
  expect((await read('fr', `/listings/${listing}/details`)).data.house_rules).toMatchObject({
    text: 'No shoes.',
    lang: 'en',
  });
  const [inList] = (await read('de', '/listings')).data;
  expect(inList.public_title).toBe('Meerloft');
  const [found] = (await read('de', `/search?check_in=${day(0)}&check_out=${day(4)}`)).data;
  expect(found.listing.public_title).toBe('Meerloft');
});

test('a unit type is in a language if its building’s rules are, when it has none of its own', async () => {
  const team = await openTranslatedTeam(world, { slug: 'rooms', languages: ['en', 'de'] });
  const read = readIn('rooms');
  const single = async () =>
    (await read('de', '/listings/house')).data.unit_types.find(({ slug }: Json) => slug === 'single');
  expect((await single()).public_title).toBe('[de] Single Room');
  const house = team.findListing('house').id;
  await team.data(
    team.send('PUT', `/listings/${house}`, { translations: { de: { house_rules: { text: null } } } }),
  );
  expect(await single()).toMatchObject({ public_title: '[en] Single Room', lang: 'en' });
  expect((await read('de', '/listings/single')).data).toMatchObject({ lang: 'en' });
  expect((await read('de', '/listings/double')).data.public_title).toBe('[de] Double Room');
});

test('captions, extras, terms and texts of the team count each by itself', async () => {
  const team = await openTranslatedTeam(world, { slug: 'parts', languages: ['en', 'de'] });
  const [{ id: photo }] = (await team.read(`/listings/${team.findListing('loft').id}`)).photos;
  await team.data(
    team.send('PUT', `/listings/${team.findListing('loft').id}/photos/${photo}`, {
      translations: { de: null },
    }),
  );
  await team.data(team.send('PUT', '/team', { translations: { de: { imprint: null } } }));
  await team.data(team.send('PUT', '/fees/breakfast', { translations: { de: null } }));
  const read = readIn('parts');
  const { photos, extras } = (await read('de', '/listings/loft/details')).data;
  expect(photos).toMatchObject([
    { caption: '[en] Photo of Sea Loft', lang: 'en' },
    { caption: '[de] Photo of Sea Loft at night' },
  ]);
  expect(photos[1]).not.toHaveProperty('lang');
  expect(extras).toMatchObject([{ name: '[en] Breakfast', lang: 'en' }]);
  const { data } = await read('de', '');
  expect(data).toMatchObject({
    languages: ['en', 'de'],
    site_sentence: '[de] Sentence of the site',
    imprint: '[en] Imprint of the team',
    langs: { imprint: 'en' },
  });
  expect((await read('en', '')).data).not.toHaveProperty('langs');
  const { cancellation_policy: terms } = (await read('de', '/listings/loft/terms')).data;
  expect(terms.name).toBe('[de] Terms of the loft');
  expect(terms).not.toHaveProperty('translations');
  // French is translated, and the team does not offer it.
  expect((await read('fr', '')).data.site_sentence).toBe('[en] Sentence of the site');
});

test('a search looks in the first language and in the one asked for, in the order of the first', async () => {
  const site = await openSite(world, {
    team: { languages: ['en', 'de', 'fr'] },
    listing: { publicTitle: 'A house', translations: { de: { public_title: 'Zum Anker' } } },
  });
  const { id } = await buildListing(world, {
    teamId: site.listing.teamId,
    publicTitle: 'B house',
    translations: { de: { public_title: 'Am Anleger' }, fr: { public_title: 'Le quai' } },
  });
  await buildUnit(world, { teamId: site.listing.teamId, listingId: id });
  const read = readIn(site.slug);
  const titlesOf = async (language: string, q: string) =>
    (
      await read(language, `/search?check_in=${day(0)}&check_out=${day(4)}&sort=title${q && `&q=${q}`}`)
    ).data.map(({ listing }: Json) => listing.public_title);
  expect(await titlesOf('de', '')).toEqual(['Zum Anker', 'Am Anleger']);
  expect(await titlesOf('de', 'anle')).toEqual(['Am Anleger']);
  expect(await titlesOf('de', 'house')).toEqual(['Zum Anker', 'Am Anleger']);
  expect(await titlesOf('de', 'quai')).toEqual([]);
  expect(await titlesOf('fr', 'quai')).toEqual(['Le quai']);
  expect((await read('de', '/listings')).data.map((one: Json) => one.public_title)).toEqual([
    'Zum Anker',
    'Am Anleger',
  ]);
});

test('a guest reads how to pay and to arrive in the language of the request, else in the first', async () => {
  const team = await openTranslatedTeam(world, {
    slug: 'paying',
    languages: ['en', 'de'],
    settings: { arrival_days_before: 60, site_bookings: 'instant' },
  });
  const stay = `check_in=${day(1)}&check_out=${day(4)}&guests=2`;
  const total = (await readIn('paying')('en', `/listings/loft/availability?${stay}`)).data.price.grand_total;
  const body = {
    listing: 'loft',
    check_in: day(1),
    check_out: day(4),
    number_of_guests: 2,
    guest: { name: 'Bea Lind', email: 'bea@example.com' },
    expected_total: total,
  };
  const made = await world.app.inject({
    method: 'POST',
    url: '/v1/public/paying/bookings?language=de',
    payload: body,
  });
  const { confirmation_code: code, key } = made.json().data;
  const look = async () =>
    (await world.get(`/v1/public/paying/bookings/${code}?language=de`, null, { 'booking-key': key })).json()
      .data;
  expect(await look()).toMatchObject({
    payment_instructions: '[de] How to pay',
    arrival_instructions: '[de] Arrival at Sea Loft',
    cancellation: { name: '[de] Terms of the loft' },
  });
  await team.data(team.send('PUT', '/team', { translations: { de: { payment_instructions: null } } }));
  expect(await look()).toMatchObject({
    payment_instructions: '[en] How to pay',
    langs: { payment_instructions: 'en' },
  });
});
