import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../support/app.ts';
import { buildListing, buildTeam } from '../support/factories.ts';
import { words } from '../support/words.ts';

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src http: https: data:; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

describe('serving the booking page', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await openTestApp();
    const { id: teamId } = await buildTeam(test, { slug: 'inn', name: 'Inn & "Sons" <$&>' });
    await buildListing(test, { teamId, slug: 'attic' });
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
    [...html.matchAll(/(?:href|src)="([^"]*booking-site\.[a-z]+)"/g)].map(([, file]) => file);

  it.each([
    ['/site/inn', '..', 'inn', '-/'],
    ['/site/inn/attic', '../..', '../inn', '../-/'],
  ])('fills in at %s where the page stands', async (path, api, base, files) => {
    const answer = await test.get(path);
    expect(answer.statusCode).toBe(200);
    expect(metaOf(answer.body)).toEqual({
      api,
      team: 'inn',
      name: 'Inn &#38; &#34;Sons&#34; &#60;$&#38;&#62;',
      base,
      'book-url': '',
    });
    expect(filesOf(answer.body)).toEqual([`${files}booking-site.css`, `${files}booking-site.js`]);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
      'cache-control': 'public, no-cache',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
  });

  it('answers 304 to who has it already', async () => {
    const { headers } = await test.get('/site/inn');
    const again = await test.get('/site/inn', null, { 'if-none-match': String(headers.etag) });
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', headers.etag]);
    expect((await test.get('/site/inn/attic')).headers.etag).not.toBe(headers.etag);
  });

  it.each(words('/site/nobody /site/Not_a_label /site/inn/nothing /site/inn/draft /site/nobody/attic'))(
    'answers %s with the page as a 404',
    async (path) => {
      const answer = await test.get(path);
      expect(answer.statusCode).toBe(404);
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(metaOf(answer.body).team).toBe(path.split('/')[2]);
    },
  );

  it('keeps a slug that is asked for inside its attribute', async () => {
    const answer = await test.get(`/site/${encodeURIComponent('"><script>alert(1)</script>')}`);
    expect(answer.statusCode).toBe(404);
    expect(metaOf(answer.body).team).toBe('&#34;&#62;&#60;script&#62;alert(1)&#60;/script&#62;');
  });

  it.each([
    ['the database is away', { url: 'postgresql://127.0.0.1:1/away' }, 503, '1'],
    ['somebody has asked too often', { limits: { public: 1, token: 0, signIn: 0 } }, 429, '60'],
  ] as const)('is a page also where %s', async (_what, options, status, retryAfter) => {
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

  it('leads from the folder to the page', async () => {
    const answer = await test.get('/site/inn/');
    expect([answer.statusCode, answer.headers.location]).toEqual([308, '../inn']);
  });

  it.each(words('README.md tsconfig.json index.html nothing.js ..%2f..%2fpackage.json ../client/index.js'))(
    'serves no %s',
    async (file) => {
      expect((await test.get(`/site/-/${file}`)).statusCode).toBe(404);
    },
  );
});
