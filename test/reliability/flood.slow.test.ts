/** Many dear requests at once, from one caller and from many, while another team works as usual (docs/rules.md, 3.8). */
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openSharedApp } from '../helpers/app.ts';
import { tally, times } from '../helpers/bookings.ts';
import { callerOf } from './caller.ts';
import { allowed, percentile, reportFigures, sized } from './figures.ts';
import {
  ask,
  BOOKINGS_OF_UNIT,
  buildSearchPath,
  buildShortSearch,
  date,
  openTeam,
  PLACES,
  type Sent,
  type TimedAnswer,
  UNITS_OF_PLACE,
} from './flooded-team.ts';
import { openSharedServers, type Server } from './servers.ts';

const world = await openSharedApp({ poolMax: 2 });
const servers = await openSharedServers(world.url);

/** As in package.json. */
const NODE_ARGS = ['--max-old-space-size=512', '--max-semi-space-size=16'];
const MAX_MB = 400;
const WITHIN_MS = allowed(1_000);
const EVERY_MS = 10;
const PROBE_EVERY_MS = 50;

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

const large = await openTeam(world, PLACES);
const other = await openTeam(world, 5);

const SHORT = buildShortSearch(large.slug);
const YEAR = buildSearchPath(large.slug, `check_in=${date(1)}&check_out=${date(366)}&per_page=50`);
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

test('a flood of dear requests does not end the server or slow down small requests', {
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
