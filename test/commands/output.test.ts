import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openSharedApp, TEST_APP_KEY } from '../helpers/app.ts';
import { buildGuest, buildTeam, buildToken } from '../helpers/factories.ts';
import { buildMember } from '../helpers/pages.ts';
import { type Finished, openSharedFolder } from '../helpers/process.ts';
import { runInProcess } from './command.ts';

const world = await openSharedApp();
const folder = await openSharedFolder('innkeep-output-');
const env = { DATABASE_URL: world.url, APP_KEY: TEST_APP_KEY.toString('base64') };
const cli = (words: string[]) => runInProcess(words, env);

test('the commands list teams and members, one a line', async () => {
  const { id: teamId, slug } = await buildTeam(world);
  const { email } = await buildMember(world, { teamId });
  await buildMember(world, { teamId, email: 'waiting@example.com', password: null });
  const teams = await cli(['team', 'list']);
  const members = await cli(['member', 'list', '--team', slug]);
  expect(teams).toMatchObject({ code: 0, stderr: '' });
  expect(teams.stdout.split('\n').filter((line) => line.startsWith(`${slug}\t`))).toHaveLength(1);
  expect(members).toMatchObject({ code: 0, stderr: '' });
  const rows = members.stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'));
  for (const [, , joinedAt] of rows) expect(joinedAt).toMatch(/^[\d-]{10}T[\d:]{8}\+00:00$/);
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
  const broken = path.join(folder, 'odd.json');
  await writeFile(
    broken,
    JSON.stringify({ team: { slug: odd, name: odd, [odd]: 1 }, members: [{ email: odd }] }),
  );
  const results: Finished[] = [];
  for (const words of [
    ['team', 'list'],
    ['member', 'list', '--team', slug],
    ['token', 'list', '--team', slug],
    ['team', 'export', slug],
    ['team', 'import', broken],
    ['token', 'list', '--team', odd],
    [odd],
  ])
    results.push(await cli(words));
  for (const { stdout, stderr } of results)
    expect(`${stdout}${stderr}`).not.toMatch(/[^\P{Cc}\t\n]|\p{Bidi_Control}/u);
  const escaped = String.raw`a\u001b[2J\u0007\u009b1m\u202e\u000ab\u0009c`;
  expect(results[0]?.stdout).toContain(`${slug}\t${escaped}\n`);
  expect(results[1]?.stdout).toContain(`\t${escaped}\t`);
  expect(results[2]?.stdout).toContain(`${escaped}\tread-write\t`);
  const { guests } = JSON.parse(results[3]?.stdout ?? '');
  expect(guests).toMatchObject([{ notes: odd }]);
});
