/** What the booking site says in each language (docs/rules.md, 26). */
import { readdirSync } from 'node:fs';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { teams } from '../../../../src/db/schema/teams.ts';
import { LANGUAGES, languages } from '../../../../src/domain/languages/languages.ts';
import { fill, fillPlural } from '../../../../src/domain/languages/sentences.ts';
import { listSiteSentences } from '../../../../src/options/booking-site/domain/site-sentences.ts';
import { openTestApp, type TestApp } from '../../../helpers/app.ts';
import { buildListing, buildTeam } from '../../../helpers/factories.ts';
import { findForeignSentences } from '../../../helpers/foreign-sentences.ts';
import { listOtherMarks, markText, openTranslatedTeam } from '../../../helpers/translated-team.ts';

const FOLDER = new URL('../../../../examples/booking-site/languages/', import.meta.url);

test('the booking site’s files of languages have the service’s sentences: npm run site:languages writes them', async () => {
  expect(readdirSync(FOLDER).sort()).toEqual(LANGUAGES.map((code) => `${code}.js`).sort());
  for (const code of LANGUAGES) {
    const { sentences } = await import(new URL(`${code}.js`, FOLDER).href);
    expect(sentences).toEqual(listSiteSentences(code));
  }
});

describe('a page of the booking site', () => {
  let world: TestApp;
  beforeAll(async () => {
    world = await openTestApp();
    const { id: teamId } = await buildTeam(world, {
      slug: 'haus',
      languages: ['de', 'fr', 'en'],
      termsUrl: 'https://haus.example/agb',
    });
    await buildListing(world, { teamId, slug: 'nest', publicTitle: 'Nest', city: 'Lindau' });
    await buildTeam(world, { slug: 'inn' });
  });
  afterAll(() => world.close());

  const read = (path: string, languages?: string) =>
    world.get(path, null, languages ? { 'accept-language': languages } : {});
  /** What it says of its language. */
  const languageOf = ({ body, headers }: Awaited<ReturnType<typeof read>>) => [
    /<html lang="(.*?)">/.exec(body)?.[1],
    headers['content-language'],
    /src="[^"]*\/(booking-site[a-z-]*\.js)"/.exec(body)?.[1],
  ];
  const GERMAN = ['de', 'de', 'booking-site-de.js'];
  const FRENCH = ['fr', 'fr', 'booking-site-fr.js'];
  const ENGLISH = ['en', 'en', 'booking-site.js'];

  test.each([
    ['/site/haus', undefined, GERMAN],
    ['/site/haus', 'it, fr-CA;q=0.8, en;q=0.7', FRENCH],
    ['/site/haus?language=en', 'fr', ENGLISH],
    ['/site/haus?language=it', 'fr', FRENCH],
    ['/site/haus/nest', 'es, en;q=0.5', ENGLISH],
    ['/site/haus?booking=HB7K2M9Q&language=fr', undefined, FRENCH],
    ['/site/inn?language=de', 'de', ENGLISH],
    ['/site/nobody', 'de-AT', GERMAN],
    ['/site/nobody', 'xx', ENGLISH],
  ])('%s of a browser that asks for %s is in %s, with one script', async (path, languages, expected) => {
    expect(languageOf(await read(path, languages))).toEqual(expected);
  });

  test('keeps its language when its address loses a slash', async () => {
    const { statusCode, headers } = await read('/site/haus/?language=fr&check_in=2031-06-01');
    expect([statusCode, headers.location]).toEqual([308, '../haus?language=fr&check_in=2031-06-01']);
  });

  test('varies by Accept-Language only if its team has several languages and its address names none of them', async () => {
    const varies = async (path: string) => /accept-language/i.test(String((await read(path)).headers.vary));
    expect(await varies('/site/haus')).toBe(true);
    expect(await varies('/site/haus?language=it')).toBe(true);
    for (const path of ['/site/haus?language=fr', '/site/inn', '/site/nobody'])
      expect([path, await varies(path)]).toEqual([path, false]);
  });

  test('names the page in each language for search engines, but not that of a booking or of one language', async () => {
    const alternates = async (path: string) =>
      [...(await read(path)).body.matchAll(/<link rel="alternate" hreflang="([^"]*)" href="([^"]*)">/g)].map(
        ([, code, href = '']) => [code, href.replace(/^http:\/\/[^/]+/, '')],
      );
    expect(await alternates('/site/haus/nest?language=fr&check_in=2031-06-01')).toEqual([
      ['x-default', '/site/haus/nest'],
      ['de', '/site/haus/nest?language=de'],
      ['fr', '/site/haus/nest?language=fr'],
      ['en', '/site/haus/nest?language=en'],
    ]);
    for (const path of ['/site/inn', '/site/haus?booking=HB7K2M9Q', '/site/nobody'])
      expect(await alternates(path)).toEqual([]);
  });

  test('is named in each language by the sitemap of a team with several', async () => {
    const alternates = async (slug: string) => {
      await world.db.update(teams).set({ siteBookings: 'request' }).where(eq(teams.slug, slug));
      const { body } = await read(`/site/${slug}/sitemap.xml`);
      return [...body.matchAll(/<xhtml:link rel="alternate" hreflang="([^"]*)" href="([^"]*)"\/>/g)].map(
        ([, code, href = '']) => [code, href.replace(/^http:\/\/[^/]+/, '')],
      );
    };
    expect(await alternates('haus')).toEqual(
      ['/site/haus', '/site/haus/nest'].flatMap((path) => [
        ['x-default', path],
        ...['de', 'fr', 'en'].map((code) => [code, `${path}?language=${code}`]),
      ]),
    );
    expect(await alternates('inn')).toEqual([]);
  });

  test('is in its language without JavaScript too, with links to the others, and keeps it in links if it is named', async () => {
    const { frame, list } = languages.fr.site;
    const { body } = await read('/site/haus?language=fr');
    for (const part of [
      `content="${fillPlural('fr-FR', list.placesIn, { count: 1, cities: 'Lindau' })}"`,
      `>${frame.skip}</a>`,
      `<p>${frame.live}</p>`,
      '<a href="haus/nest?language&#61;fr">',
      `<li><a href="https://haus.example/agb">${frame.terms}</a></li>`,
      '<a href="haus?language=de" lang="de" hreflang="de">Deutsch</a>',
    ])
      expect(body).toContain(part);
    const { frame: german, place, plain } = languages.de.site;
    const other = (await read('/site/haus/nest', 'de')).body;
    for (const part of [
      `${german.allPlaces}</a>`,
      `<dt>${place.leaveBy}</dt>`,
      `<dd>${fill(plain.upTo, { number: 4 })}</dd>`,
      'href="../haus"',
    ])
      expect(other).toContain(part);
    expect((await read('/site/nobody', 'pt')).body).toContain(languages.pt.site.problems.noPage);
  });

  test('has one script, which says all in its language alone', async () => {
    const { body } = await read('/site/haus');
    const [address = ''] = /-\/\w+\/booking-site-de\.js/.exec(body) ?? [];
    const script = (await read(`/site/${address}`)).body;
    expect(script).toContain(languages.de.site.list.title);
    for (const code of ['en', 'fr'] as const) expect(script).not.toContain(languages[code].site.list.title);
    expect((await read(`/site/${address.replace('-de', '-xx')}`)).statusCode).toBe(404);
  });
});

describe('the pages of a fully translated team, as search engines read them', () => {
  let world: TestApp;
  let base: string;
  beforeAll(async () => {
    world = await openTestApp();
    base = `/site/${(await openTranslatedTeam(world)).slug}`;
  });
  afterAll(() => world.close());

  test.each(LANGUAGES)('say nothing in another language than %s', async (code) => {
    for (const path of ['', '/loft', '/house', '/double', '/nothing']) {
      const { body } = await world.get(`${base}${path}?language=${code}`);
      const marks = listOtherMarks(code).filter((mark) => body.includes(mark));
      expect([path, findForeignSentences(code, body), marks]).toEqual([path, [], []]);
    }
  });

  test('have each place and its building in their language, and the language of what is not translated', async () => {
    const title = async (path: string) => /<title>(.*?) · /.exec((await world.get(base + path)).body)?.[1];
    expect(await title('/loft?language=de')).toBe(markText('de', 'Sea Loft'));
    expect(await title('/double?language=de')).toContain(markText('de', 'Pier House'));

    const { id: teamId } = await buildTeam(world, {
      slug: 'half',
      languages: ['en', 'de'],
      siteHeadline: 'By the river',
    });
    await buildListing(world, {
      teamId,
      slug: 'nest',
      publicTitle: 'Nest',
      headline: 'Small',
      translations: { de: { public_title: 'Das Nest' } },
    });
    const { body } = await world.get('/site/half/nest?language=de');
    expect(body).toContain('<h1 lang="en">Nest</h1>');
    expect((await world.get('/site/half?language=de')).body).toContain('<h1 lang="en">By the river</h1>');
    expect((await world.get('/site/half/nest?language=en')).body).toContain('<h1>Nest</h1>');
  });
});
