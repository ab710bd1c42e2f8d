/** `npm run bench:ordinary`: processor time of a request, against an ordinary server on the same tables, in turn. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { APP_KEY, openDatabases } from './databases.ts';
import { SIZES } from './dataset.ts';
import { median } from './median.ts';
import { type Running, runLoad, startScript, startService } from './processes.ts';
import { postmasterOf, secondsOf } from './processor-time.ts';
import { ROUTES } from './routes.ts';

const ROUNDS = 5;
const SECONDS = 3;
const CONNECTIONS = 16;
const SAMPLES = 200;
/** Of the bookings that one team has room for, each side makes half, in rounds and in one more before them. */
const BOOKINGS_A_ROUND = 200;
const NAMES = [
  'GET /v1/me',
  'GET /v1/bookings/{id}',
  'GET /v1/bookings?status',
  'GET …/calendar, 365 days',
  'POST /v1/bookings',
];

const log = (line: string) => void process.stderr.write(`${line}\n`);

const databases = await openDatabases(log);
const directory = await mkdtemp(path.join(tmpdir(), 'innkeep-bench-'));
const url = await databases.open(SIZES.small);
const sides: Record<'service' | 'ordinary', Running> = {
  service: await startService(url, APP_KEY),
  ordinary: await startScript('bench/ordinary.ts', url),
};
const postmaster = await postmasterOf(url);
try {
  process.stdout.write(
    '| route | Innkeep, ms | ordinary, ms | Innkeep ÷ ordinary |\n| --- | --- | --- | --- |\n',
  );
  for (const name of NAMES) {
    const route = ROUTES.find((one) => one.name === name);
    if (!route) throw new Error(`There is no route ${name}.`);
    const { repeatable } = route;
    const count = repeatable ? SAMPLES : 2 * BOOKINGS_A_ROUND * (ROUNDS + 1);
    const noSend = () => Promise.reject(new Error('None of these routes needs another request first.'));
    const samples = await Promise.all(
      Array.from({ length: count }, (_, n) => route.sample(SIZES.small, n, noSend)),
    );
    const samplesFile = path.join(directory, 'samples.json');
    await writeFile(samplesFile, JSON.stringify(samples));
    const seen = { service: [] as number[], ordinary: [] as number[] };
    for (let round = 0; round <= ROUNDS; round += 1)
      for (const [index, side] of (['service', 'ordinary'] as const).entries()) {
        const ledBy = { process: sides[side].pid, database: postmaster };
        const before = secondsOf(ledBy);
        const result = await runLoad({
          url: sides[side].url,
          route: name,
          samplesFile,
          connections: CONNECTIONS,
          ...(repeatable
            ? { seconds: SECONDS }
            : { only: { from: (2 * round + index) * BOOKINGS_A_ROUND, count: BOOKINGS_A_ROUND } }),
        });
        if (result.failures > 0) throw new Error(`${name}: ${result.failures} failures at the ${side}.`);
        const after = secondsOf(ledBy);
        const seconds = after.process - before.process + after.database - before.database;
        // The first round only warms up.
        if (round > 0) seen[side].push((1_000 * seconds) / result.count);
      }
    const [ours, theirs] = [median(seen.service), median(seen.ordinary)];
    const cells = [name, ours.toFixed(2), theirs.toFixed(2), (ours / theirs).toFixed(2)];
    process.stdout.write(`| ${cells.join(' | ')} |\n`);
  }
} finally {
  await Promise.all([sides.service.stop(), sides.ordinary.stop()]);
  await rm(directory, { recursive: true, force: true });
  await databases.close();
}
