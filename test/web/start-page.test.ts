/** `/`: a page for browsers, and an unknown path for everybody else. */
import { expect, test } from 'vitest';
import { openSharedApp, openTestApp } from '../helpers/app.ts';

const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const world = await openSharedApp();
const linksIn = (page: string) => [...page.matchAll(/<a [^>]*href="([^"#]+)"/g)].map(([, link]) => link);

test('the start page says in a browser what this service is and where everything is', async () => {
  const answer = await world.get('/', null, BROWSER);
  expect([answer.statusCode, linksIn(answer.body)]).toEqual([200, ['/', '/app', '/docs', '/docs']]);
  expect(answer.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': expect.stringMatching(/^default-src 'none'; style-src 'self';/),
    'cache-control': 'no-cache',
    vary: 'Accept, Accept-Encoding',
  });
  const again = await world.get('/', null, { ...BROWSER, 'if-none-match': String(answer.headers.etag) });
  expect([again.statusCode, again.body]).toEqual([304, '']);
});

test('the start page links the demo’s booking page, also if PUBLIC_URL has a path', async () => {
  const options = { url: world.url, demoTeam: 'harbour', publicUrl: 'https://stay.example/inn' };
  const behind = await openTestApp(options);
  const { body } = await behind.get('/', null, BROWSER);
  expect(linksIn(body)).toEqual(['/inn/', '/inn/site/harbour', '/inn/app', '/inn/docs', '/inn/docs']);
  await behind.close();
});

test.each([{}, { accept: '*/*' }, { accept: 'application/json' }, { accept: 'text/html;q=0, */*' }])(
  'the start page with the headers %j is a 404 like any unknown path',
  async (headers) => {
    for (const method of ['GET', 'HEAD', 'POST'] as const) {
      const [start, nothing] = await Promise.all(
        ['/', '/nothing'].map((url) =>
          world.app.inject({ method, url, headers: { ...headers, 'x-request-id': 'same' } }),
        ),
      );
      expect(start?.statusCode).toBe(404);
      expect(start?.body).toBe(nothing?.body);
      expect(start?.headers).toEqual({ ...nothing?.headers, date: start?.headers.date });
    }
  },
);
