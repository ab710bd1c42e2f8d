/** The files for systemd and Prometheus in docs/operations.md. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { TEST_APP_KEY } from '../../helpers/app.ts';
import { createTestDatabase } from '../../helpers/database.ts';
import { freePort, openSharedFolder, run, untilSaid } from '../../helpers/process.ts';
import { execute, findProgram, readRecipe } from './page.ts';

const folder = await openSharedFolder('innkeep-watching-');

test.skipIf(findProgram('systemd-analyze') === null)(
  'systemd finds no fault with the page’s unit',
  async () => {
    const file = path.join(folder, 'innkeep@.service');
    await writeFile(file, readRecipe('/etc/systemd/system/innkeep@.service'));
    // A name of an instance, because a template has no port.
    const { stdout, stderr } = await execute('systemd-analyze', ['verify', file.replace('@', '@3001')]).catch(
      (error) => error,
    );
    const lines = `${stdout}${stderr}`.split('\n').filter((line) => line.includes('innkeep'));
    expect(lines).toEqual([]);
  },
);

test.skipIf(findProgram('promtool') === null)('Prometheus finds no fault with the page’s files', async () => {
  await writeFile(path.join(folder, 'innkeep.rules.yml'), readRecipe('/etc/prometheus/innkeep.rules.yml'));
  await writeFile(path.join(folder, 'prometheus.yml'), readRecipe('/etc/prometheus/prometheus.yml'));
  const { stdout } = await execute('promtool', ['check', 'config', path.join(folder, 'prometheus.yml')]);
  expect(stdout).toMatch(/SUCCESS: \d+ rules found/);
});

test('every metric of the page’s alerts is one that a process tells', async () => {
  const database = await createTestDatabase();
  const port = await freePort();
  const env = { DATABASE_URL: database.url, APP_KEY: TEST_APP_KEY.toString('base64'), PORT: '0' };
  const server = run('server', { env: { ...env, METRICS_PORT: String(port) }, cwd: folder });
  try {
    const [, address = ''] = await untilSaid(server, /listening at (http:[^"]+)"/);
    await fetch(`${address}/v1/me`);
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    const rules = readRecipe('/etc/prometheus/innkeep.rules.yml');
    const names = new Set(rules.match(/\b(?:innkeep|process)_\w+/g));
    expect(names.size).toBeGreaterThan(7);
    for (const name of names) expect(metrics).toMatch(new RegExp(`^${name}[ {]`, 'm'));
  } finally {
    server.child.kill();
    await server.finished;
    await database.drop();
  }
});
