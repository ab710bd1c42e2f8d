import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { runInProcess } from '../commands/command.ts';
import { openSharedApp, TEST_APP_KEY } from '../helpers/app.ts';
import { buildTeam } from '../helpers/factories.ts';
import { openSharedFolder, run } from '../helpers/process.ts';

const ONE_LINE = /^innkeep: [^\n]+\n$/;

const world = await openSharedApp();
const cwd = await openSharedFolder('innkeep-cli-');
const ownEnv = { DATABASE_URL: world.url, APP_KEY: TEST_APP_KEY.toString('base64') };

const cli = (args: string[], env: Record<string, string> = {}) =>
  run('cli', { args, env: { ...ownEnv, ...env }, cwd }).finished;

test('the command for a new token prints it alone on stdout, and the token works', async () => {
  const { slug } = await buildTeam(world);
  const created = await cli(['token', 'create', '--team', slug, '--name', 'Till', '--scope', 'read-only']);
  expect(created).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^ink_[0-9A-Za-z]{46}\n$/),
    stderr: '',
  });
  const me = await world.get('/v1/me', created.stdout.trim());
  expect(me.json().data.token).toMatchObject({ name: 'Till', abilities: ['read-only'] });
});

test('a usage error of a command is one line that points to the help, with exit status 2', async () => {
  // The configuration is read only after the usage was checked.
  expect(await cli(['token', 'steal', '--team', 'x'], { PORT: 'broken' })).toEqual({
    code: 2,
    stdout: '',
    stderr: "innkeep: unknown command 'steal'. Help: innkeep token --help\n",
  });
});

test('help and version are printed on stdout without any configuration', async () => {
  const broken = { PORT: 'broken' };
  const help = await cli(['--help'], broken);
  expect(help).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Usage: innkeep [\s\S]*\n {2}key rotate /),
  });
  expect(await runInProcess(['--version'], broken)).toEqual({
    code: 0,
    stdout: `${manifest.version}\n`,
    stderr: '',
  });
  expect(await runInProcess([], broken)).toEqual({ code: 2, stdout: '', stderr: help.stdout });
});

test('a refusal of a command is one line without a stack trace, with exit status 1', async () => {
  const broken = path.join(cwd, 'broken.json');
  await writeFile(broken, '{"team":');
  const { slug } = await buildTeam(world);
  const results = [
    await runInProcess(['token', 'list', '--team', 'nobody'], ownEnv),
    await runInProcess(['team', 'import', broken], ownEnv),
    await cli(['token', 'list', '--team', slug], { DATABASE_URL: 'postgres://innkeep@127.0.0.1:1/innkeep' }),
  ];
  for (const result of results)
    expect(result).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(ONE_LINE) });
  expect(results.map(({ stderr }) => stderr)).toEqual([
    expect.stringContaining('nobody'),
    expect.stringContaining('broken.json'),
    expect.stringContaining('DATABASE_URL'),
  ]);
});
