import { cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { execute } from './support/postgres-programs.ts';

const HOUSE = fileURLToPath(new URL('..', import.meta.url));

let image: string;
beforeAll(async () => {
  image = await mkdtemp(path.join(tmpdir(), 'innkeep-image-'));
});
afterAll(() => rm(image, { recursive: true }));

test('what .dockerignore lets into the image is enough for the server and the commands, and no more', async () => {
  const lines = (await readFile(path.join(HOUSE, '.dockerignore'), 'utf8')).split('\n');
  const rules = lines.filter((line) => line !== '' && !line.startsWith('#'));
  expect(rules[0]).toBe('*');
  const allowed = rules.filter((line) => line.startsWith('!')).map((line) => path.join(HOUSE, line.slice(1)));
  const refused = rules.filter((line) => /^\w/.test(line)).map((line) => path.join(HOUSE, line));
  for (const from of allowed) {
    const to = path.join(image, path.relative(HOUSE, from));
    await mkdir(path.dirname(to), { recursive: true });
    const filter = (file: string) => !refused.includes(file);
    await cp(from, to, { recursive: true, filter }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
  }
  await symlink(path.join(HOUSE, 'node_modules'), path.join(image, 'node_modules'), 'junction');

  const run = (script: string, env: Record<string, string> = {}) =>
    execute(process.execPath, ['--import', './src/preload.ts', path.join(image, 'src', script)], {
      env,
      cwd: image,
    }).catch(({ code, stderr }: { code: number; stderr: string }) => ({ code, stderr }));
  const [server, cli] = await Promise.all([run('server.ts', { PORT: 'none' }), run('cli.ts')]);
  expect(server).toEqual({ code: 1, stderr: expect.stringMatching(/^innkeep: PORT must be/) });
  expect(cli).toEqual({ code: 2, stderr: expect.stringMatching(/^Usage: /) });
});
