/**
 * `npm run bench:large-team`: every endpoint for a team with 20,000 listings and 1,000,000 bookings, beside a team with
 * 20 listings and 1,000 bookings in the same database. For each it prints the medians of time and of processor time,
 * and the ratios. The service runs in this process, and each request waits for the one before. So processor time is
 * comparable on a busy machine, too.
 */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { buildApp } from '../../src/app.ts';
import { createDatabase } from '../../src/db/client.ts';
import { createKeyring } from '../../src/services/keyring.ts';
import { createServices } from '../../src/services/services.ts';
import { APP_KEY, openDatabases } from '../databases.ts';
import { SIZES } from '../dataset.ts';
import { median } from '../median.ts';
import { everyRead, FURTHER, type Json, KEPT, PAGES, type Request, WRITES } from './requests.ts';
import { type OpenTeam, openTeam } from './teams.ts';

const { values: options } = parseArgs({
  options: {
    /** Only the requests whose name contains this. The writes of a round need each other, so all of them are made. */
    only: { type: 'string', default: '' },
    rounds: { type: 'string', default: '21' },
    /** `tiny` has two equal teams: it tries the script out. */
    size: { type: 'string', default: 'pair' },
  },
});
const ROUNDS = Number(options.rounds);
const WARM_UP = 3;
/** The ratio of processor times from which a row is marked. docs/scale.md explains each of them. */
const MARKED_FROM = 2;
const SIZE = options.size === 'tiny' ? SIZES.tiny : SIZES.pair;
/** Few, because each of them plans each statement once. */
const CONNECTIONS = 4;
/** A server's settings (`PLANNING` in src/db/client.ts). Without helpers, all work is seen in one process. */
const SETTINGS =
  '-c plan_cache_mode=force_generic_plan -c random_page_cost=1.1 -c max_parallel_workers_per_gather=0';

const say = (line: string) => void process.stdout.write(`${line}\n`);
const log = (line: string) => void process.stderr.write(`${line}\n`);

async function main(): Promise<void> {
  const databases = await openDatabases(log);
  const url = await databases.open(SIZE);
  // Without deadlines, because a busy machine should make a request slow rather than fail.
  const database = createDatabase({
    url: `${url}?options=${encodeURIComponent(SETTINGS)}`,
    applicationName: 'innkeep-bench-large-team',
    poolMax: CONNECTIONS,
    deadlines: false,
  });
  const services = createServices({
    db: database.db,
    clock: () => new Date(),
    keyring: createKeyring(APP_KEY),
    onBackgroundError: (error) => log(String(error)),
  });
  const app = buildApp({ services, publicUrl: 'http://bench.example' });
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  const teams: OpenTeam[] = [];
  try {
    for (const number of [1, 2]) teams.push(await openTeam(app, admin, SIZE, number));
    say(
      '| request | 20 listings: ms | processor ms | 20,000 listings: ms | processor ms | ms | processor | |',
    );
    say('| --- | --: | --: | --: | --: | --: | --: | --- |');
    for (const request of [...everyRead(app), ...FURTHER, ...PAGES])
      if (request.name.includes(options.only)) tell(await measure([request], teams, admin));
    if (WRITES.some(({ name }) => name.includes(options.only))) tell(await measure(WRITES, teams, admin));
  } finally {
    for (const team of teams) await team.tidy();
    await app.close();
    await services.close();
    await database.close();
    await admin.end();
    await databases.close();
  }
}

type Cost = { ms: number; processorMs: number };
type Costs = { name: string; ofTeams: Cost[][] };

/** Each round makes every request, for one team and then for the other, so that both see the same moments. */
async function measure(
  requests: readonly Request[],
  teams: readonly OpenTeam[],
  admin: pg.Client,
): Promise<Costs[]> {
  const all: Costs[] = requests.map(({ name }) => ({ name, ofTeams: teams.map(() => []) }));
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    const last = teams.map((): Json => ({}));
    for (const [index, { name, call }] of requests.entries()) {
      for (const [which, team] of teams.entries()) {
        const asked = call(team, round, last[which]);
        const before = await backendTimes(admin);
        const [startedAt, usedBefore] = [performance.now(), process.cpuUsage()];
        const answer = await team.send(asked);
        const ms = performance.now() - startedAt;
        const { user, system } = process.cpuUsage(usedBefore);
        const ofBackends = sinceThen(before, await backendTimes(admin));
        const cost = { ms, processorMs: (user + system) / 1_000 + ofBackends };
        if (round >= WARM_UP) all[index]?.ofTeams[which]?.push(cost);
        last[which] = { ...last[which], ...KEPT[name]?.(answer.data, last[which]) };
      }
    }
  }
  return all;
}

/** The processor time of each of the app's connections so far, in milliseconds. The pool closes those that stay idle. */
async function backendTimes(admin: pg.Client): Promise<Map<number, number>> {
  const { rows } = await admin.query<{ pid: number }>(
    `select pid from pg_stat_activity where application_name = 'innkeep-bench-large-team'`,
  );
  const times = new Map<number, number>();
  for (const { pid } of rows) {
    // Linux counts it in nanoseconds.
    const used = await readFile(`/proc/${pid}/schedstat`, 'utf8').catch(() => null);
    if (used !== null) times.set(pid, Number(used.split(' ')[0]) / 1_000_000);
  }
  return times;
}

/** A connection that has ended since then was idle. */
const sinceThen = (before: ReadonlyMap<number, number>, after: ReadonlyMap<number, number>): number =>
  [...after].reduce((sum, [pid, used]) => sum + used - (before.get(pid) ?? 0), 0);

function tell(costs: readonly Costs[]): void {
  for (const { name, ofTeams } of costs) {
    const [ours, theirs] = ofTeams.map((each) => ({
      ms: median(each.map(({ ms }) => ms)),
      processorMs: median(each.map((one) => one.processorMs)),
    }));
    if (!ours || !theirs) continue;
    const ratio = theirs.processorMs / ours.processorMs;
    const figures = [ours.ms, ours.processorMs, theirs.ms, theirs.processorMs].map((value) =>
      value.toFixed(1),
    );
    const ratios = [theirs.ms / ours.ms, ratio].map((value) => value.toFixed(2));
    say(`| ${[name, ...figures, ...ratios].join(' | ')} | ${ratio > MARKED_FROM ? '**to explain**' : ''} |`);
  }
}

await main();
