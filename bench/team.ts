/**
 * `npm run bench:team`: the cost of one very large team. Times every list, with each filter, for a team with 300,000
 * bookings and for one with 2,000. Then exports the large team, imports it into an empty database and exports it again.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { openRecorder, type Statement } from './capture.ts';
import { APP_KEY, type Databases, openDatabases } from './databases.ts';
import { SIZES, teamSlug, tokenOf } from './dataset.ts';
import { listsOf } from './lists.ts';
import { argumentsOf, type Running, startService } from './processes.ts';

const { values: options } = parseArgs({
  options: {
    /** Only the lists, or only the files. */
    only: { type: 'string', default: 'lists,files' },
    list: { type: 'string', default: '' },
    rounds: { type: 'string', default: '30' },
  },
});
const ROUNDS = Number(options.rounds);
const WARM_UP = 8;
const MAX_MEMORY_MB = 700;
const ROOT = path.join(import.meta.dirname, '..');

const say = (line: string) => void process.stdout.write(`${line}\n`);
const log = (line: string) => void process.stderr.write(`${line}\n`);
const headers = { authorization: `Bearer ${tokenOf(1, 0)}` };

/** Pages that only the large team has. */
const DEEP = [
  'bookings?page=3000',
  'bookings?status=confirmed&page=3000',
  'guests?page=900',
  'listings?page=200',
];

async function main(): Promise<void> {
  const databases = await openDatabases(log);
  try {
    if (options.only.includes('lists')) await compareLists(databases);
    if (options.only.includes('files')) await moveTeam(databases);
  } finally {
    await databases.close();
  }
}

async function compareLists(databases: Databases): Promise<void> {
  const urls = [await databases.open(SIZES.small), await databases.open(SIZES.vast)] as const;
  const [usual, vast] = await Promise.all(urls.map(openSide) as [Promise<Side>, Promise<Side>]);
  say('| list | usual ms | vast ms | its count ms | at most | |');
  say('| --- | --- | --- | --- | --- | --- |');
  try {
    const ofVast = listsOf(1, SIZES.vast.scale);
    for (const [index, ofUsual] of listsOf(1).entries()) {
      const list = ofVast[index] ?? '';
      if (!list.includes(options.list)) continue;
      const works = [() => usual.ask(ofUsual), () => vast.ask(list), await vast.counting(list)];
      const times = await mediansOf(works);
      const [ours = 0, theirs = 0, count = 0] = times;
      const limit = 2 * ours + count;
      const isKept = theirs <= limit ? '' : '**too slow**';
      say(`| ${list} | ${[...times, limit].map(ms).join(' | ')} | ${isKept} |`);
    }
    for (const list of DEEP.filter((each) => each.includes(options.list)))
      say(
        `| ${list} |  | ${(await mediansOf([() => vast.ask(list), await vast.counting(list)])).map(ms).join(' | ')} |  |  |`,
      );
  } finally {
    await Promise.all([usual.close(), vast.close()]);
  }
}

const ms = (value: number) => value.toFixed(1);

/** One team's service, called over one connection, one request after the other. */
type Side = Awaited<ReturnType<typeof openSide>>;

async function openSide(url: string) {
  const service: Running = await startService(url, APP_KEY);
  const recorder = openRecorder(url, APP_KEY);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("set plan_cache_mode = 'force_generic_plan'; set random_page_cost = 1.1");
  return {
    async ask(list: string): Promise<void> {
      const answer = await fetch(`${service.url}/v1/${list}`, { headers });
      if (answer.status !== 200) throw new Error(`${list}: ${answer.status} ${await answer.text()}`);
      await answer.arrayBuffer();
    },
    /** Runs the statement that counts all of the list's rows. */
    async counting(list: string): Promise<() => Promise<void>> {
      const { steps } = await recorder.record({ method: 'GET', path: `/v1/${list}`, headers });
      const counting = steps.flat().find(({ text }) => /^\s*select count\(/.test(text));
      if (!counting) throw new Error(`Nothing is counted for ${list}.`);
      return () => runNamed(client, counting);
    },
    async close(): Promise<void> {
      await Promise.all([service.stop(), recorder.close(), client.end()]);
    },
  };
}

const names = new Map<string, string>();
async function runNamed(client: pg.Client, { text, values }: Statement): Promise<void> {
  const name = names.get(text) ?? `count-${names.size}`;
  names.set(text, name);
  await client.query({ name, text, values });
}

/** The median time of each, measured in turn, so that a slow moment of the machine affects all of them. */
async function mediansOf(works: readonly (() => Promise<void>)[]): Promise<number[]> {
  const times: number[][] = works.map(() => []);
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    for (const [index, work] of works.entries()) {
      const startedAt = performance.now();
      await work();
      if (round >= WARM_UP) times[index]?.push(performance.now() - startedAt);
    }
  }
  return times.map((each) => each.sort((a, b) => a - b)[Math.floor(each.length / 2)] ?? Number.NaN);
}

async function moveTeam(databases: Databases): Promise<void> {
  const directory = await mkdtemp(path.join(ROOT, '.data', 'team-'));
  const slug = teamSlug(1);
  const [first, second] = [path.join(directory, 'first.json'), path.join(directory, 'second.json')];
  try {
    const from = await databases.open(SIZES.vast);
    const into = await databases.openEmpty('moved');
    await command('export', from, ['team', 'export', slug, '--secrets', '--out', first]);
    say(`the file: ${((await stat(first)).size / 2 ** 20).toFixed(0)} MB`);
    await command('import', into, ['team', 'import', first]);
    await command('export of the import', into, ['team', 'export', slug, '--secrets', '--out', second]);
    if (!(await areEqual(first, second))) throw new Error('The export of the import differs.');
    say('the export of the import is equal');
    await command('import once more', into, ['team', 'import', first]);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Runs a command of the service, and reports how long it took and its peak memory. */
async function command(what: string, databaseUrl: string, words: readonly string[]): Promise<void> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...argumentsOf('cli'), ...words], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, DATABASE_URL: databaseUrl, APP_KEY: APP_KEY.toString('base64') },
  });
  const exit = once(child, 'exit') as Promise<[number | null]>;
  let peakMb = 0;
  while (child.exitCode === null && child.signalCode === null) {
    peakMb = Math.max(peakMb, await peakMemoryMb(child.pid ?? 0));
    await sleep(100);
  }
  const [code] = await exit;
  if (code !== 0) throw new Error(`${what} ended with ${code}.`);
  const seconds = (performance.now() - startedAt) / 1_000;
  const isKept = peakMb <= MAX_MEMORY_MB ? '' : `, **more than ${MAX_MEMORY_MB}**`;
  say(`${what}: ${seconds.toFixed(1)} s, at most ${peakMb.toFixed(0)} MB${isKept}`);
}

/** The peak memory of a process so far. 0 after its end. */
async function peakMemoryMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

async function areEqual(one: string, other: string): Promise<boolean> {
  if ((await stat(one)).size !== (await stat(other)).size) return false;
  const others = createReadStream(other)[Symbol.asyncIterator]();
  for await (const chunk of createReadStream(one)) {
    const { value } = await others.next();
    if (!(chunk as Buffer).equals(value as Buffer)) return false;
  }
  return true;
}

await main();
