/** An installation may leave out every option. The pages of the core then lead only to pages that it has. */

import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { teams } from '../../src/db/schema/teams.ts';
import { openSharedApp, openTestApp } from '../helpers/app.ts';
import { openInn } from '../helpers/bookings.ts';
import { buildGuest } from '../helpers/factories.ts';
import { expectPage, openTeamPages, visitorOf } from '../helpers/pages.ts';

const BROWSER = { accept: 'text/html' };
const world = await openSharedApp({ installed: [] });
const linksIn = (page: string) => [...page.matchAll(/<a [^>]*href="([^"#]+)"/g)].map(([, link = '']) => link);

test('without options, a member begins at the first entry of the side bar, all of whose pages are there', async () => {
  const { visitor, base } = await openTeamPages(world);
  const start = await visitor.get('/app');
  expect([start.statusCode, start.headers.location]).toEqual([
    303,
    (await visitor.get(base)).headers.location,
  ]);
  const { body } = await visitor.get(String(start.headers.location));
  const entries = linksIn(body).filter((link) => link.startsWith(`${base}/`));
  expect(entries).toEqual(
    expect.arrayContaining([start.headers.location, `${base}/members`, `${base}/tokens`]),
  );
  for (const entry of entries) expectPage(await visitor.get(entry), 200, 'aria-current="page"');
});

test('without options, the page of the members is an entry of its own', async () => {
  const { visitor, members } = await openTeamPages(world);
  const { body } = await visitor.get(members);
  expect(body).toContain(`<a href="${members}" aria-current="page">`);
  expect(body).not.toContain('class="back"');
});

test('without options, nothing leads to a booking site', async () => {
  const { visitor, base, team } = await openTeamPages(world);
  await world.db.update(teams).set({ siteBookings: 'instant' }).where(eq(teams.id, team.id));
  expect((await world.get('/', null, BROWSER)).headers.location).toBe('/app');
  expect((await visitor.get(`${base}/usage`)).body).not.toContain('/site/');
  const demo = await openTestApp({ url: world.url, demoTeam: team.slug, installed: [] });
  expect(linksIn((await demo.get('/', null, BROWSER)).body)).toEqual(['/', '/app', '/docs', '/docs']);
  await demo.close();
});

test('without options, nothing leads to messages, and the export of a guest has none', async () => {
  const visitor = visitorOf(world);
  expectPage(await visitor.get('/app/sign-in'), 200, 'Sign in');
  expect((await visitor.get('/app/sign-in')).body).not.toContain('/forgot-password');
  expect((await visitor.get('/app/forgot-password')).statusCode).toBe(404);
  const member = await openTeamPages(world);
  expect((await member.visitor.get('/app/account')).body).not.toContain('/account/messages');
  const inn = await openInn(world);
  const { id } = await buildGuest(world, { teamId: inn.teamId });
  expect((await inn.read(`/guests/${id}/export`)).messages).toEqual([]);
});
