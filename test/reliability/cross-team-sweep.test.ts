/** What `cross-team-sweep.ts` says, for a part of the routes, and what belongs to it for all of them. */
import { describe, expect, test } from 'vitest';
import { noteDifference, openSweep } from './cross-team-sweep.ts';
import { digestOf } from './stored-texts.ts';

const {
  world,
  entries,
  requestOf,
  chance,
  team,
  other,
  caller,
  withPlaces,
  ask,
  findAnswer,
  expectOwnFound,
  sweepRoutes,
} = await openSweep();

test('the check for other teams’ ids covers every form field of the team’s pages', async () => {
  const fields: string[] = [];
  for (const route of Object.keys(entries)) {
    if (!route.startsWith('GET /app')) continue;
    const { answer } = await ask(requestOf(route, caller, team.own));
    for (const [form] of answer.body.matchAll(/<form[\s\S]*?<\/form>/g))
      fields.push(...[...form.matchAll(/ name="([^"]+)"/g)].map(([, name = '']) => name));
  }
  const swept = Object.values(entries).flatMap(({ form, formOf, query, places }) => [
    ...Object.keys({ ...form, ...formOf?.(team.own), ...query }),
    ...Object.keys(places).map((place) => place.replace(/^(form|query)\./, '')),
  ]);
  expect(fields.length).toBeGreaterThan(5);
  expect(fields.filter((name) => !['form_token', ...swept].includes(name))).toEqual([]);
});

// In this order, because what is sent for the sweep may change something of the team.
describe('routes', { shuffle: false }, () => {
  test('each route that reads answers a team about its own data, so that refusals to other teams prove something', async () => {
    for (const [route] of withPlaces)
      if (route.startsWith('GET ')) await expectOwnFound(route, caller, team.own);
  });

  test('an id of another team is answered like an unknown id in a part of the routes, and nothing of that team changes', () =>
    sweepRoutes(12));
});

test('a booking site shows only visible listings of its own team', async () => {
  const differences: unknown[] = [];
  for (const [route, { places }] of withPlaces) {
    if (!('path.listingSlug' in places)) continue;
    for (const [site, slugs] of [
      [other.own.teamSlug, [team.own.listingSlug, ...team.hidden, ...other.hidden]],
      [team.own.teamSlug, [other.own.listingSlug, ...other.hidden, ...team.hidden]],
    ] as const)
      for (const slug of slugs) {
        const path = (value: string) => ({ 'path.teamSlug': site, 'path.listingSlug': value });
        const [theirs, expected] = [
          await findAnswer(route, path(slug)),
          await findAnswer(route, path(chance.like(slug))),
        ];
        noteDifference({ route, slug }, theirs, { ...expected, status: 404 }, differences);
      }
  }
  expect(differences).toEqual([]);
});

test('without a session, every page and form of a team leads to the sign-in', async () => {
  const before = await digestOf(world.db, team.teamId);
  for (const route of Object.keys(entries).filter((one) => one.includes(' /app/teams/:team/'))) {
    const { answer } = await ask(requestOf(route, { ...caller, member: null }, team.own));
    expect([route, answer.statusCode]).toEqual([route, 303]);
    expect(String(answer.headers.location)).toMatch(/^\/app\/sign-in(\?next=|$)/);
  }
  expect(await digestOf(world.db, team.teamId)).toEqual(before);
});
