/** `team import` and `team export` for operators: exit codes, streams, files. */

import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { runInProcess } from '../../../commands/command.ts';
import { openSharedFolder, run } from '../../../helpers/process.ts';
import { fingerprintOf } from '../../../helpers/rows.ts';
import { openSharedTeamFiles } from '../../../helpers/team-file.ts';
import { exampleFile } from '../file/example.ts';

const STACK = /\n\s+at |node:internal|\.ts:\d/;

const files = await openSharedTeamFiles();
const directory = await openSharedFolder('innkeep-team-file-');

const env = { DATABASE_URL: files.url, APP_KEY: files.appKey.toString('base64') };
const cli = (words: string[], input?: string) => runInProcess(words, env, input);

/** The example as a new team. Its member has no password, because only the first import would use it. */
const teamOf = (slug: string) => ({
  ...exampleFile(),
  team: { ...exampleFile().team, slug },
  members: [{ email: 'ana@harbour.example', name: 'Ana Reis' }],
  tokens: [],
});

test('a team file is imported from a path or standard input, and exported to standard output or a path', async () => {
  const token = { name: 'Till', scope: 'read-only', token: 'token-of-the-command-line' };
  const { team, ...rest } = teamOf('streams');
  const input = `\uFEFF${JSON.stringify({ team, ...rest, tokens: [token] })}`;
  expect(await cli(['team', 'import', '-'], input)).toEqual({
    code: 0,
    stdout: '',
    stderr: `innkeep: created the team "streams" (Harbour Stays).
${Object.entries({ ...rest, tokens: [token] })
  .map(([kind, { length }]) => `innkeep: ${kind}: ${length} created, 0 changed, 0 unchanged.\n`)
  .join('')}`,
  });
  const file = path.join(directory, 'export.json');
  const open = await cli(['team', 'export', 'streams']);
  expect(open).toEqual({
    code: 0,
    stdout: await files.exportText('streams', { secrets: false }),
    stderr: '',
  });
  expect(await cli(['team', 'export', 'streams', '--secrets', '--out', file])).toEqual({
    code: 0,
    stdout: '',
    stderr: '',
  });
  expect(await readFile(file, 'utf8')).toBe(await files.exportText('streams'));
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await readdir(directory)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  const again = ['team', 'export', 'streams', '--out', file];
  expect(await cli(again)).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^innkeep: .+--force/),
  });
  expect(await readFile(file, 'utf8')).toContain(token.token);
  expect(await cli([...again, '--force'])).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(await readFile(file, 'utf8')).toBe(open.stdout);
  const before = await fingerprintOf(files.pool);
  expect(await cli(['team', 'import', file])).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('listings: 0 created, 0 changed, 3 unchanged.'),
  });
  expect(await fingerprintOf(files.pool)).toBe(before);
});

test('a broken team file is refused with one line for each problem', async () => {
  const before = await fingerprintOf(files.pool);
  const file = path.join(directory, 'broken.json');
  const { members, ...rest } = teamOf('broken');
  await writeFile(
    file,
    JSON.stringify({ ...rest, members: [{ ...members[0], name: 5, password: 1 }], guests: [] }),
  );
  expect(await cli(['team', 'import', file])).toEqual({
    code: 1,
    stdout: '',
    stderr: `members[0] (ana@harbour.example): name must be a text, not 5.
members[0] (ana@harbour.example): password must be a text, not the given one.
innkeep: nothing was changed: 2 problems in the file.
`,
  });
  expect(await fingerprintOf(files.pool)).toBe(before);
});

test('team import --create refuses the file of an existing team, --update that of a new team, and both together are a usage error', async () => {
  const file = path.join(directory, 'flags.json');
  await writeFile(
    file,
    JSON.stringify({ team: teamOf('flags').team, typo: 1, guests: [{ name: 'A', emial: 'a@b.c' }] }),
  );
  const run = (...flags: string[]) => cli(['team', 'import', file, ...flags]);
  expect(await run('--create', '--update')).toMatchObject({ code: 2 });
  expect(await run('--update')).toEqual({
    code: 1,
    stdout: '',
    stderr: `innkeep: file: typo is not known and was ignored.
innkeep: guests[0]: emial is not known and was ignored.
team (flags): there is no such team.
innkeep: nothing was changed: 1 problem in the file.
`,
  });
  await files.importSound({ team: teamOf('flags').team });
  expect((await run('--create')).stderr).toContain('team (flags): this team exists already.\n');
  // Unknown keys are reported together with other problems.
  expect((await run('--update')).stderr).toMatch(
    /emial is not known.+\nguests\[0\]: email is required for a guest without id\./,
  );
});

test('a team file that cannot be read or found ends the command with status 1 and one line, without the file’s content', async () => {
  const json = path.join(directory, 'no-json.json');
  await writeFile(json, '{"members": [{"password": "hunter2-hunter2" x}]}');
  await files.importSound(teamOf('found'));
  const nowhere = path.join(directory, 'no', 'such.json');
  const all = [
    await cli(['team', 'import', json]),
    await cli(['team', 'import', nowhere]),
    await cli(['team', 'import', '-'], 'no json'),
    await cli(['team', 'export', 'nobody', '--out', path.join(directory, 'nobody.json')]),
    await cli(['team', 'export', 'found', '--out', nowhere]),
    await cli(['team', 'export', 'found', '--out', directory]),
  ];
  for (const { code, stdout, stderr } of all) {
    expect({ code, stdout, stderr }).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^innkeep: .+\.\n$/),
    });
    expect(stderr).not.toMatch(STACK);
    expect(stderr).not.toContain('hunter2');
  }
  expect(all[0]?.stderr).toContain('(line 1 column 45)');
  expect(all[3]?.stderr).toBe('innkeep: there is no team "nobody".\n');
  expect((await readdir(directory)).filter((name) => /nobody|tmp$/.test(name))).toEqual([]);
});

test('an export whose output is no longer read ends without a stack trace', async () => {
  const guests = Array.from({ length: 1_500 }, (_, index) => ({
    email: `guest${index}@many.example`,
    name: 'Guest',
    notes: 'x'.repeat(100),
  }));
  await files.importSound({ team: teamOf('many').team, guests });
  const { child, finished } = run('cli', { args: ['team', 'export', 'many'], env, cwd: directory });
  child.stdout?.once('data', () => child.stdout?.destroy());
  const { code, stderr } = await finished;
  expect(code).toBe(1);
  expect(stderr).toBe('innkeep: the output was closed before the export ended.\n');
});
