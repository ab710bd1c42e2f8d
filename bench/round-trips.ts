/**
 * `npm run bench:round-trips`: the statements of each request about a booking, and its median time with PostgreSQL on
 * this machine and 1 ms away, each way.
 */
import { once } from 'node:events';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { buildApp } from '../src/app.ts';
import { createDatabase } from '../src/db/client.ts';
import { addDays } from '../src/domain/dates.ts';
import { createKeyring } from '../src/services/keyring.ts';
import { createServices } from '../src/services/services.ts';
import { APP_KEY, openDatabases } from './databases.ts';
import { firstFreeDay, idOf, listingsOf, SIZES, tokenOf } from './dataset.ts';
import { median } from './median.ts';

const ROUNDS = 150;
const WARM_UP = 30;
const DELAY_MS = 1;
const TEAM = 1;

type Measured = { name: string; statements: number; p50Ms: number };

const log = (line: string) => void process.stderr.write(`${line}\n`);

async function measure(url: string): Promise<Measured[]> {
  let statements = 0;
  const database = createDatabase({
    url,
    applicationName: 'innkeep-bench',
    // The last uses of tokens are written apart from requests.
    onStatement: (text) => {
      if (!/insert into "token_uses"/.test(text)) statements += 1;
    },
  });
  const services = createServices({
    db: database.db,
    clock: () => new Date(),
    keyring: createKeyring(APP_KEY),
    onBackgroundError: () => {},
  });
  const app = buildApp({ services, publicUrl: 'http://bench.example' });
  const measured = new Map<string, { statements: number; times: number[] }>();

  async function send(name: string, method: 'GET' | 'POST' | 'PUT', route: string, body?: object) {
    statements = 0;
    const start = performance.now();
    const answer = await app.inject({
      method,
      url: `/v1/${route}`,
      headers: {
        authorization: `Bearer ${tokenOf(TEAM, 0)}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { payload: JSON.stringify(body) } : {}),
    });
    const time = performance.now() - start;
    if (answer.statusCode >= 300) throw new Error(`${name}: ${answer.statusCode} ${answer.body}`);
    const known = measured.get(name) ?? { statements: 0, times: [] };
    measured.set(name, { statements, times: [...known.times, time] });
    return answer.json().data;
  }

  const place = listingsOf(TEAM).find(({ kind }) => kind === 'unit_type');
  if (!place) throw new Error('The set has no unit type.');
  const listing = idOf('listing', TEAM, place.n);
  const first = firstFreeDay();
  const day = (n: number) => addDays(first, n);
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    if (round === WARM_UP) measured.clear();
    await send(
      'GET availability',
      'GET',
      `availability/${listing}?check_in=${day(0)}&check_out=${day(3)}&guests=2`,
    );
    const { id } = await send('POST', 'POST', 'bookings', {
      listing_id: listing,
      check_in: day(0),
      check_out: day(3),
      number_of_guests: 2,
      status: 'pending',
      guest: { name: 'Bench', email: `bench-${crypto.randomUUID()}@bench.example` },
    });
    await send('GET', 'GET', `bookings/${id}`);
    await send('PUT of dates', 'PUT', `bookings/${id}`, { check_in: day(1), check_out: day(5) });
    await send('PUT of notes', 'PUT', `bookings/${id}`, { notes: 'Arrives late.' });
    await send('confirm', 'POST', `bookings/${id}/confirm`);
    await send('cancel', 'POST', `bookings/${id}/cancel`);
  }
  await app.close();
  await services.close();
  await database.close();
  return [...measured].map(([name, one]) => ({
    name,
    statements: one.statements,
    p50Ms: median(one.times),
  }));
}

const databases = await openDatabases(log);
const url = new URL(await databases.open(SIZES.small));
const worker = new Worker(path.join(import.meta.dirname, 'delayed-proxy.ts'), {
  workerData: { host: url.hostname, port: Number(url.port), delayMs: DELAY_MS },
});
const [port] = (await once(worker, 'message')) as [number];
const away = new URL(url);
away.host = `127.0.0.1:${port}`;

const near = await measure(url.href);
const far = await measure(away.href);
process.stdout.write(
  `| request | statements | p50 ms | p50 ms, ${DELAY_MS} ms away each way |\n| --- | --- | --- | --- |\n`,
);
for (const [index, { name, statements, p50Ms }] of near.entries())
  process.stdout.write(
    `| ${name} | ${statements} | ${p50Ms.toFixed(1)} | ${far[index]?.p50Ms.toFixed(1)} |\n`,
  );
await worker.terminate();
await databases.close();
