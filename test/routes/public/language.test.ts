import { expect, test } from 'vitest';
import { openSharedApp } from '../../helpers/app.ts';
import { openInn } from '../../helpers/bookings.ts';
import { day } from '../../helpers/factories.ts';
import { openSite } from '../../helpers/site.ts';

const world = await openSharedApp();
const site = await openSite(world, { team: { languages: ['en', 'de', 'fr'] }, listing: { maxGuests: 2 } });
const german = await openSite(world, { team: { languages: ['de'] }, listing: { maxGuests: 2 } });

/** A stay of too many guests. */
const CROWD = `check_in=${day(0)}&check_out=${day(2)}&guests=3`;
const crowdPath = ({ listing }: Pick<typeof site, 'listing'>, query = '') =>
  `/listings/${listing.slug}/availability?${CROWD}${query}`;
const TOO_MANY = {
  en: 'This place has room for at most 2 guests.',
  de: 'Diese Unterkunft bietet Platz für höchstens 2 Personen.',
  fr: 'Cet hébergement accueille 2 personnes au maximum.',
};

const read = async (path: string, headers: Record<string, string> = {}, of = site) => {
  const answer = await of.visit('GET', path, { headers });
  return { ...answer, language: answer.headers['content-language'], vary: String(answer.headers.vary ?? '') };
};

test.for([
  ['', {}, 'en', true],
  ['&language=de', {}, 'de', false],
  ['&language=DE-at', {}, 'de', false],
  ['&language=de', { 'accept-language': 'fr' }, 'de', false],
  ['', { 'accept-language': 'de-AT, fr;q=0.5' }, 'de', true],
  ['', { 'accept-language': 'de;q=0, fr;q=0.5' }, 'fr', true],
  ['&language=xx', { 'accept-language': 'fr' }, 'fr', true],
  ['&language=it', { 'accept-language': 'it, sv' }, 'en', true],
  [`&language=${'d'.repeat(2_000)}`, { 'accept-language': 'de' }, 'de', true],
  ['', { 'accept-language': `de,${'x'.repeat(1_000)}` }, 'en', true],
] as const)('%s with %j is answered in %s', async ([query, headers, code, isNegotiated]) => {
  const { status, body, language, vary } = await read(crowdPath(site, query), headers);
  expect(status).toBe(200);
  expect(language).toBe(code);
  expect(body.data.reason_message).toBe(TOO_MANY[code]);
  expect(body.data.reasons[0].message).toBe(TOO_MANY[code]);
  expect(/accept-language/i.test(vary)).toBe(isNegotiated);
});

test('a team of one language answers in it, whatever is asked for, and does not vary', async () => {
  const headers = { 'accept-language': 'en' };
  const { body, language, vary } = await read(crowdPath(german, '&language=fr'), headers, german);
  expect(language).toBe('de');
  expect(body.data.reason_message).toBe(TOO_MANY.de);
  expect(vary).not.toMatch(/accept-language/i);
});

test('each language of an address has its own ETag, and a 304 names its language', async () => {
  const path = crowdPath(site);
  const inGerman = { 'accept-language': 'de' };
  const inFrench = { 'accept-language': 'fr' };
  const tag = String((await read(path, inGerman)).headers.etag);
  const unchanged = await read(path, { ...inGerman, 'if-none-match': tag });
  expect([unchanged.status, unchanged.language]).toEqual([304, 'de']);
  expect(unchanged.vary).toMatch(/accept-language/i);
  const other = await read(path, { ...inFrench, 'if-none-match': tag });
  expect([other.status, other.language]).toEqual([200, 'fr']);
  expect(other.headers.etag).not.toBe(tag);
});

test('answers that say the same in two languages have an ETag for each of them', async () => {
  const tags = await Promise.all(
    [
      `/listings/${site.listing.slug}?language=`,
      `/listings/${site.listing.slug}/calendar?start_date=${day(0)}&end_date=${day(2)}&language=`,
    ].map(async (path) => {
      const [german, french] = await Promise.all([read(`${path}de`), read(`${path}fr`)]);
      expect(german.body).toEqual(french.body);
      const known = { 'if-none-match': String(german.headers.etag) };
      expect([(await read(`${path}de`, known)).status, (await read(`${path}fr`, known)).status]).toEqual([
        304, 200,
      ]);
      return [german.headers.etag, french.headers.etag];
    }),
  );
  for (const [german, french] of tags) expect(german).not.toBe(french);
});

test('errors in English name the language that was chosen, and that of an unknown team is one of all', async () => {
  const unknown = await read('/listings/nowhere?language=de');
  expect([unknown.status, unknown.language]).toEqual([404, 'de']);
  expect(unknown.body.message).toBe('There is no such listing.');
  const invalid = await read('/listings?page=0&language=fr');
  expect([invalid.status, invalid.language]).toEqual([422, 'fr']);
  const nobody = (language: string) =>
    world.get('/v1/public/nobody-here', null, { 'accept-language': language });
  expect((await nobody('pt-BR, de')).headers['content-language']).toBe('pt');
  expect((await nobody('xx')).headers['content-language']).toBe('en');
});

test('with a token reasons are in the team’s first language, or in the one that is named', async () => {
  const inn = await openInn(world, {
    team: { languages: ['de', 'fr'] },
    listing: { maxGuests: 2 },
  });
  const reasonOf = async (query: string) =>
    (await inn.read(`/availability/${inn.listing.id}?${CROWD}${query}`)).reason_message;
  expect(await reasonOf('')).toBe(TOO_MANY.de);
  expect(await reasonOf('&language=fr-BE')).toBe(TOO_MANY.fr);
  expect(await reasonOf('&language=it')).toBe(TOO_MANY.de);
  const [found] = await inn.read(`/search?${CROWD}&available=all&language=fr`);
  expect(found.reason_message).toBe(TOO_MANY.fr);
});

test('an error with a token is in English, and its reasons are in the team’s first language', async () => {
  const inn = await openInn(world, { team: { languages: ['de'] }, listing: { maxGuests: 2 } });
  const { status, body } = await inn.send('POST', '/bookings', {
    listing_id: inn.listing.id,
    check_in: day(0),
    check_out: day(2),
    number_of_guests: 3,
    guest: { name: 'Ana' },
  });
  expect(status).toBe(422);
  expect(body.errors.number_of_guests).toEqual([TOO_MANY.en]);
  expect(body.reasons[0].message).toBe(TOO_MANY.de);
});

test('every operation without a token declares the parameter and the header', async () => {
  const { paths } = (await world.get('/openapi.json')).json();
  const operations = Object.entries<Record<string, { parameters: { $ref?: string }[] }>>(paths)
    .filter(([path]) => path.startsWith('/v1/public/'))
    .flatMap(([, byMethod]) => Object.values(byMethod));
  expect(operations.length).toBeGreaterThan(14);
  for (const { parameters } of operations) {
    const shared = parameters.map(({ $ref }) => $ref?.split('/').at(-1));
    expect(shared).toEqual(expect.arrayContaining(['Language', 'AcceptLanguage']));
  }
});
