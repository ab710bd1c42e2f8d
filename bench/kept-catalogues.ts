/**
 * `npm run bench:kept-catalogues`: searches many teams with 500 places, and prints what the service's memory then takes.
 * A second round of searches must give the same answers, from kept catalogues and from those that had to go.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { addDays } from '../src/domain/dates/dates.ts';
import { log, median, openDatabases, print, printRow } from './databases.ts';
import { SIZES, today, tokenOf } from './dataset.ts';
import { insertTokens, loadData } from './load-data.ts';
import { peakMemoryMb, startService } from './processes.ts';

const { values: options } = parseArgs({
  options: {
    teams: { type: 'string', default: '200' },
    /** Twenty listings with 54 units are repeated this many times. */
    scale: { type: 'string', default: '25' },
  },
});
const TEAMS = Number(options.teams);

/** What a catalogue is read from. */
const CATALOGUE_TABLES = ['catalogue_versions', 'listings', 'units', 'seasons', 'fees', 'taxes', 'discounts'];

const path = `search?check_in=${addDays(today(), 60)}&check_out=${addDays(today(), 67)}&guests=3&per_page=20`;

async function main(): Promise<void> {
  const databases = await openDatabases();
  try {
    const url = await databases.openEmpty('kept_catalogues');
    const team = { ...SIZES.team, bookings: 2_000, guests: 500, scale: Number(options.scale) };
    await loadData(url, team);
    await copyTeam(url);
    log(`${TEAMS} teams are loaded`);
    await measure(url);
  } finally {
    await databases.close();
  }
}

/** Gives the other teams the catalogue of the first one. */
async function copyTeam(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`insert into teams overriding system value select copy.* from teams, generate_series(2, ${TEAMS}) as n,
      jsonb_populate_record(null::teams, to_jsonb(teams) || jsonb_build_object('id', n, 'slug', 'team-' || n)) as copy
      where teams.id = 1`);
    for (const table of CATALOGUE_TABLES) {
      const { rows } = await client.query<{ name: string }>(
        'select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped',
        [table],
      );
      const columns = rows.map(({ name }) => name).filter((name) => name !== 'team_id');
      await client.query(`insert into ${table} (team_id, ${columns.join(', ')})
        select n, ${columns.join(', ')} from ${table}, generate_series(2, ${TEAMS}) as n where team_id = 1`);
    }
    for (let team = 2; team <= TEAMS; team += 1) await insertTokens(client, team);
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}

async function measure(url: string): Promise<void> {
  const service = await startService(url);
  try {
    const memory = async () => [
      String(Math.round(residentMb(service.pid))),
      String(Math.round(peakMemoryMb(service.pid))),
      String(Math.round((await service.metric('nodejs_heap_size_used_bytes')) / 1e6)),
    ];
    printRow(['after', 'resident MB', 'peak MB', 'heap MB', 'ms of a search']);
    printRow(['---', '---', '---', '---', '---']);
    printRow(['the start', ...(await memory()), '']);
    const answers = new Map<number, string>();
    for (const [label, first, last] of [
      ['one team', 1, 1],
      ['a tenth of the teams', 1, TEAMS / 10],
      ['all teams', 1, TEAMS],
      ['all teams again', 1, TEAMS],
      ['the last tenth again', 1 + (TEAMS * 9) / 10, TEAMS],
    ] as const) {
      const times: number[] = [];
      for (let team = first; team <= last; team += 1) times.push(await search(service.url, team, answers));
      printRow([label, ...(await memory()), median(times).toFixed(0)]);
    }
    print(`Each of ${answers.size} teams gave the same answer each time.`);
  } finally {
    await service.stop();
  }
}

/** Searches a team, and returns how long that took, in ms. */
async function search(url: string, team: number, answers: Map<number, string>): Promise<number> {
  const startedAt = performance.now();
  const headers = { authorization: `Bearer ${tokenOf(team, 0)}` };
  const answer = await fetch(`${url}/v1/${path}`, { headers });
  const body = await answer.text();
  if (answer.status !== 200) throw new Error(`Team ${team}: ${answer.status} ${body.slice(0, 300)}`);
  const ms = performance.now() - startedAt;
  const digest = createHash('sha256').update(body).digest('hex');
  if (answers.getOrInsert(team, digest) !== digest) throw new Error(`Team ${team} has different answers.`);
  return ms;
}

const residentMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

await main();
