/** The pages of a team's tokens (docs/rules.md, 21). */

import { describe, expect, test } from 'vitest';
import { teams } from '../../../src/db/schema/teams.ts';
import { createSystemScope } from '../../../src/services/team-scope.ts';
import { listTokens, showToken } from '../../../src/services/tokens/tokens.ts';
import { openSharedApp, openTestApp } from '../../helpers/app.ts';
import { buildTeam, buildToken } from '../../helpers/factories.ts';
import { expectPage, openTeamPages, tableRowsIn, tokenIn } from '../../helpers/pages.ts';

const world = await openSharedApp();

const status = async (token: string | null) => (await world.get('/v1/me', token ?? '')).statusCode;

test('the page of tokens tells a team without tokens how to begin', async () => {
  const { visitor, tokens } = await openTeamPages(world);
  const { body, statusCode } = await visitor.get(tokens);
  expect([statusCode, body]).toEqual([200, expect.stringContaining('No tokens yet')]);
  expect(body).not.toContain('<table');
});

test('a token is created and shown once on the page, shown again on request, and refused at once when revoked', async () => {
  const { visitor, tokens, team, member } = await openTeamPages(world);
  const created = await visitor.post(tokens, { name: ' Back office ', scope: 'read-only' });
  expect(created.statusCode).toBe(303);
  const page = String(created.headers.location);
  expect(page).toMatch(new RegExp(`^${tokens}/[0-9a-f-]{36}$`));
  expect(tokenIn(created.headers.location ?? '')).toBeNull();
  for (const { value } of created.cookies) expect(tokenIn(value)).toBeNull();

  const shown = await visitor.get(page);
  const token = tokenIn(shown.body);
  expect(shown.headers['cache-control']).toBe('no-store');
  const me = await world.get('/v1/me', token);
  expect(me.json().data).toMatchObject({
    team: { id: team.id },
    token: { name: 'Back office', abilities: ['read-only'] },
  });
  expect(await listTokens({ db: world.services.db, teamId: team.id })).toMatchObject([
    { createdByName: member.name },
  ]);

  const reloaded = await visitor.get(page);
  expect(tokenIn(reloaded.body)).toBeNull();
  expect(reloaded.body).toContain('Show token');
  expect(tokenIn((await visitor.get(tokens)).body)).toBeNull();
  const again = await visitor.post(`${page}/show`);
  expect([again.statusCode, tokenIn(again.body), again.headers['cache-control']]).toEqual([
    200,
    token,
    'no-store',
  ]);
  expect((await visitor.get(`${page}/show`)).headers.location).toBe(page);

  const confirmation = await visitor.get(`${page}/revoke`);
  expect(confirmation.body).toContain('Revoke <span class="name">Back office</span>?');
  expect(await status(token)).toBe(200);
  const revoked = await visitor.submit(`${page}/revoke`);
  expect(revoked.body).toContain('The token “Back office” is revoked.');
  expect(await status(token)).toBe(401);
  for (const gone of [page, `${page}/revoke`]) expect((await visitor.get(gone)).statusCode).toBe(404);
  await visitor.get(tokens);
  expect((await visitor.post(`${page}/show`)).statusCode).toBe(404);
  expect((await visitor.post(`${page}/revoke`)).statusCode).toBe(404);
  // Its name is free again.
  expect((await visitor.post(tokens, { name: 'Back office', scope: 'read-write' })).statusCode).toBe(303);
});

test('a secret that is shown once is shown only in its session, and only for its token', async () => {
  const { visitor, tokens } = await openTeamPages(world);
  await buildToken(world, { teamId: (await openTeamPages(world)).team.id });
  await visitor.submit(tokens, { name: 'First', scope: 'read-only' });
  const created = await visitor.post(tokens, { name: 'Second', scope: 'read-only' });
  const flash = visitor.cookies.get('innkeep-flash') ?? '';
  const [text = '', signature = ''] = flash.split('.');
  expect(JSON.parse(Buffer.from(text, 'base64url').toString())).toEqual({
    what: 'token',
    id: expect.any(String),
  });
  visitor.cookies.set(
    'innkeep-flash',
    `${text}.${signature.slice(0, -1)}${signature.endsWith('A') ? 'B' : 'A'}`,
  );
  expect(tokenIn((await visitor.get(String(created.headers.location))).body)).toBeNull();
  visitor.cookies.set('innkeep-flash', 'x');
  expect((await visitor.get(tokens)).statusCode).toBe(200);
});

describe('the table of tokens', () => {
  test('the table of tokens says who created each, when, and when it was last used', async () => {
    const { visitor, tokens, team, member } = await openTeamPages(world);
    await visitor.submit(tokens, { name: 'Used', scope: 'read-write' });
    await visitor.submit(tokens, { name: 'Unused', scope: 'read-only' });
    await buildToken(world, { teamId: team.id, name: 'By an operator' });
    await world.get(
      '/v1/me',
      await showToken(createSystemScope(world.services, team.id), world.services, 'Used'),
    );
    await world.services.close();
    world.clock.set('2031-05-05T10:02:30Z');
    const rows = tableRowsIn((await visitor.get(tokens)).body);
    expect(rows).toEqual([
      ['By an operator', 'Read-write', 'an operator', '5 May 2031', 'never'],
      ['Unused', 'Read-only', member.name, '5 May 2031', 'never'],
      ['Used', 'Read-write', member.name, '5 May 2031', '2 minutes ago'],
    ]);
    expect((await visitor.get(tokens)).body).toContain(
      '<time datetime="2031-05-05T10:00:00.000Z" title="5 May 2031, 11:00 Lisbon time">2 minutes ago</time>',
    );
  });
});

describe('the form for a new token', () => {
  test.each([
    ['no name', { name: ' ', scope: 'read-only' }, 'name', 'Name is required.'],
    [
      'a long name',
      { name: 'x'.repeat(101), scope: 'read-only' },
      'name',
      'Name must not have more than 100 characters.',
    ],
    [
      'a NUL',
      { name: 'a\0b', scope: 'read-only' },
      'name',
      'Name must not contain a NUL character or a lone surrogate.',
    ],
    [
      'a control character',
      { name: 'a\x1b[2J', scope: 'read-only' },
      'name',
      'Name must not contain control characters.',
    ],
    ['no scope', { name: 'x' }, 'scope', 'Scope is required.'],
    ['an unknown scope', { name: 'x', scope: 'admin' }, 'scope', 'Scope must be Read-only or Read-write.'],
  ])(
    'the form for a new token with %s is shown again with messages beside the fields',
    async (_what, fields, field, message) => {
      const { visitor, tokens, team } = await openTeamPages(world);
      await visitor.get(tokens);
      const answer = await visitor.post(tokens, fields);
      expect(answer.statusCode).toBe(422);
      expect(answer.body).toContain(`<p class="error" id="${field}-error">${message}</p>`);
      expect(answer.body).toContain(`<a href="#${field}">${message}</a>`);
      expect(await listTokens({ db: world.services.db, teamId: team.id })).toEqual([]);
    },
  );

  test('the form for a new token with a repeated field, or a field such as __proto__, is a 422', async () => {
    const { visitor, tokens } = await openTeamPages(world);
    const twice = `form_token=${encodeURIComponent(visitor.formToken())}&name=a&name=b&scope=read-only&__proto__=x&constructor=y`;
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { cookie, 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await world.app.inject({ method: 'POST', url: tokens, headers, payload: twice });
    expectPage(answer, 422, 'Name is required.');
  });

  test('the form for a new token with a name that is taken keeps what was typed', async () => {
    const { visitor, tokens, team } = await openTeamPages(world);
    await buildToken(world, { teamId: team.id, name: 'Till' });
    await visitor.get(tokens);
    const answer = await visitor.post(tokens, { name: 'Till', scope: 'read-write' });
    expectPage(answer, 422, 'The team already has a token with this name.');
    expect(answer.body).toMatch(/value="Till"/);
    expect(answer.body).toMatch(/value="read-write"[^>]* checked/);
  });

  test('the form for a new token says honestly what read-only access prevents', async () => {
    const off = await openTeamPages(world);
    expect((await off.visitor.get(off.tokens)).body).toContain(
      'Only a label: your team does not enforce scopes, so this token can also create, change and cancel bookings.',
    );
    const on = await openTeamPages(world, { enforceTokenScope: true });
    const { body } = await on.visitor.get(on.tokens);
    expect(body).not.toContain('Only a label');
    expect(body).toContain('Changes are refused.');
  });

  test('the form for a new token requires a choice of access', async () => {
    const { visitor, tokens } = await openTeamPages(world);
    expect((await visitor.get(tokens)).body).not.toMatch(/ checked/);
    const answer = await visitor.post(tokens, { name: 'Till' });
    expectPage(answer, 422, 'Scope is required.');
  });
});

test('a team switches the enforcement of token access on and off, for itself, from the next request on', async () => {
  const { team, visitor, base, tokens } = await openTeamPages(world);
  const [mine, theirs] = [
    await buildToken(world, { teamId: team.id, access: 'read-only' }),
    await buildToken(world, { teamId: (await buildTeam(world)).id, access: 'read-only' }),
  ];
  const writes = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    return (await world.app.inject({ method: 'POST', url: '/v1/guests', headers, payload: {} })).statusCode;
  };
  const settings = async () =>
    (await world.db.select().from(teams)).find(({ id }) => id === team.id)?.updatedAt.toISOString();
  const choose = async (enforce: string) => (await visitor.submit(`${tokens}/enforcement`, { enforce })).body;
  expect([await writes(mine), await writes(theirs)]).toEqual([422, 422]);
  expect(await choose('true')).toContain('Scopes are enforced: changes with a Read-only token are refused');
  expect([await writes(mine), await writes(theirs)]).toEqual([403, 422]);
  world.clock.set('2031-05-05T12:00:00Z');
  const before = await settings();
  await choose('true');
  expect(await settings()).toBe(before);
  expect(await choose('false')).toContain('Scopes are no longer enforced');
  expect([await writes(mine), await writes(theirs)]).toEqual([422, 422]);
  expect(await choose('maybe')).toContain('Please choose again.');
  const other = await openTeamPages(world);
  await other.visitor.get(other.tokens);
  expect((await other.visitor.post(`${base}/tokens/enforcement`, { enforce: 'true' })).statusCode).toBe(404);
  expect(await writes(mine)).toBe(422);
});

test('the page on using tokens has an example request to this very server', async () => {
  const { visitor, base } = await openTeamPages(world);
  const { body } = await visitor.get(`${base}/usage`);
  expect(body).toContain('curl -H "Authorization: Bearer $TOKEN" http://localhost/v1/me');
  expect(body).toContain('Never put it in a web page or an app.');
  const behind = await openTestApp({ url: world.url, publicUrl: 'https://stays.example/base' });
  const cookie = `__Secure-innkeep-session=${visitor.cookies.get('innkeep-session')}`;
  const answer = await behind.app.inject({ url: `${base}/usage`, headers: { cookie } });
  expect(answer.body).toContain('https://stays.example/base/v1/me');
  expect(answer.body).toContain('href="https://stays.example/base/docs"');
  expect(answer.body).toContain(`href="/base${base}/usage" aria-current="page"`);
  await behind.close();
});
