/** Many dear requests at once, from one caller and from many, while another team works as usual (docs/rules.md, 3.8). */
import { readFile } from 'node:fs/promises';
import { type IncomingHttpHeaders, request as send } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { addDays, todayInZone } from '../../src/domain/dates/dates.ts';
import { systemClock } from '../../src/services/clock.ts';
import { openSharedApp } from '../helpers/app.ts';
import { tally, times } from '../helpers/bookings.ts';
import { buildBooking, buildListings, buildTeam, buildToken } from '../helpers/factories.ts';
import { callerOf } from './caller.ts';
import { allowed, percentile, reportFigures, sized } from './figures.ts';
import { openSharedServers, type Server } from './servers.ts';

const world = await openSharedApp({ poolMax: 2 });
const servers = await openSharedServers(world.url);

/** As in package.json. */
const NODE_ARGS = ['--max-old-space-size=512', '--max-semi-space-size=16'];
const MAX_MB = 400;
const WITHIN_MS = allowed(1_000);
const PLACES = sized(500, 200);
const UNITS_OF_PLACE = 3;
const BOOKINGS_OF_UNIT = 23;
const UNITS_PER_STATEMENT = 150;
const PRICED_DAYS = sized(400, 100);
const EVERY_MS = 10;
const PROBE_EVERY_MS = 50;
const PATIENCE_MS = 60_000;

const today = todayInZone('UTC', systemClock());
const date = (days: number) => addDays(today, days);

/** Bookings of a week in each unit every other week, from different days on, all made like one that is built. */
async function fillUnits(teamId: number): Promise<void> {
  const { id: templateId } = await buildBooking(world, { teamId });
  const unitCount = PLACES * UNITS_OF_PLACE;
  // A statement may take 5 s.
  for (let from = 0; from < BOOKINGS_OF_UNIT * unitCount; from += UNITS_PER_STATEMENT) {
    const week = date(Math.floor(from / unitCount) * 14);
    await world.db.execute(sql`with stays as (
        select id as unit_id, listing_id, gen_random_uuid() as id,
          ${week}::date + (row_number() over (order by id) % 7)::int as check_in
        from units where team_id = ${teamId} order by units.id limit ${UNITS_PER_STATEMENT} offset ${from % unitCount}
      ), made as (
        insert into bookings select (jsonb_populate_record(template, jsonb_build_object(
          'id', stays.id, 'confirmation_code', stays.id, 'listing_id', stays.listing_id, 'unit_id', stays.unit_id,
          'check_in', stays.check_in, 'check_out', stays.check_in + 7))).*
        from bookings as template, stays where template.team_id = ${teamId} and template.id = ${templateId}
        returning team_id, id, unit_id, check_in, check_out
      )
      insert into occupancies (team_id, unit_id, start_date, end_date, booking_id)
      select team_id, unit_id, check_in, check_out, id from made`);
  }
}

/** A team of many places, each with some units, many of whose nights are taken, and many days with a price of their own. */
async function openTeam(places: number) {
  const { id: teamId, slug } = await buildTeam(world, { reseating: 'on' });
  await buildListings(world, places, { teamId, listedOnSite: true });
  // A statement may take 5 s.
  for (let from = 0; from < PRICED_DAYS; from += 25)
    await world.db.execute(sql`insert into day_overrides
        (team_id, listing_id, date, nightly_cents, closed_for_arrival, closed_for_departure, closed)
      select ${teamId}, l.id, ${today}::date + n, 10000 + n, n = 1, false, false
      from listings as l, generate_series(${from}::int, ${from + 24}::int) as n where l.team_id = ${teamId}`);
  await world.db.execute(sql`insert into units (id, team_id, listing_id, name, active)
    select gen_random_uuid(), ${teamId}, l.id, 'Unit ' || n, true
    from listings as l, generate_series(1, ${UNITS_OF_PLACE}::int) as n where l.team_id = ${teamId}`);
  if (places === PLACES) await fillUnits(teamId);
  // As PostgreSQL does by itself within a minute.
  await world.db.execute(sql`analyze`);
  const { rows } = await world.db.execute<{ id: string }>(
    sql`select id from listings where team_id = ${teamId}`,
  );
  return { slug, token: await buildToken(world, { teamId }), ids: rows.map(({ id }) => id) };
}

type TimedAnswer = { status: number; ms: number; headers: IncomingHttpHeaders };
type Sent = { path: string; address: number; token?: string; body?: string };

/** Asks on a connection of its own, as from an address behind a proxy, and drops the answer. 0 if there is none. */
const ask = (port: number, { path, address, token, body }: Sent): Promise<TimedAnswer> =>
  new Promise((resolve) => {
    const startedAt = performance.now();
    const end = (status: number, headers: IncomingHttpHeaders = {}) =>
      resolve({ status, headers, ms: performance.now() - startedAt });
    const sent = send({
      host: '127.0.0.1',
      port,
      path,
      agent: false,
      timeout: PATIENCE_MS,
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        'x-forwarded-for': `10.0.0.${address}`,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
    });
    sent.once('response', (answer) => {
      answer.resume().once('end', () => end(answer.statusCode ?? 0, answer.headers));
      answer.once('error', () => end(0));
    });
    sent.once('timeout', () => sent.destroy());
    sent.once('error', () => end(0));
    sent.end(body);
  });

/** The most memory that a process has had, in MB. Known on Linux only. */
async function peakMb({ child }: Server): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024);
}

/** Asks the same small thing again and again until the flood has ended. */
async function probe({ port }: Server, path: string, token: string | undefined, flood: Promise<unknown>) {
  const caller = callerOf(port);
  let hasEnded = false;
  void flood.then(() => {
    hasEnded = true;
  });
  const answers: { status: number; ms: number }[] = [];
  for (; !hasEnded; await sleep(PROBE_EVERY_MS)) {
    const { status, ms } = await caller.ask({ method: 'GET', path, token });
    answers.push({ status: Number(status), ms });
  }
  caller.close();
  const ms = answers.map((answer) => answer.ms);
  return { answers, p50: Math.round(percentile(ms, 0.5)), p99: Math.round(percentile(ms, 0.99)) };
}

async function flood({ port }: Server, requests: readonly Sent[]): Promise<TimedAnswer[]> {
  const answers: Promise<TimedAnswer>[] = [];
  for (const request of requests) {
    answers.push(ask(port, request));
    await sleep(EVERY_MS);
  }
  return Promise.all(answers);
}

const large = await openTeam(PLACES);
const other = await openTeam(5);

const sitePath = (parameters: string) => `/v1/public/${large.slug}/search?available=all&${parameters}`;
const SHORT = sitePath(`check_in=${date(1)}&check_out=${date(4)}&alternatives=10&per_page=20`);
const YEAR = sitePath(`check_in=${date(1)}&check_out=${date(366)}&per_page=50`);
const searches = (count: number, path: string, addresses: number): Sent[] =>
  times(count, (n) => ({ path, address: n % addresses }));

/** As many ranges as a body may have, each of one day. */
const largestDays = () =>
  JSON.stringify({
    updates: large.ids.slice(0, 200).map((listing_id, n) => ({
      listing_id,
      ranges: times(25, (day) => ({ start_date: date(day), end_date: date(day), nightly: 20_000 + n + day })),
    })),
  });
const daysWrites = (count: number): Sent[] =>
  times(count, () => ({ path: '/v1/days', address: 1, token: large.token, body: largestDays() }));

const FORMS: [name: string, requests: () => Sent[]][] = [
  ['220 short searches from one address', () => searches(sized(220, 40), SHORT, 1)],
  ['220 from a hundred', () => searches(sized(220, 40), SHORT, 100)],
  ['290 from one address', () => searches(sized(290, 60), SHORT, 1)],
  ['290 from a hundred', () => searches(sized(290, 60), SHORT, 100)],
  ['50 searches of 365 nights', () => searches(sized(50, 20), YEAR, 50)],
  ['20 of the largest writes of days', () => daysWrites(sized(20, 10))],
];

test('a flood of expensive requests does not end the server or slow down small requests', {
  timeout: 900_000,
}, async () => {
  const seen: string[] = [];
  let slowestP99 = 0;
  for (const [name, requests] of FORMS) {
    const server = await servers.start({ TRUST_PROXY: 'true' }, NODE_ARGS);
    const flooding = flood(server, requests());
    const [answers, livez, me] = await Promise.all([
      flooding,
      probe(server, '/livez', undefined, flooding),
      probe(server, '/v1/me', other.token, flooding),
    ]);
    const mb = await peakMb(server);
    const ms = answers.flatMap((answer) => (answer.status === 200 ? answer.ms : []));
    const statuses = Object.entries(tally(answers)).map(([status, count]) => `${count} × ${status}`);
    seen.push(
      `${name}: ${statuses.join(', ')} (200s p50 ${Math.round(percentile(ms, 0.5))} ms); ${mb} MB; /livez ${livez.p50} / ${livez.p99} ms, /v1/me ${me.p50} / ${me.p99} ms (p50 / p99 of ${me.answers.length}).`,
    );
    if (process.env.FLOOD_REPORT) {
      process.stdout.write(`${seen.at(-1)}\n`);
      server.child.kill('SIGKILL');
      continue;
    }
    slowestP99 = Math.max(slowestP99, livez.p99, me.p99);
    expect(ms.length).toBeGreaterThan(0);
    for (const { status, headers } of answers)
      if (status !== 200) expect([status, headers['retry-after']]).toEqual([503, '1']);
    for (const { answers: small } of [livez, me]) expect(tally(small)).toEqual({ 200: small.length });
    expect(mb).toBeLessThan(MAX_MB);
    // Every turn has been given back.
    expect((await ask(server.port, { path: SHORT, address: 200 })).status).toBe(200);
    server.child.kill('SIGTERM');
    expect((await server.finished).code).toBe(0);
  }
  reportFigures('flood', {
    load: `dear requests of a team of ${PLACES} places with ${PLACES * UNITS_OF_PLACE * BOOKINGS_OF_UNIT} bookings, one every ${EVERY_MS} ms`,
    p99Ms: slowestP99,
    seen: seen.join(' '),
  });
  expect(slowestP99).toBeLessThan(WITHIN_MS);
});
