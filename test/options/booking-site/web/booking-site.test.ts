import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { countMinorDigits } from '../../../../src/domain/money.ts';
import { PROPERTY_TYPES } from '../../../../src/domain/vocabulary.ts';
import { openTestApp, type TestApp } from '../../../helpers/app.ts';
import { buildFee, buildListing, buildPhoto, buildTeam, buildUnit } from '../../../helpers/factories.ts';
import { words } from '../../../helpers/words.ts';

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src http: https: data:; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

const PHOTO = 'https://photos.example/attic.jpg';

describe('serving the booking page', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await openTestApp();
    const { id: teamId } = await buildTeam(test, { slug: 'inn', name: 'Inn & "Sons" <$&>' });
    const { id: attic } = await buildListing(test, {
      teamId,
      slug: 'attic',
      publicTitle: 'Attic <1>',
      headline: null,
      description: `Under "the"\nroof. ${'word '.repeat(60)}`,
    });
    await buildPhoto(test, {
      teamId,
      listingId: attic,
      mediumUrl: 'javascript:alert(1)',
      originalUrl: PHOTO,
    });
    await buildListing(test, { teamId, slug: 'draft', status: 'draft' });
  });
  afterAll(() => test.close());

  const metaOf = (html: string) =>
    Object.fromEntries(
      [...html.matchAll(/<meta name="innkeep-([a-z-]+)" content="([^"]*)">/g)].map(([, name, value]) => [
        name,
        value,
      ]),
    );
  const filesOf = (html: string) =>
    [...html.matchAll(/(?:href|src)="([^"]*\.(?:js|css))"/g)].map(([, file = '']) => file);
  /** The preview of a link to the page. */
  const previewOf = (html: string) =>
    Object.fromEntries([
      ['title', /<title>(.*)<\/title>/.exec(html)?.[1]],
      ...[...html.matchAll(/<meta (?:name|property)="(description|og:\w+)" content="([^"]*)">/g)].map(
        ([, name, value]) => [name, value],
      ),
    ]);

  it.each([
    ['/site/inn', '..', 'inn', '-/'],
    ['/site/inn/attic', '../..', '../inn', '../-/'],
  ])('the booking page at %s contains its addresses and the team’s name', async (path, api, base, prefix) => {
    const answer = await test.get(path);
    expect(answer.statusCode).toBe(200);
    expect(metaOf(answer.body)).toEqual({
      api,
      team: 'inn',
      name: 'Inn &#38; &#34;Sons&#34; &#60;$&#38;&#62;',
      base,
      'book-url': '',
    });
    expect(answer.body).toContain('>Inn &#38; &#34;Sons&#34; &#60;$&#38;&#62;</a>');
    const files = filesOf(answer.body);
    expect(files.filter((file) => !file.startsWith(prefix))).toEqual([]);
    expect(files.map((file) => file.split('/').at(-1))).toEqual(['booking-site.css', 'booking-site.js']);
    const { pathname } = new URL(files[0] ?? '', `http://inn.example${path}`);
    const file = await test.get(pathname);
    expect([file.statusCode, file.headers['cache-control']]).toEqual([
      200,
      expect.stringMatching(/immutable/),
    ]);
    expect((await test.get('/site/-/other/booking-site.js')).statusCode).toBe(404);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
      'cache-control': 'public, no-cache',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
  });

  it('the booking page of a place has its limits and extras in the HTML, if there are any', async () => {
    const { id: teamId } = await buildTeam(test, { slug: 'farm' });
    const { id } = await buildListing(test, { teamId, slug: 'barn', maxChildren: 3, maxPets: 1 });
    await buildListing(test, { teamId, slug: 'hut' });
    const extra = { teamId, listingIds: [id], optional: true, maxQuantity: 2 };
    await buildFee(test, { ...extra, code: 'tea', name: 'Tea "<1>"', basis: 'guest', amountCents: 450 });
    await buildFee(test, { ...extra, code: 'old', validUntil: '2031-05-04' });
    const today = { validUntil: '2031-05-05', maxQuantity: 1 };
    await buildFee(test, { ...extra, ...today, code: 'last', name: 'Last', basis: 'stay', amountCents: 100 });
    await buildFee(test, { teamId, code: 'cleaning' });
    const { options = '' } = metaOf((await test.get('/site/farm/barn')).body);
    const text = options.replaceAll(/&#(\d+);/g, (_all: string, code: string) =>
      String.fromCharCode(Number(code)),
    );
    expect(JSON.parse(text)).toEqual({
      max_children: 3,
      max_infants: null,
      max_pets: 1,
      extras: [
        { code: 'last', name: 'Last', basis: 'stay', amount: 100, max_quantity: 1 },
        { code: 'tea', name: 'Tea "<1>"', basis: 'guest', amount: 450, max_quantity: 2 },
      ],
    });
    for (const path of ['/site/farm', '/site/farm/hut'])
      expect(metaOf((await test.get(path)).body)).not.toHaveProperty('options');
  });

  it('the booking page says without JavaScript who lets the places, what there is and how to reach the team', async () => {
    const { id: teamId } = await buildTeam(test, {
      slug: 'plain',
      name: 'Plain <Inn>',
      termsUrl: 'https://plain.example/terms',
      imprint: 'Plain "Ltd"',
      contact: { email: null, phone: '+351 21 0', website: null },
    });
    await buildListing(test, {
      teamId,
      slug: 'hut',
      publicTitle: 'Hut <1>',
      city: 'Porto',
      headline: null,
      description: 'One.\n\nTwo.',
    });
    await buildListing(test, { teamId, slug: 'barn', publicTitle: 'Barn', city: 'Sintra' });
    const plainOf = async (path: string) =>
      /<noscript>([\s\S]*)<\/noscript>/.exec((await test.get(path)).body)?.[1] ?? '';
    const list = await plainOf('/site/plain');
    for (const part of [
      '<h1>Plain &#60;Inn&#62;</h1>',
      '2 places to stay in Sintra and Porto, with every free date and the full price.',
      '<a href="tel:+351210">+351 21 0</a>',
      '<a href="plain/hut">',
      '<strong>Hut &#60;1&#62;</strong>',
      '<a href="https://plain.example/terms">Terms</a>',
      'Plain &#34;Ltd&#34;',
    ])
      expect(list).toContain(part);
    const place = await plainOf('/site/plain/hut');
    for (const part of ['<h1>Hut &#60;1&#62;</h1>', '<p class="prose">Two.</p>', 'href="../plain"'])
      expect(place).toContain(part);
    expect(place).not.toContain('\\n');
    expect(await plainOf('/site/nobody')).toMatch(/^<p class="notice">/);
  });

  it('without JavaScript, a place or a team that does not exist is said not to be there', async () => {
    const { id: teamId } = await buildTeam(test, { slug: 'left', languages: ['en', 'de'] });
    await buildListing(test, { teamId, slug: 'hut' });
    const answerOf = async (path: string) => {
      const { statusCode, body } = await test.get(path);
      return { statusCode, plain: /<noscript>([\s\S]*)<\/noscript>/.exec(body)?.[1] ?? '' };
    };
    const place = await answerOf('/site/left/nothing?language=de');
    expect(place.statusCode).toBe(404);
    expect(place.plain).toContain('Diese Unterkunft finden wir nicht.');
    expect(place.plain).toContain('href="../left?language&#61;de"');
    expect(place.plain).not.toContain('JavaScript');
    const team = await answerOf('/site/nobody');
    expect(team.statusCode).toBe(404);
    expect(team.plain).toContain('There is no such page.');
  });

  it('the booking page has the house’s colour and headline in its HTML', async () => {
    const look = { siteColor: '#1f6f5c', siteHeadline: 'Wake up by the river' };
    const { id: teamId } = await buildTeam(test, { slug: 'river', ...look });
    await buildListing(test, { teamId, slug: 'hut' });
    const { body } = await test.get('/site/river');
    expect(metaOf(body)).toMatchObject({ color: '#1f6f5c' });
    expect(body).toContain('<h1>Wake up by the river</h1>');
    expect(metaOf((await test.get('/site/river/hut')).body)).toMatchObject({ color: '#1f6f5c' });
  });

  it('without JavaScript a place shows its pictures, its lowest price and how to book it, and a booking only what to ask', async () => {
    const contact = { email: 'ana@quay.example', phone: '+351 21 0', website: null };
    const { id: teamId } = await buildTeam(test, { slug: 'quay', contact });
    const { id: listingId } = await buildListing(test, {
      teamId,
      slug: 'boat',
      publicTitle: 'Boat & <1>',
      nightlyCents: 9_000,
    });
    await buildUnit(test, { teamId, listingId });
    await buildPhoto(test, { teamId, listingId, isFeatured: false, mediumUrl: PHOTO });
    await buildPhoto(test, { teamId, listingId, isFeatured: true, mediumUrl: '/media/quay/a.webp' });
    const plainOf = async (path: string) =>
      /<noscript>([\s\S]*)<\/noscript>/.exec((await test.get(path)).body)?.[1] ?? '';
    const place = await plainOf('/site/quay/boat');
    const pictures = [...place.matchAll(/<img src="([^"]*)" alt="([^"]*)"/g)].map(([, src, alt]) => [
      src,
      alt,
    ]);
    expect(pictures).toEqual([
      [expect.stringMatching(/^http:\/\/[^/]+\/media\/quay\/a\.webp$/), 'Boat &#38; &#60;1&#62;'],
      [PHOTO, 'Boat &#38; &#60;1&#62;'],
    ]);
    for (const part of [
      '<dd>from €90</dd>',
      '<h2>How to book</h2>',
      '<a href="tel:+351210">+351 21 0</a>',
      '<a href="mailto:ana@quay.example?subject&#61;Boat%20%26%20%3C1%3E">ana@quay.example</a>',
    ])
      expect(place).toContain(part);
    expect(await plainOf('/site/quay')).toContain('/media/quay/a.webp');
    const ticket = await plainOf('/site/quay?booking=HB7K2M9Q');
    expect(ticket).toContain('<h1>Your booking</h1>');
    expect(ticket).toContain('href="tel:+351210"');
    expect(ticket).not.toMatch(/Boat|HB7K2M9Q/);
  });

  it('each drawing of a place belongs to a kind of place, and every other kind is drawn as a house', async () => {
    const svg = await readFile(
      new URL('../../../../examples/booking-site/places.svg', import.meta.url),
      'utf8',
    );
    const ids = [...svg.matchAll(/<g id="(\w+)"\/>/g)].map(([, id = '']) => id);
    expect(ids.filter((id) => !(PROPERTY_TYPES as readonly string[]).includes(id))).toEqual(['room']);
    for (const id of ids) expect(svg.split(`#${id}`).length).toBeGreaterThan(2);
  });

  it('the booking page gives every currency the decimals that the service gives it, in every browser', async () => {
    vi.stubGlobal('document', { documentElement: { lang: 'en-GB' } });
    const { toMinor, money } = await import(
      new URL('../../../../examples/booking-site/format.js', import.meta.url).href
    );
    vi.unstubAllGlobals();
    for (const currency of Intl.supportedValuesOf('currency'))
      expect([currency, toMinor('1', currency)]).toEqual([currency, 10 ** countMinorDigits(currency)]);
    expect(money(2_500_050, 'HUF')).toBe('HUF\u00a025,000.50');
    expect(money(2_500_050, 'JPY')).toBe('JP¥2,500,050');
  });

  it('the booking page loads one script, which imports nothing', async () => {
    const html = (await test.get('/site/inn')).body;
    const script = filesOf(html).find((file) => file.endsWith('.js')) ?? '';
    const { body } = await test.get(`/site/${script}`);
    expect(body).toContain('Find a place to stay');
    expect(body).not.toMatch(/^(?:import|export)\b/m);
    expect((await test.get(`/site/${script.replace('booking-site.js', 'list.js')}`)).statusCode).toBe(404);
  });

  it('the booking page has a preview for shared links in its HTML, without parts that are unknown', async () => {
    const name = 'Inn &#38; &#34;Sons&#34; &#60;$&#38;&#62;';
    const place = previewOf((await test.get('/site/inn/attic')).body);
    const title = `Attic &#60;1&#62; · ${name}`;
    const { description } = place;
    expect(place).toEqual({
      title,
      description,
      'og:type': 'website',
      'og:site_name': name,
      'og:title': title,
      'og:description': description,
      'og:image': PHOTO,
    });
    expect(description).toMatch(/^Under &#34;the&#34; roof\. word .{140,175}word …$/);
    expect(previewOf((await test.get('/site/inn')).body)).toMatchObject({
      title: name,
      description: '1 place to stay, with every free date and the full price.',
      'og:image': PHOTO,
    });
    expect(previewOf((await test.get('/site/nobody')).body)).toEqual({
      title: 'Places to stay',
      'og:type': 'website',
      'og:title': 'Places to stay',
    });
  });

  it('the booking page answers 304 to a browser that has it already', async () => {
    const { headers } = await test.get('/site/inn');
    const again = await test.get('/site/inn', null, {
      'if-none-match': String(headers.etag),
    });
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', headers.etag]);
    expect((await test.get('/site/inn/attic')).headers.etag).not.toBe(headers.etag);
  });

  it('a guest’s own page stays out of search engines, whatever its code is, and the pages of places do not', async () => {
    for (const path of words(
      '/site/inn?booking=HB7K2M9Q /site/inn?booking /site/inn?a=1&booking=x /site/nobody?booking=x',
    ))
      expect((await test.get(path)).headers['x-robots-tag']).toBe('noindex');
    const [own, other] = [
      await test.get('/site/inn?booking=HB7K2M9Q'),
      await test.get('/site/inn?booking=x'),
    ];
    expect([own.statusCode, own.body]).toEqual([200, other.body]);
    const tag = { 'if-none-match': String(own.headers.etag) };
    const again = await test.get('/site/inn?booking=HB7K2M9Q', null, tag);
    expect([again.statusCode, again.headers['x-robots-tag']]).toEqual([304, 'noindex']);
    for (const path of words('/site/inn /site/inn/attic /site/inn/attic?check_in=2031-06-02'))
      expect((await test.get(path)).headers).not.toHaveProperty('x-robots-tag');
  });

  it.each(words('/site/nobody /site/Not_a_label /site/inn/nothing /site/inn/draft /site/nobody/attic'))(
    'the booking page answers %s with the page as a 404',
    async (path) => {
      const answer = await test.get(path);
      expect(answer.statusCode).toBe(404);
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(metaOf(answer.body).team).toBe(path.split('/')[2]);
    },
  );

  it('a slug in the address of the booking page cannot break out of its HTML attribute', async () => {
    const answer = await test.get(`/site/${encodeURIComponent('"><script>alert(1)</script>')}`);
    expect(answer.statusCode).toBe(404);
    expect(metaOf(answer.body).team).toBe('&#34;&#62;&#60;script&#62;alert(1)&#60;/script&#62;');
  });

  it.each([
    ['the database is away', { url: 'postgresql://127.0.0.1:1/away' }, 503, '1'],
    ['somebody has asked too often', { limits: { public: 1, token: 0, signIn: 0 } }, 429, '60'],
  ] as const)('the booking page is also an HTML page if %s', async (_what, options, status, retryAfter) => {
    const world = await openTestApp({ url: test.url, ...options });
    await world.get('/site/inn');
    const answer = await world.get('/site/inn/attic');
    expect(answer.statusCode).toBe(status);
    expect(metaOf(answer.body)).toMatchObject({ team: 'inn', name: '', base: '../inn' });
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
      'cache-control': 'no-store',
      'retry-after': retryAfter,
    });
    await world.close();
  });

  it('the address of the booking page’s folder redirects to the page', async () => {
    const answer = await test.get('/site/inn/');
    expect([answer.statusCode, answer.headers.location]).toEqual([308, '../inn']);
  });

  it.each(words('README.md tsconfig.json index.html nothing.js ..%2f..%2fpackage.json ../client/index.js'))(
    'the booking page serves no %s',
    async (file) => {
      const [folder] = /-\/\w{16}/.exec((await test.get('/site/inn')).body) ?? [];
      for (const place of ['-', folder])
        expect((await test.get(`/site/${place}/${file}`)).statusCode).toBe(404);
    },
  );
});
