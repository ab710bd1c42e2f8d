import { beforeEach, expect, test } from 'vitest';
import { listInvitations } from '../../src/services/people/invitations.ts';
import { listMembers } from '../../src/services/people/members.ts';
import { createSystemScope } from '../../src/services/team-scope.ts';
import { openSharedApp, TEST_APP_KEY } from '../helpers/app.ts';
import { buildListing, buildTeam } from '../helpers/factories.ts';
import { addApp, signInWithCode } from '../helpers/factors.ts';
import { buildMember, PASSWORD, visitorOf } from '../helpers/pages.ts';
import { runInProcess } from './command.ts';

const ONE_LINE = /^innkeep: [^\n]+\n$/;

const world = await openSharedApp();
beforeEach(() => world.clock.set(new Date().toISOString()));

const member = (...words: string[]) =>
  runInProcess(['member', ...words], {
    DATABASE_URL: world.url,
    APP_KEY: TEST_APP_KEY.toString('base64'),
    PUBLIC_URL: 'http://stays.example',
  });

test('the first member is added by a command, chooses a password by the printed link, and cannot be removed', async () => {
  const { id, slug } = await buildTeam(world);
  const who = ['--team', slug, '--email', ' First@example.com '];
  const added = await member('add', ...who, '--name', 'The First');
  expect(added).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^http:\/\/stays\.example\/app\/invitations\/[\w.-]+\n$/),
    stderr: expect.stringMatching(ONE_LINE),
  });
  expect(await listMembers({ db: world.services.db, teamId: id })).toMatchObject([
    { email: 'First@example.com', name: 'The First', hasPassword: false },
  ]);
  const guest = visitorOf(world);
  const link = added.stdout.trim().replace('http://stays.example', '');
  await guest.get(link);
  expect((await guest.post(link, { password: 'nine grey herons' })).statusCode).toBe(303);
  expect((await visitorOf(world).signIn('first@example.com', 'nine grey herons')).statusCode).toBe(303);

  const refusal = (stderr: string) => ({ code: 1, stdout: '', stderr: expect.stringContaining(stderr) });
  expect(await member('add', ...who)).toEqual(refusal('is a member'));
  expect(await member('remove', ...who)).toEqual(refusal('is the last member'));
});

test('a member who already has a password is added without a link, and can be removed', async () => {
  const { id, slug } = await buildTeam(world);
  await buildMember(world, { teamId: id });
  const { email } = await buildMember(world);
  const who = ['--team', slug, '--email', email];
  expect(await member('add', ...who)).toEqual({
    code: 0,
    stdout: '',
    stderr: expect.stringMatching(ONE_LINE),
  });
  expect(await listMembers({ db: world.services.db, teamId: id })).toHaveLength(2);
  expect(await member('remove', ...who)).toEqual({
    code: 0,
    stdout: '',
    stderr: expect.stringMatching(ONE_LINE),
  });
  expect(await listMembers({ db: world.services.db, teamId: id })).toHaveLength(1);
  expect(await member('remove', ...who)).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(ONE_LINE),
  });
});

test('the command prints a member’s new password alone on stdout, replaces the old one and ends every session', async () => {
  const { email } = await buildMember(world);
  const visitor = visitorOf(world);
  await visitor.signIn(email);
  const reset = await member('password', '--email', email);
  expect(reset).toEqual({ code: 0, stdout: expect.stringMatching(/^[\w-]{20}\n$/), stderr: '' });
  expect((await visitor.get('/app')).headers.location).toBe('/app/sign-in');
  expect((await visitorOf(world).signIn(email, PASSWORD)).statusCode).toBe(422);
  expect((await visitorOf(world).signIn(email, reset.stdout.trim())).statusCode).toBe(303);
});

test('adding a member of another team who has no password yet points to the command for passwords', async () => {
  const { slug } = await buildTeam(world);
  const { email } = await buildMember(world, { password: null });
  const added = await member('add', '--team', slug, '--email', email);
  expect(added).toEqual({ code: 0, stdout: '', stderr: expect.stringContaining('member password') });
});

test('each refusal of the member commands is one line', async () => {
  const { slug } = await buildTeam(world);
  for (const words of [
    ['add', '--team', 'nobody', '--email', 'a@example.com'],
    ['add', '--team', slug, '--email', 'a@'],
    ['password', '--email', 'nobody@example.com'],
    ['factor', 'reset', '--email', 'nobody@example.com'],
    ['factor', 'reset', '--email', 'a@'],
    ['remove', '--team', slug, '--email', 'nobody@example.com'],
  ])
    expect(await member(...words)).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(ONE_LINE) });
});

test('a member is added with a role, and is an owner without one', async () => {
  const { id, slug } = await buildTeam(world);
  const add = (email: string, ...more: string[]) => member('add', '--team', slug, '--email', email, ...more);
  await add('a@roles.example');
  expect((await add('b@roles.example', '--role', 'desk')).code).toBe(0);
  expect(await add('c@roles.example', '--role', 'nobody')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(
      'has no role "nobody". Its roles are owner, manager, desk, accountant, housekeeping',
    ),
  });
  expect(await listMembers({ db: world.services.db, teamId: id })).toMatchObject([
    { email: 'a@roles.example', role: 'owner' },
    { email: 'b@roles.example', role: 'desk' },
  ]);
});

test('a member without a password gets a new link, keeps role and listings, and is refused others', async () => {
  const { id: teamId, slug } = await buildTeam(world);
  const sea = await buildListing(world, { teamId });
  const hill = await buildListing(world, { teamId });
  const who = ['--team', slug, '--email', 'h@rights.example'];
  const add = (...more: string[]) => member('add', ...who, ...more);
  expect((await add('--role', 'desk', '--listings', `${sea.slug},${hill.slug}`)).code).toBe(0);
  const [stored] = await listMembers({ db: world.services.db, teamId });
  expect(stored).toMatchObject({ role: 'desk', listings: [sea.id, hill.id] });
  const links = () => listInvitations(createSystemScope(world.services, teamId));
  const [{ id: firstLink } = { id: '' }] = await links();

  for (const more of [
    ['--role', 'owner'],
    ['--role', 'nobody'],
    ['--listings', sea.slug],
    ['--role', 'desk', '--listings', sea.slug],
  ])
    expect(await add(...more)).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'innkeep: h@rights.example is a member of ' +
        `${slug} already, with another role or other listings, which stay. ` +
        'Change them on the page Members, or by PUT /v1/members/{id}.\n',
    });
  expect(await listMembers({ db: world.services.db, teamId })).toEqual([stored]);
  expect(await links()).toMatchObject([{ id: firstLink }]);

  for (const more of [[], ['--role', 'desk'], ['--listings', `${hill.slug},${sea.slug}`]])
    expect(await add(...more)).toMatchObject({ code: 0, stdout: expect.stringContaining('/invitations/') });
  expect(await listMembers({ db: world.services.db, teamId })).toEqual([stored]);
  expect(await links()).toMatchObject([{ role: 'desk' }]);
});

test('the command removes the second factor of a person who has lost all, signs them out, and keeps the password', async () => {
  const { email } = await buildMember(world);
  const visitor = visitorOf(world);
  await visitor.signIn(email);
  const { codes } = await addApp(world, visitor);
  const done = (text: string) => ({ code: 0, stdout: '', stderr: expect.stringContaining(text) });
  expect(await member('factor', 'reset', '--email', email.toUpperCase())).toEqual(
    done('has no second factor any more'),
  );
  expect((await visitor.get('/app')).headers.location).toBe('/app/sign-in');
  const again = visitorOf(world);
  expect((await again.signIn(email)).statusCode).toBe(303);
  expect(await member('factor', 'reset', '--email', email)).toEqual(done('has no second factor.'));
  // Former recovery codes have ended, also for an app that is added later.
  await addApp(world, again);
  expect((await signInWithCode(visitorOf(world), { email }, codes[0] ?? '')).statusCode).toBe(422);
});
