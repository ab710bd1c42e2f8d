/** Streams of `team import` and `team list` as a process of its own has them. */
import { expect, test } from 'vitest';
import { openSharedFolder, run } from '../../../helpers/process.ts';
import { openSharedTeamFiles } from '../../../helpers/team-file.ts';
import { exampleFile } from '../file/example.ts';

const files = await openSharedTeamFiles();
const cwd = await openSharedFolder('innkeep-team-file-');
const env = { DATABASE_URL: files.url, APP_KEY: files.appKey.toString('base64') };
const start = (args: string[], input = '') => run('cli', { args, env, cwd, input });

test('a team file is imported from standard input, which is refused if it is no JSON', async () => {
  const input = JSON.stringify(exampleFile());
  const { code, stdout, stderr } = await start(['team', 'import', '-'], input).finished;
  expect({ code, stdout, stderr }).toEqual({
    code: 0,
    stdout: '',
    stderr: expect.stringMatching(/^innkeep: created the team "harbour" /),
  });
  expect(await start(['team', 'import', '-'], 'no json').finished).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^innkeep: .+\.\n$/),
  });
});

test('a list whose output is no longer read ends without a stack trace', async () => {
  await files.importSound({ team: { ...exampleFile().team, slug: 'listed' } });
  const { child, finished } = start(['team', 'list']);
  child.stdout?.destroy();
  expect(await finished).toMatchObject({ code: 0, stderr: '' });
});
