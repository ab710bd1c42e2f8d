/** `npm run bench`: measures every route against its yardstick, in turn, and prints one table. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openRecorder, type Recording } from './capture.ts';
import { APP_KEY, openDatabases } from './databases.ts';
import { mix, SIZES, type Size } from './dataset.ts';
import type { LoadResult } from './load.ts';
import { median } from './median.ts';
import { type Running, runLoad, startScript, startService } from './processes.ts';
import { postmasterOf, secondsOf } from './processor-time.ts';
import { type BenchRoute, ROUTES, type Sample, type Send } from './routes.ts';

const { values: options } = parseArgs({
  options: {
    size: { type: 'string', default: 'small,large' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '16' },
    route: { type: 'string', default: '' },
  },
});
const sizes = options.size.split(',');
const ROUNDS = Number(options.rounds);
const SECONDS = Number(options.seconds);
const CONNECTIONS = Number(options.connections);
/** Repeatable requests are sent in turn. A booking is made or changed only once, so there must be enough of them. */
const SAMPLES = 200;
/**
 * The number of bookings over all rounds: a single team has room for some 3,000, half of them the yardstick's. Of many
 * teams more are made, because the first ones on each connection are slower.
 */
const bookingsOf = ({ teams }: Size) => (teams === 1 ? 1_200 : 4_500);
/** A single team has no room for as many as Node.js needs to compile the service's code. */
const bookingsToWarmUp = ({ teams }: Size) => (teams === 1 ? 200 : 1_500);

/** With the processor time of a request: that of the service or the yardstick, and that of PostgreSQL. */
type Round = LoadResult & { processMs: number; databaseMs: number };
type Measured = { size: Size['name']; route: BenchRoute; ours: Round[]; theirs: Round[] };
/** A set with its requests, and the running service and yardstick. */
type Bench = Record<'service' | 'yardstick', Running> & {
  size: Size;
  samplesFiles: ReadonlyMap<BenchRoute, string>;
  /** The process that leads those of PostgreSQL. */
  postmaster: number;
};

const log = (line: string) => void process.stderr.write(`${line}\n`);
const routes = ROUTES.filter(({ name }) => name.includes(options.route));

async function main(): Promise<void> {
  const databases = await openDatabases(log);
  const directory = await mkdtemp(path.join(tmpdir(), 'innkeep-bench-'));
  const benches: Bench[] = [];
  try {
    for (const name of sizes) {
      const size = SIZES[name as Size['name']];
      if (!size) throw new Error(`There is no size ${name}: one of ${Object.keys(SIZES).join(', ')}.`);
      benches.push(await openBench(size, await databases.open(size), directory));
    }
    const measured: Measured[] = [];
    for (const route of routes) {
      log(`measuring ${route.name}`);
      measured.push(...(await measureRoute(route, benches)));
    }
    process.stdout.write(`${machine()}\n\n${tableOf(measured)}\n`);
    refuseFailures(measured);
  } finally {
    for (const { service, yardstick } of benches) await Promise.all([service.stop(), yardstick.stop()]);
    await rm(directory, { recursive: true, force: true });
    await databases.close();
  }
}

function refuseFailures(measured: readonly Measured[]): void {
  const failed = measured.flatMap(({ size, route, ours, theirs }) =>
    Object.entries({ service: ours, yardstick: theirs }).flatMap(([side, rounds]) => {
      const count = rounds.reduce((sum, { failures }) => sum + failures, 0);
      return count > 0 ? [`${size} ${route.name}: ${count} at the ${side}`] : [];
    }),
  );
  if (failed.length > 0)
    throw new Error(`Some requests failed, so these figures are worth nothing: ${failed.join('; ')}.`);
}

async function openBench(size: Size, url: string, directory: string): Promise<Bench> {
  const samplesFiles = new Map<BenchRoute, string>();
  const recordings: Record<string, Recording[]> = {};
  const recorder = openRecorder(url, APP_KEY);
  const samples = new Map<BenchRoute, Sample[]>();
  // All of them before any recording: what is recorded must not choose a unit that a later sample takes.
  for (const route of routes) samples.set(route, await samplesOf(route, size, recorder.send));
  for (const [index, [route, ofRoute]] of [...samples].entries()) {
    log(`${size.name}: recording ${route.name}`);
    const file = path.join(directory, `${size.name}-${index}.json`);
    await writeFile(file, JSON.stringify(ofRoute));
    samplesFiles.set(route, file);
    // What only a first request does, such as giving events their positions, is kept.
    if (route.repeatable) for (const sample of ofRoute) await recorder.send(sample);
    recordings[String(index)] = await recordAll({ route, size }, ofRoute, recorder.record);
  }
  await recorder.close();
  const recordingsFile = path.join(directory, `${size.name}-recordings.json`);
  await writeFile(recordingsFile, JSON.stringify(recordings));
  const service = await startService(url, APP_KEY);
  const yardstick = await startScript('bench/yardstick.ts', url, recordingsFile);
  return { size, samplesFiles, service, yardstick, postmaster: await postmasterOf(url) };
}

/** The first half of the bookings is the service's, the second the yardstick's. */
const perSide = (size: Size) => bookingsToWarmUp(size) + bookingsOf(size);
const sampleCount = (route: BenchRoute, size: Size) => (route.repeatable ? SAMPLES : 2 * perSide(size));

/** What samples need first is made by several requests at once. */
async function samplesOf(route: BenchRoute, size: Size, send: Send): Promise<Sample[]> {
  const samples: Sample[] = [];
  const count = sampleCount(route, size);
  while (samples.length < count) {
    const numbers = Array.from({ length: Math.min(8, count - samples.length) }, (_, n) => samples.length + n);
    samples.push(...(await Promise.all(numbers.map((n) => route.sample(size, n, send)))));
  }
  return route.repeatable ? samples : shuffled(samples);
}

/** In an order in which neither side is the first to need what PostgreSQL then keeps in memory for the other. */
const shuffled = (samples: readonly Sample[]) =>
  samples
    .map((sample, n) => ({ sample, place: mix(n) }))
    .sort((a, b) => a.place - b.place)
    .map(({ sample }) => sample);

async function recordAll(
  { route, size }: { route: BenchRoute; size: Size },
  samples: readonly Sample[],
  record: (sample: Sample) => Promise<Recording>,
): Promise<Recording[]> {
  const recorded: Recording[] = [];
  for (const [n, sample] of samples.entries()) {
    const isOurs = !route.repeatable && n < perSide(size);
    // The service's too, so that PostgreSQL has read the rows of both sides equally often.
    const recording = await record(sample);
    recorded.push(isOurs ? { steps: [], isTransaction: false, status: 500, body: '' } : recording);
  }
  return recorded;
}

/**
 * Measures every set and both sides in turn, round by round, so that a slow moment of the machine affects all of them.
 */
async function measureRoute(route: BenchRoute, benches: readonly Bench[]): Promise<Measured[]> {
  const measured = benches.map(({ size }): Measured => ({ size: size.name, route, ours: [], theirs: [] }));
  for (const bench of benches) {
    await load(route, bench, 'service', 'warm-up');
    await load(route, bench, 'yardstick', 'warm-up');
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, bench] of benches.entries()) {
      measured[index]?.ours.push(await load(route, bench, 'service', round));
      measured[index]?.theirs.push(await load(route, bench, 'yardstick', round));
    }
  }
  return measured;
}

async function load(
  route: BenchRoute,
  bench: Bench,
  side: 'service' | 'yardstick',
  round: number | 'warm-up',
): Promise<Round> {
  const ledBy = { process: bench[side].pid, database: bench.postmaster };
  const before = secondsOf(ledBy);
  const result = await runLoad({
    url: bench[side].url,
    route: String(routes.indexOf(route)),
    samplesFile: bench.samplesFiles.get(route) ?? '',
    connections: CONNECTIONS,
    ...(route.repeatable
      ? { seconds: round === 'warm-up' ? 3 : SECONDS }
      : { only: onlyOnce(bench.size, side, round) }),
  });
  const after = secondsOf(ledBy);
  const msOf = (name: keyof typeof ledBy) => (1_000 * (after[name] - before[name])) / result.count;
  return { ...result, processMs: msOf('process'), databaseMs: msOf('database') };
}

/** The samples of a round, each of which can be sent once. */
function onlyOnce(size: Size, side: 'service' | 'yardstick', round: number | 'warm-up') {
  const from = side === 'service' ? 0 : perSide(size);
  if (round === 'warm-up') return { from, count: bookingsToWarmUp(size) };
  const count = Math.floor(bookingsOf(size) / ROUNDS);
  return { from: from + bookingsToWarmUp(size) + round * count, count };
}

const HEADS = [
  'set',
  'route',
  'requests/s',
  'p50 ms',
  'p99 ms',
  'processor ms',
  'yardstick/s',
  'its p50 ms',
  'its processor ms',
  'ratio',
  'at least',
  `p50 over ${sizes[0]}`,
];

function tableOf(measured: readonly Measured[]): string {
  const p50Of = ({ ours }: Measured) => median(ours.map((one) => one.p50Ms));
  const processorMsOf = (rounds: readonly Round[]) =>
    [rounds.map(({ processMs }) => processMs), rounds.map(({ databaseMs }) => databaseMs)]
      .map((values) => median(values).toFixed(2))
      .join(' + ');
  const rows = measured.map((one) => {
    const { size, route, ours, theirs } = one;
    const rate = median(ours.map(({ requestsPerSecond }) => requestsPerSecond));
    const theirRate = median(theirs.map(({ requestsPerSecond }) => requestsPerSecond));
    const first = measured.find((other) => other.route === route);
    return [
      size,
      route.name,
      rate.toFixed(0),
      p50Of(one).toFixed(2),
      median(ours.map(({ p99Ms }) => p99Ms)).toFixed(2),
      processorMsOf(ours),
      theirRate.toFixed(0),
      median(theirs.map(({ p50Ms }) => p50Ms)).toFixed(2),
      processorMsOf(theirs),
      (rate / theirRate).toFixed(2),
      route.leastRatio.toFixed(2),
      first && first !== one ? (p50Of(one) / p50Of(first)).toFixed(2) : '',
    ];
  });
  return [HEADS, HEADS.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function machine(): string {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} × ${cpu?.model ?? 'unknown'}, ${memory} GiB; Node ${process.version}; ${CONNECTIONS} connections, ${ROUNDS} rounds of ${SECONDS} s, medians`;
}

await main();
