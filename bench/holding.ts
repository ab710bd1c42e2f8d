/**
 * `npm run bench:holding`: how long the largest requests hold the event loop at most, while the service answers nobody
 * else, in milliseconds of processor time. The service runs in this thread, and another one sends the requests.
 */
import { once } from 'node:events';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { buildApp } from '../src/app.ts';
import { createDatabase } from '../src/db/client.ts';
import { addDays } from '../src/domain/dates.ts';
import { createKeyring } from '../src/services/keyring.ts';
import { createServices } from '../src/services/services.ts';
import { APP_KEY, openDatabases } from './databases.ts';
import { idOf, listingsOf, SIZES, tokenOf } from './dataset.ts';
import type { Call } from './sender.ts';

const ROUNDS = 5;
const MIB = 1_048_576;
const DAYS = 100_000;

type Row = { name: string; call: Call };

/** The processor time of this thread, in milliseconds. */
function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** The longest work between two turns of the event loop until `end`. */
async function longestHold(end: Promise<unknown>): Promise<number> {
  let isOver = false;
  let longest = 0;
  const ended = end.finally(() => {
    isOver = true;
  });
  for (let last = processorMs(); !isOver; ) {
    await turn();
    const now = processorMs();
    longest = Math.max(longest, now - last);
    last = now;
  }
  await ended;
  return longest;
}

/** 100,000 days of many listings in 16 MiB, each as a pricing tool sends it. */
function manyDays(round: number): string {
  const places = listingsOf(1);
  const updates = places.map(({ id }, place) => ({
    listing_id: id,
    ranges: Array.from({ length: DAYS / places.length }, (_, number) => {
      // A listing can have 3,660 days with prices, and is sent many of them twice.
      const date = addDays('2031-01-01', number % 3_000);
      const nightly = 10_000 + round + place;
      return {
        start_date: date,
        end_date: date,
        nightly,
        min_stay: 2,
        max_stay: null,
        closed_for_arrival: false,
      };
    }),
  }));
  const body = JSON.stringify({ updates });
  return body + ' '.repeat(Math.max(0, 16 * MIB - body.length));
}

function rowsOf(url: string, round: number): Row[] {
  const headers = { authorization: `Bearer ${tokenOf(1, 0)}`, 'content-type': 'application/json' };
  const keyed = (key: string) => ({ ...headers, 'idempotency-key': `bench-${key}-${round}` });
  const many = { url: `${url}/v1/days`, method: 'POST', body: manyDays(round) };
  // All days that there are. The answer shows each of them.
  const ranges = [{ start_date: '2000-01-01', end_date: '2199-12-31', max_stay: null }];
  const listing = idOf('listing', 1, 0);
  const all = { url: `${url}/v1/listings/${listing}/days`, method: 'PUT', body: JSON.stringify({ ranges }) };
  const row = (name: string, call: Omit<Call, 'headers'>, sent: Call['headers'] = headers) => ({
    name,
    call: { ...call, headers: sent },
  });
  return [
    row('`GET /v1/me`', { url: `${url}/v1/me`, method: 'GET' }),
    row('`POST /v1/days`, 100,000 days in 16 MiB', many),
    row('the same with an `Idempotency-Key`', many, keyed('many')),
    row('`PUT /v1/listings/{id}/days`, an answer of 73,049 days', all),
    row('the same with an `Idempotency-Key`', all, keyed('all')),
    row('the same, repeated', all, keyed('all')),
  ];
}

async function measure(url: string): Promise<void> {
  const holds: number[][] = [];
  let names: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const rows = rowsOf(url, round);
    names = rows.map(({ name }) => name);
    for (const [index, { call }] of rows.entries()) {
      const worker = new Worker(path.join(import.meta.dirname, 'sender.ts'), { workerData: call });
      holds[index] = [...(holds[index] ?? []), await longestHold(once(worker, 'message'))];
      await worker.terminate();
    }
  }
  process.stdout.write('| request | longest hold, ms |\n| --- | --- |\n');
  for (const [index, name] of names.entries()) {
    const median = holds[index]?.toSorted((a, b) => a - b)[ROUNDS >> 1] ?? Number.NaN;
    process.stdout.write(`| ${name} | ${median.toFixed(0)} |\n`);
  }
}

const databases = await openDatabases((line) => void process.stderr.write(`${line}\n`));
const database = createDatabase({ url: await databases.open(SIZES.small), applicationName: 'innkeep-bench' });
const services = createServices({
  ...{ db: database.db, clock: () => new Date(), keyring: createKeyring(APP_KEY) },
  onBackgroundError: () => {},
});
const app = buildApp({ services, publicUrl: 'http://bench.example' });
await measure(await app.listen({ host: '127.0.0.1', port: 0 }));
await app.close();
await services.close();
await database.close();
await databases.close();
