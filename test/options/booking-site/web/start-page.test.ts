/** Where `/` leads if there is a booking site: a page of the demo, or the site of the one team that takes bookings. */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { teams } from '../../../../src/db/schema/teams.ts';
import { openSharedApp, openTestApp } from '../../../helpers/app.ts';
import { buildTeam } from '../../../helpers/factories.ts';

const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const world = await openSharedApp();
const linksIn = (page: string) => [...page.matchAll(/<a [^>]*href="([^"#]+)"/g)].map(([, link]) => link);

test('with a demo, `/` says in a browser what this service is and where everything is', async () => {
  const demo = await openTestApp({ url: world.url, demoTeam: 'harbour' });
  const answer = await demo.get('/', null, BROWSER);
  expect([answer.statusCode, linksIn(answer.body)]).toEqual([
    200,
    ['/', '/site/harbour', '/app', '/docs', '/docs'],
  ]);
  expect(answer.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': expect.stringMatching(/^default-src 'none'; style-src 'self';/),
    'cache-control': 'no-cache',
    vary: 'Accept, Accept-Encoding',
  });
  const again = await demo.get('/', null, { ...BROWSER, 'if-none-match': String(answer.headers.etag) });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  await demo.close();
});

test('the links of the demo’s page are right, also if PUBLIC_URL has a path', async () => {
  const options = { url: world.url, demoTeam: 'harbour', publicUrl: 'https://stay.example/inn' };
  const behind = await openTestApp(options);
  const { body } = await behind.get('/', null, BROWSER);
  expect(linksIn(body)).toEqual(['/inn/', '/inn/site/harbour', '/inn/app', '/inn/docs', '/inn/docs']);
  await behind.close();
});

test('without a demo, `/` leads to the booking site of the one team that takes bookings, or else to /app', async () => {
  const place = async () => {
    const { statusCode, headers } = await world.get('/', null, BROWSER);
    expect(headers).toMatchObject({ 'cache-control': 'no-cache', vary: expect.stringContaining('Accept') });
    return [statusCode, headers.location];
  };
  expect(await place()).toEqual([302, '/app']);
  const [one, other] = [await buildTeam(world), await buildTeam(world)];
  const setSite = (id: number, siteBookings: 'off' | 'request' | 'instant') =>
    world.db.update(teams).set({ siteBookings }).where(eq(teams.id, id));
  expect(await place()).toEqual([302, '/app']);
  await setSite(one.id, 'request');
  expect(await place()).toEqual([302, `/site/${one.slug}`]);
  await setSite(other.id, 'instant');
  expect(await place()).toEqual([302, '/app']);
  await setSite(one.id, 'off');
  expect(await place()).toEqual([302, `/site/${other.slug}`]);
  const behind = await openTestApp({ url: world.url, publicUrl: 'https://stay.example/inn' });
  expect((await behind.get('/', null, BROWSER)).headers.location).toBe(`/inn/site/${other.slug}`);
  await behind.close();
});
