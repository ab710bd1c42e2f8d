/**
 * `npm run bench:beside`: sends the same requests to this version and to another checkout, one by one and in turn, and
 * prints the processor time of each request.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { addDays } from '../src/domain/dates/dates.ts';
import { median, openDatabases, printRow, ROOT } from './databases.ts';
import { SIZES, type Size, teamSlug, today, tokenOf } from './dataset.ts';
import { postmasterOf } from './processes.ts';

const { values: options } = parseArgs({
  options: {
    /** Where the other version is checked out, with its packages installed. */
    other: { type: 'string' },
    size: { type: 'string', default: 'searched' },
    request: { type: 'string', default: '' },
    rounds: { type: 'string', default: '15' },
    /** Takes the databases of an earlier run as they are. */
    reuse: { type: 'boolean', default: false },
  },
});
const ROUNDS = Number(options.rounds);
/** Requests before the first round, after which PostgreSQL keeps its plans and V8 has compiled what is hot. */
const WARM_UP = 12;

type Checkout = { label: string; root: string };
type Service = { url: string; pid: number; stop(): Promise<void> };
type Side = Service & { label: string; database: string; postmaster: number };
type Spent = { ms: number; serviceMs: number; postgresMs: number };

const someDay = (n: number) => addDays(today(), 30 + ((n * 37) % 200));
const stayOf = (n: number, nights: number) =>
  `check_in=${someDay(n)}&check_out=${addDays(someDay(n), nights)}`;
const week = (n: number) => `search?${stayOf(n, 7)}&guests=3&per_page=20`;
const site = (rest: string) => `public/${teamSlug(1)}/${rest}`;

/** The paths after `/v1`, one for each round. */
const REQUESTS: Record<string, (n: number) => string> = {
  'search, a week': week,
  'search, a week, none left': (n) => `${week(n)}&country=FR`,
  'search, a week, everything': (n) => `${week(n)}&available=all`,
  'search, a week, by text': (n) => `${week(n)}&q=place%207`,
  'search, a week, on the site': (n) => site(week(n)),
  'search, two nights': (n) => `search?${stayOf(n, 2)}&guests=2&per_page=20`,
  'search, a month, 3 other dates': (n) =>
    `search?${stayOf(n, 31)}&guests=3&per_page=20&available=all&alternatives=3`,
  'calendars of 100, 31 days': (n) =>
    `calendars?start_date=${someDay(n)}&end_date=${addDays(someDay(n), 30)}&per_page=100`,
  'occupancies, 31 nights, page 15': (n) =>
    `occupancies?from=${someDay(n)}&to=${addDays(someDay(n), 31)}&per_page=100&page=15`,
  'occupancies, 31 nights': (n) => `occupancies?from=${someDay(n)}&to=${addDays(someDay(n), 31)}`,
};

async function main(): Promise<void> {
  const size = SIZES[options.size as Size['name']];
  if (!size) throw new Error(`There is no size ${options.size}: one of ${Object.keys(SIZES).join(', ')}.`);
  const databases = await openDatabases();
  const sides: Side[] = [];
  try {
    const checkouts: Checkout[] = [{ label: 'this', root: ROOT }];
    if (options.other) checkouts.unshift({ label: 'other', root: path.resolve(options.other) });
    for (const checkout of checkouts) sides.push(await openSide(checkout, size, databases.adminUrl));
    const heads = [
      'request',
      ...sides.flatMap(({ label }) => headsOf(label)),
      'this ÷ other',
      'the same of the least',
    ];
    printRow(heads);
    printRow(heads.map(() => '---'));
    for (const [name, pathOf] of Object.entries(REQUESTS))
      if (name.includes(options.request)) await measureRequest(name, pathOf, sides);
  } finally {
    for (const side of sides) await side.stop();
    await databases.close();
  }
}

const headsOf = (label: string) =>
  ['ms', 'processor ms', 'of them service', 'PostgreSQL', 'least processor ms'].map(
    (head) => `${label}: ${head}`,
  );

/** Loads the data by the checkout's own loader, because its tables may differ, and starts its service. */
async function openSide({ label, root }: Checkout, size: Size, adminUrl: string): Promise<Side> {
  const database = `innkeep_beside_${size.name}_${label}`;
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  const { query } = await importFrom<typeof import('./databases.ts')>(root, 'bench/databases.ts');
  const { startService } = await importFrom<typeof import('./processes.ts')>(root, 'bench/processes.ts');
  const [found] = await query(adminUrl, `select from pg_database where datname = '${database}'`);
  if (!found || !options.reuse) {
    const { loadData } = await importFrom<typeof import('./load-data.ts')>(root, 'bench/load-data.ts');
    const { migrateDatabase } = await importFrom<typeof import('../src/db/migrate.ts')>(
      root,
      'src/db/migrate.ts',
    );
    await query(adminUrl, `drop database if exists ${database}`);
    await query(adminUrl, `create database ${database} template template0`);
    await migrateDatabase(url.href);
    await loadData(url.href, size);
  }
  return { ...(await startService(url.href)), label, database, postmaster: await postmasterOf(url.href) };
}

const importFrom = <Module>(root: string, file: string): Promise<Module> => import(path.join(root, file));

async function measureRequest(
  name: string,
  pathOf: (n: number) => string,
  sides: readonly Side[],
): Promise<void> {
  const spent = new Map(sides.map((side): [Side, Spent[]] => [side, []]));
  for (let n = 0; n < WARM_UP; n += 1) for (const side of sides) await send(side, pathOf(n));
  for (let n = 0; n < ROUNDS; n += 1) {
    const answers = new Set<string>();
    for (const side of sides) {
      const { digest, ...one } = await measureOnce(side, pathOf(WARM_UP + n));
      spent.get(side)?.push(one);
      answers.add(digest);
    }
    if (answers.size > 1) throw new Error(`${pathOf(WARM_UP + n)} has different answers.`);
  }
  const bothMs = ({ serviceMs, postgresMs }: Spent) => serviceMs + postgresMs;
  const figures = sides.map((side) => {
    const all = spent.get(side) ?? [];
    const both = all.map(bothMs);
    return {
      cells: [
        median(all.map(({ ms }) => ms)),
        median(both),
        median(all.map(({ serviceMs }) => serviceMs)),
        median(all.map(({ postgresMs }) => postgresMs)),
        Math.min(...both),
      ],
    };
  });
  const [first, last] = [figures[0]?.cells ?? [], figures.at(-1)?.cells ?? []];
  const ratios = sides.length < 2 ? [] : [1, 4].map((index) => (last[index] ?? 0) / (first[index] ?? 0));
  printRow([
    name,
    ...[...figures.flatMap(({ cells }) => cells), ...ratios].map((figure) => figure.toFixed(2)),
  ]);
}

async function measureOnce(side: Side, route: string): Promise<Spent & { digest: string }> {
  const before = [threadsMs(side.pid), backendsMs(side)] as const;
  const startedAt = performance.now();
  const body = await send(side, route);
  const ms = performance.now() - startedAt;
  const serviceMs = threadsMs(side.pid) - before[0];
  return { ms, serviceMs, postgresMs: backendsMs(side) - before[1], digest: digestOf(body) };
}

/** Sends a request, and again if the machine is too busy to answer within the service's deadlines. */
async function send(side: Side, route: string): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    const { status, text } = await sendOnce(side, route);
    if (status === 200) return text;
    if (status !== 503 || attempt === 5) throw new Error(`${route}: ${status} ${text.slice(0, 300)}`);
    await sleep(1_000);
  }
}

async function sendOnce({ url }: Side, route: string) {
  const headers = route.startsWith('public/') ? {} : { authorization: `Bearer ${tokenOf(1, 0)}` };
  const answer = await fetch(`${url}/v1/${route}`, { headers });
  return { status: answer.status, text: await answer.text() };
}

/** What two versions must answer alike, although one may have more fields: how many rows, which, and their prices. */
function digestOf(body: string): string {
  const { data, meta } = JSON.parse(body) as {
    data: Record<string, unknown>[];
    meta?: Record<string, unknown>;
  };
  const rows = data.map(({ quote, listing, days }) => [
    (listing as { slug?: string } | undefined)?.slug,
    (quote as { price?: { grand_total?: unknown } } | undefined)?.price?.grand_total,
    days,
  ]);
  return JSON.stringify([rows, meta?.total]);
}

/** The processor time of all threads of a process, to the nanosecond. */
function threadsMs(pid: number | string): number {
  let ns = 0;
  for (const thread of list(`/proc/${pid}/task`))
    ns += Number(read(`/proc/${pid}/task/${thread}/schedstat`).split(' ')[0]);
  return ns / 1e6;
}

/** The processor time of the processes that serve a database, and of helpers of theirs that have ended. */
function backendsMs({ postmaster, database }: Side): number {
  const pids = list('/proc').filter(
    (pid) =>
      Number(pid) > 0 &&
      new RegExp(`\\) \\S ${postmaster} `).test(read(`/proc/${pid}/stat`)) &&
      read(`/proc/${pid}/cmdline`).includes(` ${database} `),
  );
  return pids.reduce((sum, pid) => sum + threadsMs(pid), 0);
}

function list(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

/** Empty if the process has ended. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

await main();
