/** What `cross-team-sweep.ts` says, for a part of the routes, and what belongs to it for all of them. */
import { expect, test } from 'vitest';
import { isOfFirstPart, noteDifference, openSweep } from './cross-team-sweep.ts';
import { openLivedInTeam } from './lived-in-team.ts';
import { digestOf } from './stored-texts.ts';

const {
  world,
  entries,
  requestOf,
  chance,
  visitor,
  team,
  other,
  caller,
  withPlaces,
  ask,
  findAnswer,
  expectFew,
  sweepPart,
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

test(
  'an id of another team is answered like an unknown id in a part of the routes, and nothing of that team changes',
  {
    timeout: 1_800_000,
  },
  () => sweepPart(isOfFirstPart),
);

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

test('each route answers a team about its own data, so that refusals to other teams prove something', async () => {
  const third = await openLivedInTeam(world, chance.letters(10));
  const theirs = { token: third.tokens.token, owner: third.tokens.owner, member: third.member, visitor };
  for (const [route, { status, places }] of Object.entries(entries)) {
    const { answer, statements } = await ask(requestOf(route, theirs, third.own));
    expect([route, answer.statusCode, answer.body]).toEqual([route, status, expect.any(String)]);
    expectFew(route, statements);
    // The other values of the request are theirs as well, so everything is found where it should be.
    for (const [place, kind] of Object.entries(places)) {
      if (!place.startsWith('query.') || place === 'query.next') continue;
      const found = await ask(requestOf(route, theirs, third.own, { [place]: third.own[kind] }));
      expect([route, place, found.answer.statusCode]).toEqual([route, place, 200]);
      expectFew(`${route}, ${place}`, found.statements);
      if (route.includes(' /app/')) continue;
      const { data } = found.answer.json();
      if (Array.isArray(data)) expect([route, place, data.length > 0]).toEqual([route, place, true]);
    }
  }
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
