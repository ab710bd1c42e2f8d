/** What search engines and browsers get of a team's site (docs/rules.md, 15.17). */
import { beforeEach, expect, it } from 'vitest';
import { openSharedApp, TEST_NOW } from '../../../helpers/app.ts';
import { type Inn, openInn } from '../../../helpers/bookings.ts';
import { jpeg, pathOf, png, tryUpload } from '../../../helpers/pictures.ts';

const world = await openSharedApp();
let inn: Inn;
let slug: string;
beforeEach(async () => {
  world.clock.set(TEST_NOW);
  inn = await openInn(world, { team: { name: 'Harbour </script><b>' } });
  slug = (await inn.read('/team')).slug;
});

const put = (body: object) => inn.data(inn.send('PUT', '/team', body));
const readData = (page: string) => {
  const [, json] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(page) ?? [];
  return json === undefined ? null : JSON.parse(json);
};
const read = async (path: string) => (await world.get(path)).body;
const base = 'http://localhost';

it('search engines may read sites and the public API, and nothing of the team’s pages', async () => {
  const answer = await world.get('/robots.txt');
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  for (const line of [
    'Disallow: /app',
    'Disallow: /v1/',
    'Allow: /v1/public/',
    `Sitemap: ${base}/sitemap.xml`,
  ])
    expect(answer.body.replace(':80', '').split('\n')).toContain(line);
});

it('a sitemap has the places that a site shows, for a team that takes bookings', async () => {
  const sitemap = () => world.get(`/site/${slug}/sitemap.xml`);
  expect((await sitemap()).statusCode).toBe(404);
  await put({ site_bookings: 'request' });
  const hidden = await inn.data(
    inn.send('POST', '/listings', {
      kind: 'standalone',
      public_title: 'Hidden',
      max_guests: 2,
      rates: { nightly: 1 },
      listed_on_site: false,
      status: 'active',
    }),
    201,
  );
  const answer = await sitemap();
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([
    200,
    'application/xml; charset=utf-8',
  ]);
  expect(answer.body.match(/<loc>/g)).toHaveLength(2);
  expect(answer.body.replaceAll(':80', '')).toContain(
    `<loc>${base}/site/${slug}/${inn.listing.slug}</loc><lastmod>`,
  );
  expect(answer.body).not.toContain(hidden.slug);
  await inn.data(inn.send('PUT', `/listings/${inn.listing.id}`, { status: 'inactive' }));
  expect((await sitemap()).body.match(/<loc>/g)).toHaveLength(1);
  expect((await world.get('/site/nobody-here/sitemap.xml')).statusCode).toBe(404);
});

it('the sitemap of the service is that of its only site, and is none with several', async () => {
  await world.db.execute(`update teams set site_bookings = 'off'`);
  expect((await world.get('/sitemap.xml')).statusCode).toBe(404);
  await put({ site_bookings: 'request' });
  expect(await read('/sitemap.xml')).toBe(await read(`/site/${slug}/sitemap.xml`));
  const other = await openInn(world);
  await other.data(other.send('PUT', '/team', { site_bookings: 'instant' }));
  expect((await world.get('/sitemap.xml')).statusCode).toBe(404);
});

it('a page has the data of its place or team for search engines, and no text of a team can leave it', async () => {
  await put({ contact: { phone: '+351 1' }, site_sentence: 'Flats.' });
  await inn.data(
    inn.send('PUT', `/listings/${inn.listing.id}`, {
      description: 'Under the roofs',
      address: { city: 'Lisbon', country: 'PT', latitude: '38.713200', longitude: '-9.124900' },
    }),
  );
  const list = await read(`/site/${slug}`);
  expect(list).not.toContain('Harbour </script>');
  expect(readData(list)).toMatchObject({
    '@type': 'LodgingBusiness',
    name: 'Harbour </script><b>',
    description: 'Flats.',
    telephone: '+351 1',
  });
  const place = readData(await read(`/site/${slug}/${inn.listing.slug}`));
  expect(place).toMatchObject({
    '@type': 'VacationRental',
    identifier: inn.listing.slug,
    description: 'Under the roofs',
    address: { addressLocality: 'Lisbon', addressCountry: 'PT' },
    latitude: 38.7132,
    containsPlace: { occupancy: { value: inn.listing.maxGuests } },
    brand: { name: 'Harbour </script><b>' },
  });
  // A guest's own page and an unknown one have none.
  for (const path of [`/site/${slug}?booking=ABC`, '/site/nobody-here', `/site/${slug}/nothing`])
    expect(readData(await read(path))).toBe(null);
});

it('a page has the icons of the team’s logo and its colour, and a shared link the cover', async () => {
  expect(await read(`/site/${slug}`)).toContain('<link rel="icon" href="data:,">');
  await put({ site_color: '#1f6f5c' });
  for (const kind of ['logo', 'cover'])
    await tryUpload(world, inn, `/team/${kind}`, kind === 'logo' ? await png() : await jpeg(), {
      method: 'PUT',
      type: kind === 'logo' ? 'image/png' : 'image/jpeg',
    });
  const { icon_url, touch_icon_url, cover_medium_url, logo_url } = await inn.read('/team');
  const list = await read(`/site/${slug}`);
  expect(list).toContain(`<link rel="icon" type="image/png" sizes="32x32" href="..${pathOf(icon_url)}">`);
  expect(list).toContain('<meta name="theme-color" content="#1f6f5c">');
  expect(list).toContain(`<meta property="og:image" content="${cover_medium_url}">`);
  expect(readData(list)).toMatchObject({ logo: logo_url });
  expect(await read(`/site/${slug}/${inn.listing.slug}`)).toContain(
    `<link rel="apple-touch-icon" sizes="180x180" href="../..${pathOf(touch_icon_url)}">`,
  );
});
