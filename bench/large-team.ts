/**
 * `npm run bench:large-team`: the dearest requests of a team with 500 listings and 30,000 bookings, one after the other,
 * and the time and memory of its export and import. The service is the one of `npm start`.
 */
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { addDays } from '../src/domain/dates/dates.ts';
import { type Databases, median, openDatabases, print, printRow, ROOT } from './databases.ts';
import { idOf, listingsOf, SIZES, teamSlug, today, tokenOf } from './dataset.ts';
import { peakMemoryMb, postmasterOf, processorMs, spawnScript, startService } from './processes.ts';

const { values: options } = parseArgs({
  options: {
    size: { type: 'string', default: 'team' },
    rounds: { type: 'string', default: '10' },
    only: { type: 'string', default: 'requests,files' },
  },
});
const size = options.size === 'tiny' ? SIZES.tiny : SIZES.team;
const ROUNDS = Number(options.rounds);

/** `body` makes another one in each round, so that there is always something to store. */
type Row = { name: string; method?: 'GET' | 'POST'; path: string; body?: (round: number) => object };

const date = (days: number) => addDays(today(), days);
const ids = listingsOf(size).map(({ n }) => idOf('listing', 1, n));
const week = `check_in=${date(30)}&check_out=${date(37)}&guests=3`;
const month = `check_in=${date(1)}&check_out=${date(32)}`;
const year = `check_in=${date(1)}&check_out=${date(366)}`;
/** A price for each day, as a pricing tool sends it. */
const prices = (days: number, round: number) =>
  Array.from({ length: days }, (_, day) => {
    const one = addDays('2031-01-01', day);
    return { start_date: one, end_date: one, nightly: 10_000 + day + round };
  });

const ROWS: Row[] = [
  { name: 'search, a week', path: `search?${week}` },
  {
    name: 'search, a month, all, 10 other dates',
    path: `search?${month}&available=all&alternatives=10&per_page=20`,
  },
  {
    name: 'search, a year, all, 50 a page',
    path: `search?${year}&available=all&per_page=50`,
  },
  {
    name: 'prices of 200 listings, 25 days',
    method: 'POST',
    path: 'days',
    body: (round) => ({
      updates: ids.slice(0, 200).map((listing_id) => ({ listing_id, ranges: prices(25, round) })),
    }),
  },
];

async function measureRequests(url: string): Promise<void> {
  const postmaster = await postmasterOf(url);
  const service = await startService(url);
  const send = async ({ method = 'GET', path: route, body }: Row, round: number) => {
    const answer = await fetch(`${service.url}/v1/${route}`, {
      method,
      headers: { authorization: `Bearer ${tokenOf(1, 0)}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body(round)) } : {}),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${route}: ${answer.status} ${text.slice(0, 300)}`);
  };
  const heads = ['request', 'ms', 'processor ms: service', 'PostgreSQL', 'longest hold, ms'];
  printRow(heads);
  printRow(heads.map(() => '---'));
  try {
    for (const row of ROWS) {
      await send(row, 0);
      // Reading the metric begins it anew.
      await service.metric('nodejs_eventloop_lag_max_seconds');
      const before = [processorMs(service.pid), processorMs(postmaster)] as const;
      const times: number[] = [];
      for (let round = 1; round <= ROUNDS; round += 1) {
        const startedAt = performance.now();
        await send(row, round);
        times.push(performance.now() - startedAt);
      }
      const ofService = (processorMs(service.pid) - before[0]) / ROUNDS;
      const ofPostgres = (processorMs(postmaster) - before[1]) / ROUNDS;
      const heldMs = 1_000 * (await service.metric('nodejs_eventloop_lag_max_seconds'));
      const figures = [median(times), ofService, ofPostgres, heldMs];
      printRow([row.name, ...figures.map((figure) => figure.toFixed(1))]);
    }
    print(`\nThe service used ${peakMemoryMb(service.pid).toFixed(0)} MB at most.\n`);
  } finally {
    await service.stop();
  }
}

async function moveTeam(databases: Databases, from: string): Promise<void> {
  const directory = await mkdtemp(path.join(ROOT, '.data', 'team-'));
  const into = await databases.openEmpty('moved');
  const [first, second] = [path.join(directory, 'first.json'), path.join(directory, 'second.json')] as const;
  const exporting = ['team', 'export', teamSlug(1), '--secrets', '--out'];
  try {
    await runCommand('export', from, [...exporting, first]);
    print(`the file: ${((await stat(first)).size / 1_000_000).toFixed(1)} MB`);
    await runCommand('import', into, ['team', 'import', first]);
    await runCommand('export of the import', into, [...exporting, second]);
    if (!(await readFile(first)).equals(await readFile(second)))
      throw new Error('The export of the import differs.');
    await runCommand('import once more', into, ['team', 'import', first]);
  } finally {
    await rm(directory, { recursive: true });
  }
}

async function runCommand(name: string, databaseUrl: string, words: readonly string[]): Promise<void> {
  const startedAt = performance.now();
  const child = spawnScript('cli', words, { DATABASE_URL: databaseUrl });
  const exit = once(child, 'exit');
  let peakMb = 0;
  while (child.exitCode === null && child.signalCode === null) {
    peakMb = Math.max(peakMb, peakMemoryMb(child.pid ?? 0));
    await sleep(50);
  }
  const [code] = await exit;
  if (code !== 0) throw new Error(`${name} ended with ${code}.`);
  print(
    `${name}: ${((performance.now() - startedAt) / 1_000).toFixed(1)} s, ${peakMb.toFixed(0)} MB at most`,
  );
}

const databases = await openDatabases();
try {
  const url = await databases.open(size);
  if (options.only.includes('requests')) await measureRequests(url);
  if (options.only.includes('files')) await moveTeam(databases, url);
} finally {
  await databases.close();
}
