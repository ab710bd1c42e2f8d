/**
 * Imports a large team twice and exports it, through the command line and on a PostgreSQL of its own, and prints what
 * that took. Run by hand: `npm exec -- node test/services/team-file/bulk-bench.ts [listings] [bookings]`.
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openEmbedded } from '../../../src/db/embedded.ts';
import { bulkTeamFile } from './bulk-file.ts';

const SAMPLE_MS = 100;
const [listings = 10_000, bookings = 50_000] = process.argv.slice(2).map(Number);
const directory = await mkdtemp(path.join(tmpdir(), 'innkeep-bulk-'));
const embedded = await openEmbedded({ dataDir: path.join(directory, 'data') });
const environment = {
  ...process.env,
  DATABASE_URL: embedded.url,
  APP_KEY: randomBytes(32).toString('base64'),
};
const print = (line: string) => process.stdout.write(`${line}\n`);

try {
  const file = path.join(directory, 'bulk.json');
  await writeFile(file, JSON.stringify(bulkTeamFile({ listings, bookings })));
  const megabytes = ((await stat(file)).size / 1e6).toFixed(0);
  print(`${listings} listings, ${bookings} bookings, a file of ${megabytes} MB`);
  await command('migrate', ['migrate']);
  await command('first import', ['team', 'import', file]);
  await command('second import, nothing new', ['team', 'import', file]);
  const exported = path.join(directory, 'export.json');
  await command('export', ['team', 'export', 'bulk', '--out', exported]);
  await command('import of the export', ['team', 'import', exported]);
} finally {
  await embedded.close();
  await rm(directory, { recursive: true, force: true });
}

/** Runs a command to its end and prints its seconds and its largest memory. */
async function command(what: string, words: string[]): Promise<void> {
  const began = performance.now();
  const child = spawn(process.execPath, ['--import', './src/preload.ts', 'src/cli.ts', ...words], {
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let peakMegabytes = 0;
  const sampler = setInterval(async () => {
    // Only Linux tells; elsewhere the figure stays 0.
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
    peakMegabytes = Math.max(peakMegabytes, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1e3);
  }, SAMPLE_MS);
  const code = await new Promise((resolve) => child.on('close', resolve));
  clearInterval(sampler);
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  print(`${what}: ${seconds} s, ${peakMegabytes.toFixed(0)} MB at most, exit ${code}`);
}
