import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { openSharedApp } from '../../helpers/app.ts';
import type { Json } from '../../helpers/bookings.ts';
import { openDocument } from './document.ts';

const world = await openSharedApp();
const { document } = await openDocument(world);

test('the OpenAPI document has no complaints by redocly', { timeout: 120_000 }, async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'innkeep-openapi-'));
  try {
    await writeFile(path.join(folder, 'openapi.json'), JSON.stringify(document));
    const redocly = path.resolve('node_modules/.bin/redocly');
    const args = ['lint', 'openapi.json', '--format=json', '--extends=recommended-strict'];
    // It must neither look for a newer version nor report its use.
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
    const { stdout } = await promisify(execFile)(redocly, args, { cwd: folder, env });
    const { problems } = JSON.parse(stdout);
    expect(problems.map(({ message, location }: Json) => [message, location])).toEqual([]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
