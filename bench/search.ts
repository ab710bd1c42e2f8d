/**
 * `npm run bench:search`: one search over 1,000 listings against asking for each of them, many calendars against single
 * ones, and `GET /v1/me` of another client while a team of 10,000 listings is searched.
 */
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { addDays } from '../src/domain/dates.ts';
import { APP_KEY, type Databases, openDatabases } from './databases.ts';
import { listingsOf, SIZES, type Size, today, tokenOf } from './dataset.ts';
import { median } from './median.ts';
import { freePort, type Running, runLoad, startService } from './processes.ts';

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '20' },
    connections: { type: 'string', default: '16' },
  },
});
const ROUNDS = Number(options.rounds);
const SECONDS = Number(options.seconds);
const SEARCH_AT_MOST = 0.05;
const CALENDARS_AT_MOST = 0.15;
const ME_BELOW = 3;
const CALENDARS = 100;
const WARM_UP_SECONDS = 3;

const log = (line: string) => void process.stderr.write(`${line}\n`);
const print = (line: string) => void process.stdout.write(`${line}\n`);
const verdict = (isMet: boolean) => (isMet ? 'pass' : 'FAIL');
const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
const headersOf = (token: number) => ({ authorization: `Bearer ${tokenOf(1, token)}` });

/** Seven nights in which every listing has a season, an override, both discounts, and pays for an extra guest. */
const CHECK_IN = addDays(today(), 102);
const STAY = `check_in=${CHECK_IN}&check_out=${addDays(CHECK_IN, 7)}&guests=3`;
const WINDOW = `start_date=${CHECK_IN}&end_date=${addDays(CHECK_IN, 30)}`;

/** Asks one thing after the other, and returns the milliseconds that all take. */
async function timed({ url }: Running, paths: readonly string[]): Promise<number> {
  const startedAt = performance.now();
  for (const one of paths) {
    const answer = await fetch(`${url}/v1${one}`, { headers: headersOf(0) });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${one}: ${answer.status} ${text.slice(0, 200)}`);
  }
  return performance.now() - startedAt;
}

type Comparison = { name: string; atMost: number; once: string; singles: string[] };

/** Compares one request with those that it replaces, in turn. */
async function compare(service: Running, { name, atMost, once, singles }: Comparison): Promise<void> {
  const times = { once: [] as number[], singles: [] as number[] };
  await timed(service, [once, ...singles]);
  for (let round = 0; round < ROUNDS; round += 1) {
    times.once.push(await timed(service, [once]));
    times.singles.push(await timed(service, singles));
  }
  const [one, all] = [median(times.once), median(times.singles)];
  print(
    `${verdict(one <= atMost * all)}  ${name}: ${one.toFixed(0)} ms, ${singles.length} single requests ${all.toFixed(0)} ms, ${percent(one / all)}, asked for at most ${percent(atMost)}`,
  );
}

async function compareWithSingles(service: Running, size: Size): Promise<void> {
  const listings = listingsOf(1, size.scale);
  await compare(service, {
    name: `a search over ${listings.length} listings, 7 nights`,
    atMost: SEARCH_AT_MOST,
    once: `/search?${STAY}`,
    singles: listings.map(({ id }) => `/availability/${id}?${STAY}`),
  });
  await compare(service, {
    name: `${CALENDARS} calendars of 31 days`,
    atMost: CALENDARS_AT_MOST,
    once: `/calendars?${WINDOW}&per_page=${CALENDARS}`,
    singles: listings.slice(0, CALENDARS).map(({ id }) => `/listings/${id}/calendar?${WINDOW}`),
  });
}

/** `GET /v1/me` alone, beside searches that follow one another, and alone again. */
async function compareBeside(service: Running, lagOf: () => Promise<string>, size: Size): Promise<void> {
  const load = async (route: string, token: number, seconds: number, connections: number) => {
    const samplesFile = path.join(tmpdir(), `innkeep-search-${process.pid}-${token}.json`);
    const sample = { method: 'GET', path: `/v1${route}`, headers: headersOf(token) };
    await writeFile(samplesFile, JSON.stringify([sample]));
    return runLoad({ url: service.url, route, samplesFile, seconds, connections });
  };
  const me = (seconds: number) => load('/me', 1, seconds, Number(options.connections));
  await Promise.all([me(WARM_UP_SECONDS), load(`/search?${STAY}`, 0, WARM_UP_SECONDS, 1)]);
  const before = await me(SECONDS);
  await lagOf();
  const [searches, beside] = await Promise.all([load(`/search?${STAY}`, 0, SECONDS, 1), me(SECONDS)]);
  const lag = await lagOf();
  const after = await me(SECONDS);
  const quietMs = (before.p99Ms + after.p99Ms) / 2;
  const failures = [before, beside, after, searches].reduce((sum, one) => sum + one.failures, 0);
  print(
    `${verdict(beside.p99Ms < ME_BELOW * quietMs && failures === 0)}  GET /v1/me beside searches over ${listingsOf(1, size.scale).length} listings: p99 ${beside.p99Ms.toFixed(1)} ms, quiet ${before.p99Ms.toFixed(1)} ms before and ${after.p99Ms.toFixed(1)} ms after, factor ${(beside.p99Ms / quietMs).toFixed(2)}, asked for below ${ME_BELOW}; ${failures} failed`,
  );
  log(
    `      ${searches.count} searches, p50 ${searches.p50Ms.toFixed(0)} ms; the event loop was held for at most ${lag} s`,
  );
}

async function withService(
  databases: Databases,
  size: Size,
  work: (service: Running, lagOf: () => Promise<string>) => Promise<void>,
): Promise<void> {
  const metricsPort = await freePort();
  const service = await startService(await databases.open(size), APP_KEY, {
    METRICS_PORT: String(metricsPort),
  });
  const lagOf = async () => {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    return /^nodejs_eventloop_lag_max_seconds (.*)$/m.exec(text)?.[1] ?? '';
  };
  try {
    await work(service, lagOf);
  } finally {
    await service.stop();
  }
}

const databases = await openDatabases(log);
try {
  await withService(databases, SIZES.big, (service) => compareWithSingles(service, SIZES.big));
  await withService(databases, SIZES.huge, (service, lagOf) => compareBeside(service, lagOf, SIZES.huge));
} finally {
  await databases.close();
}
