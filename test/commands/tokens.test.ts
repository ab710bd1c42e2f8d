import { expect, test } from 'vitest';
import { listMembers } from '../../src/services/people/members.ts';
import { createSystemScope } from '../../src/services/team-scope.ts';
import { listTokens } from '../../src/services/tokens/tokens.ts';
import { openSharedApp, TEST_APP_KEY } from '../helpers/app.ts';
import { buildListing, buildTeam, buildToken } from '../helpers/factories.ts';
import { runInProcess } from './command.ts';

const TOKEN_LINE = /^ink_[0-9A-Za-z]{46}\n$/;
const ONE_LINE = /^innkeep: [^\n]+\n$/;

const world = await openSharedApp();
const env = { DATABASE_URL: world.url, APP_KEY: TEST_APP_KEY.toString('base64') };
const cli = (words: string[]) => runInProcess(words, env);

test('a token is created, shown, listed and revoked by commands that print the result alone on stdout', async () => {
  const { id: teamId, slug } = await buildTeam(world);
  const token = (verb: string, ...more: string[]) =>
    cli(['token', verb, '--team', slug, '--name', ' Till ', ...more]);

  const created = await token('create', '--scope', 'read-only');
  expect(created).toEqual({ code: 0, stdout: expect.stringMatching(TOKEN_LINE), stderr: '' });
  const me = await world.get('/v1/me', created.stdout.trim());
  expect(me.json().data.token).toMatchObject({ name: 'Till', abilities: ['read-only'] });
  await buildToken(world, { teamId, name: 'Another' });

  expect(await token('show')).toEqual({ code: 0, stdout: created.stdout, stderr: '' });
  const listed = await cli(['token', 'list', '--team', slug]);
  expect(listed.code).toBe(0);
  expect(
    listed.stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\t').slice(0, 2)),
  ).toEqual([
    ['Another', 'read-write'],
    ['Till', 'read-only'],
  ]);
  expect(listed.stdout.split('\n')[0]).toMatch(/^Another\tread-write\t[\d-]{10}T[\d:]{8}\+00:00\tnever$/);
  expect(listed.stdout).not.toContain(created.stdout.trim());
  expect(await token('create')).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(ONE_LINE) });

  expect(await token('revoke')).toMatchObject({ code: 0, stdout: '' });
  expect((await world.get('/v1/me', created.stdout.trim())).statusCode).toBe(401);
  expect(await token('show')).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(ONE_LINE) });
});

test('a token is created with a role, which the list names in place of a scope', async () => {
  const { slug } = await buildTeam(world);
  const create = (name: string, ...more: string[]) =>
    cli(['token', 'create', '--team', slug, '--name', name, ...more]);
  const { stdout, code } = await create('Lock', '--role', 'housekeeping');
  expect(code).toBe(0);
  const me = await world.get('/v1/me', stdout.trim());
  expect(me.json().data.token.abilities).toEqual(['calendar:read']);
  expect((await cli(['token', 'list', '--team', slug])).stdout).toMatch(/^Lock\thousekeeping\t/);
  expect(await create('Other', '--role', 'nobody')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(
      'has no role "nobody". Its roles are owner, manager, desk, accountant, housekeeping',
    ),
  });
  expect(await create('Other', '--role', 'desk', '--scope', 'read-only')).toMatchObject({
    code: 2,
    stdout: '',
  });
});

test('a token and a member are limited to listings by their slugs', async () => {
  const { id: teamId, slug: team } = await buildTeam(world);
  const sea = await buildListing(world, { teamId });
  const pier = await buildListing(world, { teamId, kind: 'building' });
  const room = await buildListing(world, { teamId, kind: 'unit_type', buildingId: pier.id });
  const run = (...words: string[]) =>
    runInProcess([...words, '--team', team], {
      DATABASE_URL: world.url,
      APP_KEY: TEST_APP_KEY.toString('base64'),
      PUBLIC_URL: 'http://stays.example',
    });
  const create = (...words: string[]) => run('token', 'create', '--name', 'Lock', ...words);
  const refusal = (sentence: string) => ({ code: 1, stderr: expect.stringContaining(sentence) });
  expect(await create('--listings', sea.slug)).toMatchObject(refusal('--listings needs a --role'));
  expect(await create('--role', 'desk', '--listings', room.slug)).toMatchObject(refusal(room.slug));
  expect(await create('--role', 'manager', '--listings', sea.slug)).toMatchObject(refusal('whole team'));
  expect(await create('--role', 'desk', '--listings', `${pier.slug},${sea.slug}`)).toMatchObject({ code: 0 });
  const scope = createSystemScope(world.services, teamId);
  expect(await listTokens(scope)).toMatchObject([{ name: 'Lock', listings: [pier.id, sea.id] }]);

  const add = (...words: string[]) => run('member', 'add', '--email', 'bo@example.com', ...words);
  expect(await add('--listings', sea.slug)).toMatchObject(refusal('whole team'));
  expect(await add('--role', 'desk', '--listings', sea.slug)).toMatchObject({ code: 0 });
  expect(await listMembers(scope)).toMatchObject([{ role: 'desk', listings: [sea.id] }]);
});
