import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { openSharedApp, TEST_APP_KEY } from '../support/app.ts';
import { buildGuest, buildTeam, buildToken } from '../support/factories.ts';
import { openSharedFolder } from '../support/folder.ts';
import { buildMember } from '../support/pages.ts';
import { run } from '../support/process.ts';

const TOKEN_LINE = /^ink_[0-9A-Za-z]{46}\n$/;
const ONE_LINE = /^innkeep: [^\n]+\n$/;

const world = await openSharedApp();
const cwd = await openSharedFolder('innkeep-cli-');

function cli(args: string[], env: Record<string, string> = {}) {
  const own = { DATABASE_URL: world.url, APP_KEY: TEST_APP_KEY.toString('base64'), ...env };
  return run('cli', { args, env: own, cwd }).finished;
}

const newTeam = () => buildTeam(world);

test('a token is created, shown, listed and revoked, each time alone on stdout', async () => {
  const { id: teamId, slug } = await newTeam();
  const token = (verb: string, ...more: string[]) =>
    cli(['token', verb, '--team', slug, '--name', ' Till ', ...more]);

  const created = await token('create', '--scope', 'read-only');
  expect(created).toEqual({ code: 0, stdout: expect.stringMatching(TOKEN_LINE), stderr: '' });
  const me = await world.get('/v1/me', created.stdout.trim());
  expect(me.json().data.token).toMatchObject({ name: 'Till', abilities: ['read-only'] });
  await buildToken(world, { teamId, name: 'Another' });

  const [shown, listed, again] = await Promise.all([
    token('show'),
    cli(['token', 'list', '--team', slug]),
    token('create'),
  ]);
  expect(shown).toEqual({ code: 0, stdout: created.stdout, stderr: '' });
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
  expect(listed.stdout).not.toContain(created.stdout.trim());
  expect(again).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(ONE_LINE) });

  expect(await token('revoke')).toMatchObject({ code: 0, stdout: '' });
  expect((await world.get('/v1/me', created.stdout.trim())).statusCode).toBe(401);
  expect(await token('show')).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(ONE_LINE) });
});

test('a mistake in the usage is one line that says where help is, and ends with 2', async () => {
  // The configuration is read only after the usage was checked.
  expect(await cli(['token', 'steal', '--team', 'x'], { PORT: 'broken' })).toEqual({
    code: 2,
    stdout: '',
    stderr: "innkeep: unknown command 'steal'. Help: innkeep token --help\n",
  });
});

test('help and version are answered on stdout, without any configuration', async () => {
  const [help, version, nothing] = await Promise.all([
    cli(['--help'], { PORT: 'broken' }),
    cli(['--version'], { PORT: 'broken' }),
    cli([]),
  ]);
  expect(help).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Usage: innkeep [\s\S]*\n {2}key rotate /),
  });
  expect(version).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: '' });
  expect(nothing).toEqual({ code: 2, stdout: '', stderr: help.stdout });
});

test('teams and members are listed, a line each', async () => {
  const { id: teamId, slug } = await newTeam();
  const { email } = await buildMember(world, { teamId });
  await buildMember(world, { teamId, email: 'waiting@example.com', password: null });
  const [teams, members] = await Promise.all([
    cli(['team', 'list']),
    cli(['member', 'list', '--team', slug]),
  ]);
  expect(teams).toMatchObject({ code: 0, stderr: '' });
  expect(teams.stdout.split('\n').filter((line) => line.startsWith(`${slug}\t`))).toHaveLength(1);
  expect(members).toMatchObject({ code: 0, stderr: '' });
  const rows = members.stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'));
  expect(rows.map(([first, , , last]) => [first, last]).sort()).toEqual(
    [
      [email, 'password'],
      ['waiting@example.com', 'no password'],
    ].sort(),
  );
});

test('no command prints a character that controls the terminal, whatever names contain', async () => {
  const odd = 'a\x1b[2J\x07\x9b1m\u202e\nb\tc';
  const { id: teamId, slug } = await buildTeam(world, { name: odd });
  await buildMember(world, { teamId, name: odd });
  await buildToken(world, { teamId, name: odd });
  await buildGuest(world, { teamId, notes: odd });
  const broken = path.join(cwd, 'odd.json');
  await writeFile(
    broken,
    JSON.stringify({ team: { slug: odd, name: odd, [odd]: 1 }, members: [{ email: odd }] }),
  );
  const results = await Promise.all([
    cli(['team', 'list']),
    cli(['member', 'list', '--team', slug]),
    cli(['token', 'list', '--team', slug]),
    cli(['team', 'export', slug]),
    cli(['team', 'import', broken]),
    cli(['token', 'list', '--team', odd]),
    cli([odd]),
  ]);
  for (const { stdout, stderr } of results)
    expect(`${stdout}${stderr}`).not.toMatch(/[^\P{Cc}\t\n]|\p{Bidi_Control}/u);
  const told = String.raw`a\u001b[2J\u0007\u009b1m\u202e\u000ab\u0009c`;
  expect(results[0]?.stdout).toContain(`${slug}\t${told}\n`);
  expect(results[1]?.stdout).toContain(`\t${told}\t`);
  expect(results[2]?.stdout).toContain(`${told}\tread-write\t`);
  const { guests } = JSON.parse(results[3]?.stdout ?? '');
  expect(guests).toMatchObject([{ notes: odd }]);
});

test('a refusal is one line, without a stack trace, and ends with 1', async () => {
  const broken = path.join(cwd, 'broken.json');
  await writeFile(broken, '{"team":');
  const { slug } = await newTeam();
  const results = await Promise.all([
    cli(['token', 'list', '--team', 'nobody']),
    cli(['team', 'import', broken]),
    cli(['token', 'list', '--team', slug], { DATABASE_URL: 'postgres://innkeep@127.0.0.1:1/innkeep' }),
  ]);
  for (const result of results)
    expect(result).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(ONE_LINE) });
  expect(results.map(({ stderr }) => stderr)).toEqual([
    expect.stringContaining('nobody'),
    expect.stringContaining('broken.json'),
    expect.stringContaining('DATABASE_URL'),
  ]);
});
