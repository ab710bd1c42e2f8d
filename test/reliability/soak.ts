/**
 * `npm run test:soak -- --minutes 30`: half of the server's full load, for a long time, as in production, with everything
 * else switched on beside it. Fails if memory grows, if connections stay busy at the end, if any answer is a 5xx, or if a
 * booking or an event is lost.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { APP_KEY } from '../../bench/databases.ts';
import { idOf, listingsOf, SIZES, tokenOf } from '../../bench/dataset.ts';
import { loadData } from '../../bench/load-data.ts';
import { freePort, type Running, startService } from '../../bench/processes.ts';
import { openEmbedded } from '../../src/db/embedded.ts';
import { migrate } from '../../src/db/migrate.ts';
import { violationsIn } from '../support/invariants.ts';
import { type Ledger, openLedger, type Place, startLoad } from './booking-load.ts';
import { type Figures, percentile, storeFigures } from './figures.ts';
import { SWITCHED_ON, sellOnSites, startBeside } from './soak-beside.ts';

const { values: options } = parseArgs({
  options: { minutes: { type: 'string', default: '30' }, seed: { type: 'string' } },
});
const MINUTES = Number(options.minutes);
const SEED = Number(options.seed ?? Math.floor(Math.random() * 2 ** 31));
const SIZE = SIZES.tiny;
const CLIENTS = 16;
const READS = 0.85;
/** The number of bookings that each client keeps, so that there are always free nights. */
const KEEPS = 50;
/** The stays to book: within 900 days, for at least 3 nights. */
const STAYS = { days: 850, leastNights: 3, mostNights: 6 };
const WARM_UP_MS = 10_000;
const MEASURE_MS = 10_000;
const LOOK_EVERY_MS = 1_000;
/** How much larger memory may be in the last quarter than in the second. */
const LEVEL = 1.1;

const said: string[] = [];
const say = (line: string) => {
  said.push(line);
  process.stdout.write(`${line}\n`);
};

async function main(): Promise<void> {
  if (!(MINUTES > 0)) throw new Error('--minutes must be a number above 0.');
  const dataDir = await mkdtemp(path.join(tmpdir(), 'innkeep-soak-'));
  const embedded = await openEmbedded({ dataDir });
  try {
    await migrate(embedded.url);
    await loadData(embedded.url, SIZE, APP_KEY, () => {});
    await sellOnSites(embedded.url);
    const metricsPort = await freePort();
    const settings = { ...SWITCHED_ON, METRICS_PORT: String(metricsPort) };
    const service = await startService(embedded.url, APP_KEY, settings);
    try {
      const { problems, figures } = await soak(service, metricsPort, embedded.url);
      if (problems.length === 0) await storeFigures('soak', { ...figures, seed: SEED });
      for (const problem of problems) say(`NOT AS IT SHOULD BE: ${problem}`);
      if (problems.length === 0) say('All is as it should be.');
      else process.exitCode = 1;
    } finally {
      await service.stop();
    }
  } finally {
    await embedded.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** A place for each listing with its own units, of every team. */
const placesOf = (): Place[] =>
  Array.from({ length: SIZE.teams }, (_, index) => index + 1).flatMap((team) =>
    listingsOf(team)
      .filter(({ units }) => units.length > 0)
      .map(({ n }) => ({ token: tokenOf(team, 0), listingId: idOf('listing', team, n) })),
  );

async function soak(service: Running, metricsPort: number, databaseUrl: string) {
  const ledger = openLedger(placesOf(), STAYS);
  const port = Number(new URL(service.url).port);
  const usual = { ledger, port, clients: CLIENTS, reads: READS, keeps: KEEPS, from: SEED };
  const beside = await startBeside({ port, seed: SEED });
  const full = await fullRate(ledger, usual);
  // Each client rests after an answer, so long that all of them together reach half of the full load.
  const restMs = (2 * CLIENTS * 1_000) / full;
  say(`seed ${SEED}; ${full.toFixed(0)} requests a second at full load; half of that for ${MINUTES} minutes`);

  const before = ledger.heardOf.length;
  const memory: number[] = [];
  const load = startLoad({ ...usual, stream: 2, restMs });
  for (const endsAt = Date.now() + MINUTES * 60_000; Date.now() < endsAt; await sleep(LOOK_EVERY_MS))
    memory.push((await metric(metricsPort, 'process_resident_memory_bytes')) / 2 ** 20);
  await load.stop();
  const { seen, problems } = await beside.stop(databaseUrl);
  say(seen);
  const heard = ledger.heardOf.slice(before);
  const ms = heard.map((answer) => answer.ms);
  say(
    `${heard.length} requests, ${(heard.length / MINUTES / 60).toFixed(0)} a second: p50 ${percentile(ms, 0.5).toFixed(1)} ms, ` +
      `p99 ${percentile(ms, 0.99).toFixed(1)} ms, the slowest ${percentile(ms, 1).toFixed(0)} ms`,
  );
  say(`answers: ${[...tally(ledger)].map(([status, count]) => `${count} × ${status}`).join(', ')}`);
  const all = [
    ...problems,
    ...memoryProblems(memory),
    ...(await poolProblems(metricsPort)),
    ...answerProblems(ledger),
    ...(await lossProblems(ledger, databaseUrl)),
  ];
  const figures: Figures = {
    load: `${CLIENTS} clients at half of the full load for ${MINUTES} minutes, ${READS * 100} % of their requests read; webhooks, readers of events, calendar feeds, searches, holds and visitors beside them`,
    acknowledged: ledger.acknowledged(),
    lost: 0,
    refused: ledger.count(422, 503),
    p99Ms: percentile(ms, 0.99),
    slowestMs: percentile(ms, 1),
    seen: `${said.map((line) => `${line.charAt(0).toUpperCase()}${line.slice(1)}`).join('. ')}.`,
  };
  return { problems: all, figures };
}

/** The number of requests per second if clients do not rest. */
async function fullRate(ledger: Ledger, usual: Parameters<typeof startLoad>[0]): Promise<number> {
  const load = startLoad({ ...usual, stream: 1 });
  await sleep(WARM_UP_MS);
  const before = ledger.heardOf.length;
  await sleep(MEASURE_MS);
  const count = ledger.heardOf.length - before;
  await load.stop();
  return (count * 1_000) / MEASURE_MS;
}

function tally({ heardOf }: Ledger): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { status } of heardOf) counts.set(String(status), (counts.get(String(status)) ?? 0) + 1);
  return counts;
}

function memoryProblems(memory: readonly number[]): string[] {
  const quarters = [0, 1, 2, 3].map((n) =>
    mean(memory.slice(Math.floor((memory.length * n) / 4), Math.floor((memory.length * (n + 1)) / 4))),
  );
  const [, second = 0, , last = 0] = quarters;
  say(
    `resident memory, mean of each quarter in MB: ${quarters.map((mb) => mb.toFixed(0)).join(', ')}; most ${Math.max(...memory).toFixed(0)}`,
  );
  return last > second * LEVEL
    ? [`memory grew from ${second.toFixed(0)} MB in the second quarter to ${last.toFixed(0)} MB in the last`]
    : [];
}

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / (values.length || 1);

/** At rest, no request waits for a connection and none uses one. */
async function poolProblems(metricsPort: number): Promise<string[]> {
  await sleep(2 * LOOK_EVERY_MS);
  const read = (name: string) => metric(metricsPort, `innkeep_database_pool_${name}`);
  const [all, idle, waiting] = [
    await read('connections'),
    await read('idle_connections'),
    await read('waiting_requests'),
  ];
  say(`the pool at rest: ${all} connections, ${idle} idle, ${waiting} waiting`);
  return all === idle && waiting === 0 ? [] : [`the pool is not at rest: ${all}, ${idle}, ${waiting}`];
}

function answerProblems(ledger: Ledger): string[] {
  const bad = ledger.heardOf.filter(({ status }) => typeof status === 'string' || status >= 500).length;
  return [
    ...(bad > 0 ? [`${bad} requests had no answer or a 5xx`] : []),
    ...ledger.surprises.slice(0, 10),
    ...(ledger.count(201) === 0 ? ['nothing was booked'] : []),
  ];
}

async function lossProblems(ledger: Ledger, databaseUrl: string): Promise<string[]> {
  const differences = await ledger.differencesIn(databaseUrl);
  const violations = await violationsIn(databaseUrl);
  say(
    `${ledger.acknowledged()} writes acknowledged; ${differences.length} not as promised; ${violations.length} violations`,
  );
  return [...differences.slice(0, 10), ...violations];
}

async function metric(port: number, name: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const value = new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1];
  if (value === undefined) throw new Error(`There is no metric ${name}.`);
  return Number(value);
}

await main();
