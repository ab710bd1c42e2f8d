/** One address sends the most expensive searches, while another team works as usual. */
import { readFile } from 'node:fs/promises';
import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { addDays, todayInZone } from '../../src/domain/dates.ts';
import { systemClock } from '../../src/services/clock.ts';
import { openSharedApp } from '../helpers/app.ts';
import { at, tally, times } from '../helpers/bookings.ts';
import { buildListings, buildTeam, buildToken } from '../helpers/factories.ts';
import { callerOf } from './caller.ts';
import { allowed, reportFigures, sized } from './figures.ts';
import { openSharedServers, type Server } from './servers.ts';

const world = await openSharedApp({ poolMax: 2 });

/** As in package.json. */
const NODE_ARGS = ['--max-old-space-size=512', '--max-semi-space-size=16'];
const MAX_MB = 600;
const WITHIN_MS = allowed(2_000);
const SECONDS = sized(60, 3);
const EACH_SECOND = 5;
const AT_ONCE = sized(110, 20);
const PRICED_DAYS = sized(400, 50);
const DEFAULT_LIMITS = { RATE_LIMIT_PUBLIC: '', RATE_LIMIT_TOKEN: '' };

const today = todayInZone('UTC', systemClock());
const date = (days: number) => addDays(today, days);
const DEAREST = `check_in=${date(1)}&check_out=${date(366)}&available=all&alternatives=10&per_page=100`;
const WEEK = `check_in=${date(20)}&check_out=${date(27)}&alternatives=3`;

/**
 * A team each of whose places has one unit and many days with a price of their own. No stay can begin tomorrow, but on the days
 * after it.
 */
async function openTeam(places: number) {
  const { id: teamId, slug } = await buildTeam(world);
  await buildListings(world, places, { teamId, listedOnSite: true });
  // A statement may take 5 s.
  for (let from = 0; from < PRICED_DAYS; from += 25)
    await world.db.execute(sql`insert into day_overrides
        (team_id, listing_id, date, nightly_cents, closed_for_arrival, closed_for_departure, closed)
      select ${teamId}, l.id, ${today}::date + n, 10000 + n, n = 1, false, false
      from listings as l, generate_series(${from}::int, ${from + 24}::int) as n where l.team_id = ${teamId}`);
  await world.db.execute(sql`insert into units (id, team_id, listing_id, name, active)
    select gen_random_uuid(), ${teamId}, l.id, 'Unit', true from listings as l where l.team_id = ${teamId}`);
  const token = await buildToken(world, { teamId });
  const listed = await world.get('/v1/listings?per_page=1', token);
  return { slug, token, places, id: String(listed.json().data[0].id) };
}

type Asked = { status: number; ms: number };

/** Asks on a connection of its own and drops the answer. 0 if there is none. */
const ask = (port: number, path: string): Promise<Asked> =>
  new Promise((resolve) => {
    const startedAt = performance.now();
    const end = (status: number) => resolve({ status, ms: performance.now() - startedAt });
    get({ host: '127.0.0.1', port, path, agent: false }, (answer) => {
      answer.resume().once('end', () => end(answer.statusCode ?? 0));
      answer.once('error', () => end(0));
    }).once('error', () => end(0));
  });

/** The most memory that a process has had, in MB. Known on Linux only. */
async function peakMb({ child }: Server): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024);
}

/** Another team's ordinary requests, one after the other, until `flood` has ended. */
async function beside(server: Server, { token, id }: { token: string; id: string }, flood: Promise<unknown>) {
  const caller = callerOf(server.port);
  const paths = [
    '/v1/me',
    `/v1/listings/${id}/calendar?start_date=${date(0)}&end_date=${date(364)}`,
    `/v1/availability/${id}?${WEEK}`,
    `/v1/calendars?start_date=${date(0)}&end_date=${date(30)}`,
    `/v1/search?${WEEK}`,
    '/v1/bookings',
  ];
  let hasEnded = false;
  void flood.then(() => {
    hasEnded = true;
  });
  const answers: Asked[] = [];
  for (let n = 0; !hasEnded; n += 1) {
    const { status, ms } = await caller.ask({ method: 'GET', path: at(paths, n % paths.length), token });
    answers.push({ status: Number(status), ms });
    await sleep(50);
  }
  caller.close();
  expect(tally(answers)).toEqual({ 200: answers.length });
  const slowestMs = Math.round(Math.max(...answers.map(({ ms }) => ms)));
  return { count: answers.length, slowestMs };
}

async function steadyFlood({ port }: Server, path: string): Promise<Asked[]> {
  const answers: Promise<Asked>[] = [];
  for (let n = 0; n < SECONDS * EACH_SECOND; n += 1) {
    answers.push(ask(port, path));
    await sleep(1_000 / EACH_SECOND);
  }
  return Promise.all(answers);
}

const wordsOf = (answers: readonly Asked[]) =>
  Object.entries(tally(answers))
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ');

test('the dearest searches of one address end nothing and hold nobody else up', {
  timeout: 600_000,
}, async () => {
  const large = await openTeam(sized(500, 40));
  const middle = await openTeam(sized(100, 20));
  const other = await openTeam(5);
  const servers = await openSharedServers(world.url);
  const pathOf = ({ slug }: { slug: string }) => `/v1/public/${slug}/search?${DEAREST}`;
  const seen: string[] = [];
  let slowestMs = 0;

  const attack = async (name: string, server: Server, flood: Promise<Asked[]>) => {
    const [answers, others] = await Promise.all([flood, beside(server, other, flood)]);
    const mb = await peakMb(server);
    expect(answers.filter(({ status }) => ![200, 429, 503].includes(status))).toEqual([]);
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    expect(server.child.exitCode).toBeNull();
    expect(mb).toBeLessThan(MAX_MB);
    slowestMs = Math.max(slowestMs, others.slowestMs);
    seen.push(
      `${name}: ${wordsOf(answers)}; ${mb} MB at most; ${others.count} requests of the other team, the slowest ${others.slowestMs} ms.`,
    );
    return answers;
  };

  const limited = await servers.start(DEFAULT_LIMITS, NODE_ARGS);
  await attack('With the usual limits', limited, steadyFlood(limited, pathOf(large)));
  const free = await servers.start({}, NODE_ARGS);
  await attack('Without limits', free, steadyFlood(free, pathOf(large)));
  const atOnce = Promise.all(times(AT_ONCE, () => ask(free.port, pathOf(middle))));
  await attack(`${AT_ONCE} at once`, free, atOnce);
  // Everything is released.
  expect((await ask(free.port, pathOf(large))).status).toBe(200);
  for (const { child } of [limited, free]) child.kill('SIGTERM');
  for (const { finished } of [limited, free]) expect((await finished).code).toBe(0);

  reportFigures('search-flood', {
    load: `${EACH_SECOND} searches a second for ${SECONDS} s of ${large.places} places for a year with 10 other dates each, and ${AT_ONCE} at once of ${middle.places} places, from one address`,
    slowestMs,
    seen: seen.join(' '),
  });
  expect(slowestMs).toBeLessThan(WITHIN_MS);
});
