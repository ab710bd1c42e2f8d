/**
 * `npm run bench:beside`: sends the same requests to this version and to another checkout, one by one and in turn, and
 * prints the processor time of each request.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { hashSecret } from '../src/services/people/secret.ts';
import { digestOf, headersOf, REQUESTS, SESSION_SECRET } from './beside-requests.ts';
import { log, median, openDatabases, printRow, ROOT } from './databases.ts';
import { idOf, SIZES, type Size } from './dataset.ts';
import { postmasterOf } from './processes.ts';

const { values: options } = parseArgs({
  options: {
    /** Where the other version is checked out, with its packages installed. */
    other: { type: 'string' },
    size: { type: 'string', default: 'searched' },
    request: { type: 'string', default: '' },
    rounds: { type: 'string', default: '15' },
    /**
     * Requests before the first round. PostgreSQL keeps its plans after five of them, but V8 compiles what is hot for
     * longer: after twelve searches, the service still takes half as long again as after fifty.
     */
    'warm-up': { type: 'string', default: '50' },
    /** Takes the databases of an earlier run as they are. */
    reuse: { type: 'boolean', default: false },
  },
});
const ROUNDS = Number(options.rounds);
const WARM_UP = Number(options['warm-up']);

type Checkout = { label: string; root: string };
type Service = { url: string; pid: number; stop(): Promise<void> };
type Side = Service & { label: string; database: string; postmaster: number };
type Spent = { ms: number; serviceMs: number; postgresMs: number };

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
      ...(options.other ? ['this ÷ other', 'the same of the least'] : []),
    ];
    printRow(heads);
    printRow(heads.map(() => '---'));
    for (const [name, pathOf] of Object.entries(REQUESTS))
      if (name.includes(options.request)) await measureRequest(name, (n) => pathOf(n, size), sides);
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
  // The processor time of a parallel worker could not be read any more once it has ended.
  await query(adminUrl, `alter database ${database} set max_parallel_workers_per_gather = 0`);
  for (const statement of OPEN_SESSION) await query(url.href, statement);
  const [held] = await query(url.href, 'select pg_database_size(current_database())::float8 as bytes');
  const bytes = Number(held?.bytes);
  log(`${label}: ${bytes} bytes, ${Math.round(bytes / (size.teams * size.bookings))} for each booking`);
  return { ...(await startService(url.href)), label, database, postmaster: await postmasterOf(url.href) };
}

/** Makes a member of the first team, and a session that has just begun. */
const OPEN_SESSION = [
  `insert into people (id, email, email_key, name, created_at, updated_at)
  select '${idOf('token', 1, 99)}', email, email, 'Bench', now(), now() from (values ('bench@bench.example')) as person (email)
  on conflict do nothing`,
  `insert into memberships (team_id, person_id, created_at) values (1, '${idOf('token', 1, 99)}', now())
  on conflict do nothing`,
  `insert into sessions (id, person_id, secret_hash, created_at, last_seen_at)
  select person, person, '${hashSecret(SESSION_SECRET)}', now(), now() from (values (uuid '${idOf('token', 1, 99)}')) as one (person)
  on conflict (id) do update set created_at = now(), last_seen_at = now()`,
];

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
  return { ms, serviceMs, postgresMs: backendsMs(side) - before[1], digest: digestOf(route, body) };
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
  const answer = await fetch(`${url}${route}`, { headers: headersOf(route), redirect: 'manual' });
  return { status: answer.status, text: await answer.text() };
}

/** The processor time of all threads of a process, to the nanosecond. */
function threadsMs(pid: number | string): number {
  let ns = 0;
  for (const thread of list(`/proc/${pid}/task`))
    ns += Number(read(`/proc/${pid}/task/${thread}/schedstat`).split(' ')[0]);
  return ns / 1e6;
}

/** The processor time of the processes that serve a database. */
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
