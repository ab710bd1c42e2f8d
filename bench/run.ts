/**
 * `npm run bench`: measures every route of the service, of the bare driver and of the ordinary server, in turn, and
 * prints one table.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { log, median, openDatabases, print, printRow } from './databases.ts';
import { mix, SIZES, type Size } from './dataset.ts';
import { runLoad } from './load.ts';
import { postmasterOf, processorMs, type Running, startService, startYardstick } from './processes.ts';
import { openRecorder, type Recording } from './recorder.ts';
import { type BenchRoute, isOrdinary, ROUTES, type Sample, type Send } from './routes.ts';

const { values: options } = parseArgs({
  options: {
    size: { type: 'string', default: 'small,large' },
    route: { type: 'string', default: '' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '16' },
    /** For requests that can be sent once only: how many each side sends in a round. A single team has room for 900. */
    once: { type: 'string', default: '200' },
    /** How many rounds come first and only warm up. V8 compiles the service's longest routes for a thousand requests. */
    'warm-up': { type: 'string', default: '1' },
  },
});
const ROUNDS = Number(options.rounds);
const ONCE_A_ROUND = Number(options.once);
const WARM_UP_ROUNDS = Number(options['warm-up']);
const ALL_ROUNDS = WARM_UP_ROUNDS + ROUNDS;
const PER_SIDE = ALL_ROUNDS * ONCE_A_ROUND;
/** Other requests are sent in turn. */
const SAMPLES = 200;

type Side = 'innkeep' | 'bare' | 'ordinary';
/** `processorMs` is that of a request, of the server and of PostgreSQL together. */
type Round = Awaited<ReturnType<typeof runLoad>> & { processorMs: number };
type Rounds = Partial<Record<Side, Round[]>>;
/** A set with its requests, by the number of their route, and what answers them. */
type Bench = { size: Size; samples: Sample[][]; running: Record<Side, Running>; postmaster: number };

const routes = ROUTES.filter(({ name }) => name.includes(options.route));
const sidesOf = (route: BenchRoute): Side[] =>
  isOrdinary(route) ? ['innkeep', 'bare', 'ordinary'] : ['innkeep', 'bare'];

async function main(): Promise<void> {
  const databases = await openDatabases();
  const benches: Bench[] = [];
  try {
    for (const name of options.size.split(',')) {
      const size = SIZES[name as Size['name']];
      if (!size) throw new Error(`There is no size ${name}: one of ${Object.keys(SIZES).join(', ')}.`);
      benches.push(await openBench(size, await databases.open(size)));
    }
    print(machine());
    print('');
    printRow(HEADS);
    printRow(HEADS.map(() => '---'));
    for (const [index, route] of routes.entries()) await measureRoute(route, index, benches);
  } finally {
    for (const { running } of benches)
      await Promise.all(Object.values(running).map((server) => server.stop()));
    await databases.close();
  }
}

async function openBench(size: Size, url: string): Promise<Bench> {
  const recorder = openRecorder(url);
  const samples: Sample[][] = [];
  const recordings: Recording[][] = [];
  // All samples before any recording: what is recorded must not choose a unit that a later sample takes.
  for (const route of routes) samples.push(await samplesOf(route, size, recorder.send));
  for (const [index, route] of routes.entries()) {
    log(`${size.name}: recording ${route.name}`);
    const recorded: Recording[] = [];
    for (const sample of samples[index] ?? []) {
      // What only a first request does, such as giving events their positions, is kept.
      if (!route.isOnce) await recorder.send(sample);
      recorded.push(await recorder.record(sample));
    }
    recordings.push(recorded);
  }
  await recorder.close();
  const directory = await mkdtemp(path.join(tmpdir(), 'innkeep-bench-'));
  const file = path.join(directory, 'recordings.json');
  await writeFile(file, JSON.stringify(recordings));
  const postmaster = await postmasterOf(url);
  const running = {
    innkeep: await startService(url),
    bare: await startYardstick('bench/bare.ts', url, file),
    ordinary: await startYardstick('bench/ordinary.ts', url),
  };
  await rm(directory, { recursive: true });
  return { size, samples, running, postmaster };
}

async function samplesOf(route: BenchRoute, size: Size, send: Send): Promise<Sample[]> {
  const samples: Sample[] = [];
  const count = route.isOnce ? sidesOf(route).length * PER_SIDE : SAMPLES;
  for (let n = 0; n < count; n += 1) samples.push(await route.sample(size, n, send));
  if (!route.isOnce) return samples;
  // In an order in which no side is the first to need what PostgreSQL then keeps in memory for the others.
  return samples
    .map((sample, n) => ({ sample, place: mix(n) }))
    .sort((a, b) => a.place - b.place)
    .map(({ sample }) => sample);
}

/** Measures every set and side in turn, round by round, so that a slow moment of the machine affects all of them. */
async function measureRoute(route: BenchRoute, index: number, benches: readonly Bench[]): Promise<void> {
  log(`measuring ${route.name}`);
  const measured = benches.map((bench) => ({ bench, rounds: {} as Rounds }));
  for (let round = 0; round < ALL_ROUNDS; round += 1)
    for (const { bench, rounds } of measured)
      for (const [nth, side] of sidesOf(route).entries()) {
        const once = { from: nth * PER_SIDE + round * ONCE_A_ROUND, count: ONCE_A_ROUND };
        const order = { route: index, samples: bench.samples[index] ?? [] };
        const result = await measure(bench, side, route.isOnce ? { ...order, once } : order);
        if (result.failures > 0)
          throw new Error(`${bench.size.name}, ${route.name}: ${result.failures} failed at ${side}.`);
        if (round >= WARM_UP_ROUNDS) rounds[side] = [...(rounds[side] ?? []), result];
      }
  for (const { bench, rounds } of measured)
    printRow([bench.size.name, route.name, ...cellsOf(rounds, measured[0]?.rounds ?? {})]);
}

type Order = Pick<Parameters<typeof runLoad>[0], 'route' | 'samples' | 'once'>;

async function measure({ running, postmaster }: Bench, side: Side, order: Order): Promise<Round> {
  const { url, pid } = running[side];
  const spentMs = () => processorMs(pid) + processorMs(postmaster);
  const before = spentMs();
  const seconds = Number(options.seconds);
  const result = await runLoad({ ...order, url, connections: Number(options.connections), seconds });
  return { ...result, processorMs: (spentMs() - before) / result.count };
}

const HEADS = [
  'set',
  'route',
  'requests/s',
  'p50 ms',
  'p99 ms',
  'processor ms',
  ...['bare', 'ordinary'].flatMap((side) => [
    `${side}: p50 ms`,
    `${side}: processor ms`,
    `p50 ÷ ${side}`,
    `processor ÷ ${side}`,
  ]),
  'p50 ÷ that of the first set',
];

function cellsOf(rounds: Rounds, first: Rounds): string[] {
  const of = (side: Side, figure: keyof Round, from = rounds) =>
    median((from[side] ?? []).map((round) => round[figure]));
  const yardsticks = (['bare', 'ordinary'] as const).flatMap((side) => [
    of(side, 'p50Ms'),
    of(side, 'processorMs'),
    of('innkeep', 'p50Ms') / of(side, 'p50Ms'),
    of('innkeep', 'processorMs') / of(side, 'processorMs'),
  ]);
  const figures = [
    of('innkeep', 'perSecond'),
    of('innkeep', 'p50Ms'),
    of('innkeep', 'p99Ms'),
    of('innkeep', 'processorMs'),
    ...yardsticks,
    of('innkeep', 'p50Ms') / of('innkeep', 'p50Ms', first),
  ];
  return figures.map((figure) => (Number.isNaN(figure) ? '' : figure.toFixed(2)));
}

function machine(): string {
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} × ${cpus()[0]?.model}, ${memory} GiB; Node ${process.version}; ${options.connections} connections, ${ROUNDS} rounds of ${options.seconds} s, medians`;
}

await main();
