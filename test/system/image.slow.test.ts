import { cp, mkdir, readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../helpers/database.ts';
import { openSharedFolder, run, untilSaid } from '../helpers/process.ts';

const HOUSE = fileURLToPath(new URL('../..', import.meta.url));

const image = await openSharedFolder('innkeep-image-');

test('the files that .dockerignore lets into the image are enough for the server, its pages and the commands', {
  timeout: 240_000,
}, async () => {
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

  const cli = await run('cli', { env: {}, cwd: image, house: image }).finished;
  expect(cli).toMatchObject({ code: 2, stderr: expect.stringMatching(/^Usage: /) });

  const database = await createTestDatabase();
  const dockerfile = await readFile(path.join(HOUSE, 'Dockerfile'), 'utf8');
  expect(dockerfile).toContain('MAKE_APP_KEY=true');
  // As in the image, nobody gives a key.
  const env = {
    DATABASE_URL: database.url,
    DATA_DIR: path.join(image, 'data'),
    MAKE_APP_KEY: 'true',
    DEMO: 'true',
    PORT: '0',
  };
  const running = run('server', { env, cwd: image, house: image });
  try {
    const [, address] = await untilSaid(running, /API +(http:\/\/\S+)\/v1\n/);
    // Content that is read from files, in part only on the first request.
    const site = await (await fetch(`${address}/site/harbour`)).text();
    const [script = ''] = /-\/\w+\/booking-site\.js/.exec(site) ?? [];
    const paths = ['/docs', '/openapi.json', '/app/sign-in', `/site/${script}`];
    for (const path of paths) expect([path, (await fetch(`${address}${path}`)).status]).toEqual([path, 200]);
    const listing = await (await fetch(`${address}/v1/public/harbour/listings/sea-loft`)).text();
    const [picture = ''] = /http[^"]*\/media\/[^"]*/.exec(listing) ?? [];
    expect((await fetch(picture)).status).toBe(200);
    expect(running.said.stdout).toContain('No APP_KEY is given, so one was made');

    // Stopped and started again, it has the same tokens and says nothing more of its key.
    running.child.kill();
    await running.finished;
    const { stdout } = await run('cli', { env, args: ['demo'], cwd: image, house: image }).finished;
    const [token = ''] = /ink_\w+/.exec(stdout) ?? [];
    const again = run('server', { env, cwd: image, house: image });
    const [, next] = await untilSaid(again, /API +(http:\/\/\S+)\/v1\n/);
    const me = await fetch(`${next}/v1/me`, { headers: { authorization: `Bearer ${token}` } });
    expect([me.status, again.said.stdout.includes('APP_KEY')]).toEqual([200, false]);
    again.child.kill();
    await again.finished;
  } finally {
    running.child.kill();
    await running.finished;
    await database.drop();
  }
});
