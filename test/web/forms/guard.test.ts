/** Forms from other sites, from former sessions, and with another team's ids are refused without an effect. */

import { describe, expect, test } from 'vitest';
import { findMemberByEmail } from '../../../src/services/people/members.ts';
import { listTeamsOfPerson } from '../../../src/services/people/sessions.ts';
import { listTokens } from '../../../src/services/tokens/tokens.ts';
import { openSharedApp, openTestApp } from '../../helpers/app.ts';
import { openSharedClient } from '../../helpers/database.ts';
import { buildTeam } from '../../helpers/factories.ts';
import { buildMember, joinTeam, openTeamPages, PASSWORD, visitorOf } from '../../helpers/pages.ts';
import { fingerprintOf } from '../../helpers/rows.ts';

/** Every form of the pages, as it is registered. */
const forms: string[] = [];
const world = await openSharedApp({
  extend: (app) => {
    app.addHook('onRoute', ({ method, url }) => {
      // A picture is sent by the page's script, with its token in a header (desk/place-photos.test.ts).
      const isForm = url.startsWith('/app') && !url.endsWith('/upload');
      if ([method].flat().includes('POST') && isForm) forms.push(url);
    });
  },
});
const { client } = await openSharedClient(world.url);

const newToken = { name: 'Crossed', scope: 'read-write' };

/** Expects a refusal as a page, and no change in the database. */
async function expectRefused(send: () => Promise<{ statusCode: number; body: string }>, status = 403) {
  const before = await fingerprintOf(client);
  expectRefusal(await send(), status);
  expect(await fingerprintOf(client)).toBe(before);
}

function expectRefusal(answer: { statusCode: number; body: string }, status = 403) {
  expect(answer.statusCode).toBe(status);
  expect(answer.body).toContain('<!doctype html>');
}

describe('the origin of a form', () => {
  test.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a neighbouring site', { 'sec-fetch-site': 'same-site' }],
    ['another origin', { origin: 'https://evil.example' }],
    ['another port', { origin: 'http://localhost:81' }],
    ['nowhere', { origin: 'null' }],
    ['what is no origin', { origin: 'evil' }],
  ])('a form from %s is refused, even with the right token', async (_what, headers) => {
    const { visitor, tokens } = await openTeamPages(world);
    await expectRefused(() => visitor.post(tokens, newToken, headers));
  });

  test.each([
    ['this origin', { origin: 'http://localhost:80' }],
    ['this site', { 'sec-fetch-site': 'same-origin' }],
    ['a browser that does not say', {}],
  ])('a form from %s is accepted', async (_what, headers) => {
    const { visitor, tokens } = await openTeamPages(world);
    expect((await visitor.post(tokens, newToken, headers)).statusCode).toBe(303);
  });

  test('a form from the public address is accepted, whatever host the proxy sends', async () => {
    const behind = await openTestApp({ url: world.url, publicUrl: 'https://stays.example/base' });
    const { email } = await buildMember(world);
    const visitor = visitorOf(behind, { origin: 'https://stays.example' });
    const answer = await visitor.signIn(email);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/base/app']);
    await behind.close();
  });
});

describe('a form’s token', () => {
  test.each([
    ['none', () => ''],
    ['one that was made up', () => 'AAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
    ['a salt without its signature', (own: string) => `${own.split('.')[0]}.`],
    ['a broken one', (own: string) => `${own.slice(0, -1)}${own.endsWith('A') ? 'B' : 'A'}`],
  ])('a form with a wrong token is refused: %s', async (_what, tokenOf) => {
    const { visitor, tokens } = await openTeamPages(world);
    const form_token = tokenOf(visitor.formToken());
    await expectRefused(() => visitor.post(tokens, { ...newToken, form_token }));
  });

  test('a form’s token belongs to its session: that of another session is refused, even of the same person', async () => {
    const { visitor, tokens, member } = await openTeamPages(world);
    const other = visitorOf(world);
    await other.signIn(member.email);
    await expectRefused(() => visitor.post(tokens, { ...newToken, form_token: other.formToken() }));
    expect((await visitor.post(tokens, newToken)).statusCode).toBe(303);
  });

  test('a form’s token is invalid after the visitor has signed in', async () => {
    const { email, teamId } = await buildMember(world);
    const visitor = visitorOf(world);
    await visitor.get('/app/sign-in');
    const before = visitor.formToken();
    await visitor.post('/app/sign-in', { email, password: PASSWORD });
    const [team] = await listTeamsOfPerson(
      world.services,
      (await findMemberByEmail({ db: world.services.db, teamId }, email))?.personId ?? '',
    );
    const tokens = `/app/teams/${team?.slug}/tokens`;
    await expectRefused(() => visitor.post(tokens, { ...newToken, form_token: before }));
    await expectRefused(() => visitor.post('/app/sign-out', { form_token: before }));
  });

  test('every form requires its token, before anything else in the form is looked up', async () => {
    const { visitor, team } = await openTeamPages(world);
    const nobody = '01970000-0000-7000-8000-000000000000';
    expect(forms.length).toBeGreaterThan(12);
    const own = visitor.formToken();
    const before = await fingerprintOf(client);
    for (const form of forms) {
      const path = form.replace(':team', team.slug).replaceAll(/:\w+/g, nobody);
      expectRefusal(await visitor.post(path, { form_token: '' }));
      expectRefusal(await visitor.post(path, { form_token: own }, { 'sec-fetch-site': 'cross-site' }));
    }
    expect(await fingerprintOf(client)).toBe(before);
  });

  test('every method except GET and HEAD requires a form’s token', async () => {
    const { visitor } = await openTeamPages(world);
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    for (const method of ['PUT', 'PATCH', 'DELETE'] as const) {
      const answer = await world.app.inject({ method, url: '/app/sign-in', headers: { cookie } });
      expect([403, 404]).toContain(answer.statusCode);
    }
  });
});

test('a body that is not a form is refused with a page', async () => {
  const { visitor, tokens } = await openTeamPages(world);
  const json = await visitor.post(tokens, {}, { 'content-type': 'application/json' });
  expect([json.statusCode, json.headers['content-type']]).toEqual([415, 'text/html; charset=utf-8']);
  const large = await visitor.post(tokens, { ...newToken, name: 'x'.repeat(40_000) });
  expect([large.statusCode, large.headers['content-type']]).toEqual([413, 'text/html; charset=utf-8']);
  expect(large.body).toContain('<h1>That was too large</h1>');
});

test('forms of a signed-out browser have no effect', async () => {
  const { visitor, tokens, members, member } = await openTeamPages(world);
  const form_token = visitor.formToken();
  const copy = new Map(visitor.cookies);
  await visitor.post('/app/sign-out');
  for (const [name, value] of copy) visitor.cookies.set(name, value);
  const before = await fingerprintOf(client);
  for (const [path, fields] of [
    [tokens, newToken],
    [members, { name: 'X', email: 'x@example.com' }],
    [`${members}/${member.id}/remove`, {}],
  ] as const) {
    const answer = await visitor.post(path, { ...fields, form_token });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/app/sign-in']);
  }
  expect((await visitor.get('/app/sign-in')).body).toContain('What you have just sent is not saved');
  expect(await fingerprintOf(client)).toBe(before);
});

describe('forms and other teams', () => {
  test('ids of another team in a form’s fields have no effect, because the team is that of the path', async () => {
    const { visitor, team, tokens } = await openTeamPages(world);
    const theirs = await buildTeam(world);
    const ids = { team: theirs.slug, team_id: String(theirs.id), teamId: String(theirs.id) };
    await visitor.post(tokens, { ...newToken, ...ids });
    expect(await listTokens({ db: world.services.db, teamId: theirs.id })).toEqual([]);
    expect(await listTokens({ db: world.services.db, teamId: team.id })).toHaveLength(1);
  });

  test('forms shown for two teams in two windows each go to their own team', async () => {
    const { visitor, member, team, tokens } = await openTeamPages(world);
    const other = await buildTeam(world);
    await joinTeam(world, member.id, other.id);
    await visitor.get(tokens);
    const form_token = visitor.formToken();
    await visitor.get(`/app/teams/${other.slug}/tokens`);
    await visitor.post(tokens, { ...newToken, form_token });
    expect(await listTokens({ db: world.services.db, teamId: team.id })).toHaveLength(1);
    expect(await listTokens({ db: world.services.db, teamId: other.id })).toEqual([]);
  });
});
