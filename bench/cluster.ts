/**
 * `npm run bench:cluster`: every hot route on a Citus cluster and on one PostgreSQL, in turn. `BENCH_CITUS_URL` names
 * an empty database on the coordinator that has the extension and knows its workers. The other database is created on
 * the same server without the extension. With all nodes on this machine, the table also shows which processes use the
 * processor time of a request.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { migrate } from '../src/db/migrate.ts';
import { distribute } from '../src/db/spreading/distribute.ts';
import { APP_KEY } from './databases.ts';
import { SIZES } from './dataset.ts';
import type { LoadResult } from './load.ts';
import { loadData } from './load-data.ts';
import { median } from './median.ts';
import { type Running, runLoad, sendTo, startService } from './processes.ts';
import { postmasterOf, secondsOf } from './processor-time.ts';
import { type BenchRoute, ROUTES, type Sample } from './routes.ts';

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '4' },
    connections: { type: 'string', default: '16' },
    route: { type: 'string', default: '' },
  },
});
const ROUNDS = Number(options.rounds);
const SIZE = SIZES.tiny;
const SAMPLES = 200;
const BOOKINGS_PER_ROUND = 200;

type Side = { url: string; service: Running; ledBy: Record<string, number> };
type Round = LoadResult & { msPerRequest: Record<string, number> };

const log = (line: string) => void process.stderr.write(`${line}\n`);

async function main(): Promise<void> {
  const clusterUrl = process.env.BENCH_CITUS_URL;
  if (!clusterUrl) throw new Error('BENCH_CITUS_URL names no database on a coordinator.');
  const oneUrl = `${clusterUrl}_one`;
  const oneName = new URL(oneUrl).pathname.slice(1);
  const rows = await query(clusterUrl, `select to_regclass('public.teams') is null as "isEmpty"`);
  if (rows[0]?.isEmpty) {
    await query(clusterUrl, `create database ${oneName} template template0`);
    for (const url of [oneUrl, clusterUrl]) {
      await migrate(url);
      await loadData(url, SIZE, APP_KEY, () => {});
    }
    await distribute(clusterUrl, log);
    await query(clusterUrl, 'analyze');
  }
  const one = await open(oneUrl);
  const cluster = await open(clusterUrl);
  const directory = await mkdtemp(path.join(tmpdir(), 'innkeep-bench-'));
  try {
    const heads = [
      'route',
      'one/s',
      'cluster/s',
      'ratio',
      'p50 ms',
      'one: ms per request',
      'cluster: ms per request',
    ];
    const print = (cells: string[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`);
    print(heads);
    print(heads.map(() => '---'));
    // Line by line, so that a route that fails does not take the others' figures with it.
    for (const route of ROUTES.filter(({ name }) => name.includes(options.route)))
      print(await measure(route, { one, cluster, directory }));
  } finally {
    await one.service.stop();
    await cluster.service.stop();
    await rm(directory, { recursive: true });
  }
}

async function open(url: string): Promise<Side> {
  const service = await startService(url, APP_KEY);
  const ledBy: Record<string, number> = { service: service.pid, coordinator: await postmasterOf(url) };
  const workers = await query(url, `select * from pg_extension where extname = 'citus'`);
  if (workers.length > 0) {
    const nodes = await query(
      url,
      'select nodename as host, nodeport as port from pg_dist_node where groupid > 0',
    );
    for (const [index, { host, port }] of nodes.entries()) {
      const at = new URL(url);
      at.host = `${host}:${port}`;
      ledBy[`worker ${index + 1}`] = await postmasterOf(at.href);
    }
  }
  return { url, service, ledBy };
}

/** Both sides in turn, so that a slow moment of the machine affects both. */
async function measure(
  route: BenchRoute,
  { one, cluster, directory }: { one: Side; cluster: Side; directory: string },
): Promise<string[]> {
  log(`measuring ${route.name}`);
  // Nights that no earlier run has booked.
  const booked = await query(
    one.url,
    `select count(*)::int as count from idempotency_records where idempotency_key like 'bench-%'`,
  );
  const first = Number(booked[0]?.count);
  const count = route.repeatable ? SAMPLES : (ROUNDS + 1) * BOOKINGS_PER_ROUND;
  const fileFor = async (name: string, { service }: Side): Promise<string> => {
    const samples: Sample[] = [];
    for (let n = 0; n < count; n += 1)
      samples.push(await route.sample(SIZE, n + (route.repeatable ? 0 : first), sendTo(service)));
    const file = path.join(directory, `${name}.json`);
    await writeFile(file, JSON.stringify(samples));
    return file;
  };
  const files = new Map([
    [one, await fileFor('one', one)],
    [cluster, await fileFor('cluster', cluster)],
  ]);
  const ask = async (side: Side, round: number): Promise<Round> => {
    const { service, ledBy } = side;
    const before = secondsOf(ledBy);
    const result = await runLoad({
      url: service.url,
      route: '',
      samplesFile: files.get(side) ?? '',
      connections: Number(options.connections),
      ...(route.repeatable
        ? { seconds: Number(options.seconds) }
        : { only: { from: round * BOOKINGS_PER_ROUND, count: BOOKINGS_PER_ROUND } }),
    });
    if (result.failures > 0) throw new Error(`${route.name}: ${result.failures} requests failed.`);
    const after = secondsOf(ledBy);
    const msPerRequest = Object.fromEntries(
      Object.keys(ledBy).map((name) => [
        name,
        (1_000 * ((after[name] ?? 0) - (before[name] ?? 0))) / result.count,
      ]),
    );
    return { ...result, msPerRequest };
  };
  const rounds: { one: Round; cluster: Round }[] = [];
  // The first round is a warm-up.
  for (let round = 0; round <= ROUNDS; round += 1)
    rounds.push({ one: await ask(one, round), cluster: await ask(cluster, round) });
  const of = (side: 'one' | 'cluster') => rounds.slice(1).map((round) => round[side]);
  const rate = (side: 'one' | 'cluster') =>
    median(of(side).map(({ requestsPerSecond }) => requestsPerSecond));
  const shares = (side: 'one' | 'cluster') =>
    Object.keys(of(side)[0]?.msPerRequest ?? {})
      .map(
        (name) => `${name} ${median(of(side).map(({ msPerRequest }) => msPerRequest[name] ?? 0)).toFixed(2)}`,
      )
      .join(', ');
  return [
    route.name,
    rate('one').toFixed(0),
    rate('cluster').toFixed(0),
    (rate('cluster') / rate('one')).toFixed(2),
    median(of('cluster').map(({ p50Ms }) => p50Ms)).toFixed(1),
    shares('one'),
    shares('cluster'),
  ];
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

await main();
