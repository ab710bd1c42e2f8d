/**
 * `npm run bench:feeds`: one process reads 2,000 calendar feeds in a quarter of an hour, beside load. Compares `GET /v1/me`
 * with its own figures before and after, under a modest load, and looks for how long one calendar of 5,000 events holds up
 * the event loop. The event loop's own delays and the processors' load tell waiting in the service from waiting for a
 * processor.
 * `--minutes 1` reads a fifteenth of the feeds.
 */
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { addDays } from '../src/domain/dates.ts';
import { APP_KEY, openDatabases } from './databases.ts';
import { SIZES, today, tokenOf } from './dataset.ts';
import { loadData } from './load-data.ts';
import { freePort, runLoad, startService } from './processes.ts';

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '15' },
    connections: { type: 'string', default: '4' },
    rate: { type: 'string', default: '50' },
  },
});
const SECONDS = Number(options.minutes) * 60;
/** 2,000 in a quarter of an hour. */
const FEEDS = Math.ceil((2_000 * SECONDS) / 900);
const EVENTS = 30;
const MOST_EVENTS = 5_000;
const QUIET_SECONDS = 30;
const P99_AT_MOST = 4 / 3;
const HELD_AT_MOST_MS = 50;
/** How often the calendar of 5,000 events is read. */
const LARGE_READINGS = 5;
/** Events have so many different first days. */
const FIRST_DAYS = 700;

const log = (line: string) => void process.stderr.write(`${line}\n`);
const print = (line: string) => void process.stdout.write(`${line}\n`);
const verdict = (isMet: boolean) => (isMet ? 'pass' : 'FAIL');
const headers = { authorization: `Bearer ${tokenOf(1, 0)}` };

/**
 * A calendar of some events. Every second reading has longer ones, so that there is something to do. Beyond 700 events they
 * overlap, and no two have the same nights.
 */
function calendar(events: number, reading: number): string {
  const compact = (days: number) => addDays(today(), days).replaceAll('-', '');
  const event = (nth: number) => {
    const from = 1 + ((nth * 11) % FIRST_DAYS);
    const nights = 3 + (reading % 2) + 2 * Math.floor(nth / FIRST_DAYS);
    return `BEGIN:VEVENT\r\nUID:${nth}@bench\r\nDTSTART;VALUE=DATE:${compact(from)}\r\nDTEND;VALUE=DATE:${compact(from + nights)}\r\nSUMMARY:Reserved\r\nEND:VEVENT\r\n`;
  };
  return `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${Array.from({ length: events }, (_, nth) => event(nth)).join('')}END:VCALENDAR\r\n`;
}

/** Makes a unit for each feed, and the feeds, which come due within the quarter of an hour. */
const makeFeeds = (origin: string) => `
  with made as (
    insert into units (team_id, id, listing_id, name, active)
    select 1, gen_random_uuid(), (select id from listings where team_id = 1 and kind = 'standalone' limit 1), 'Fed ' || n, true
    from generate_series(1, ${FEEDS}) n returning id)
  insert into calendar_feeds (team_id, id, unit_id, name, url, paused, ignore, status, failures, events, conflicts, missing, taken_blocks,
    readings, next_reading_at, created_at, updated_at)
  select 1, gen_random_uuid(), id, 'Channel', '${origin}/' || id, false, '[]', 'new', 0, 0, '[]', '{}', 0, 0,
    now() + random() * interval '${SECONDS} s', now(), now() from made`;

async function main(): Promise<void> {
  const databases = await openDatabases(log);
  const url = await databases.openEmpty('feeds');
  await loadData(url, SIZES.small, APP_KEY, log);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  let readings = 0;
  const channel = createServer((request, response) => {
    readings += 1;
    response.end(calendar(request.url === '/large' ? MOST_EVENTS : EVENTS, readings));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => channel.once('listening', resolve));
  const origin = `http://127.0.0.1:${(channel.address() as AddressInfo).port}`;
  const metricsPort = await freePort();
  const service = await startService(url, APP_KEY, {
    OUTBOUND_ALLOW: '127.0.0.1',
    CALENDAR_MINUTES: String(Math.ceil(SECONDS / 60)),
    METRICS_PORT: String(metricsPort),
  });
  const metric = async (name: string): Promise<string> => {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    return new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1] ?? '';
  };
  const samplesFile = path.join(tmpdir(), `innkeep-feeds-${process.pid}.json`);
  await writeFile(samplesFile, JSON.stringify([{ method: 'GET', path: '/v1/me', headers }]));
  const load = (seconds: number) =>
    runLoad({
      url: service.url,
      route: 'me',
      samplesFile,
      seconds,
      connections: Number(options.connections),
      requestsPerSecond: Number(options.rate),
    });
  /** The processor time that the service has used, in seconds. Linux counts it in hundredths. */
  const usedSeconds = () => {
    const fields = readFileSync(`/proc/${service.pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) / 100;
  };
  /** A load, with a line about the processors and the event loop meanwhile. */
  const watchedLoad = async (name: string, seconds: number) => {
    await metric('nodejs_eventloop_lag_max_seconds');
    const from = usedSeconds();
    const result = await load(seconds);
    const share = (usedSeconds() - from) / seconds;
    const delayMs = async (which: string) =>
      (Number(await metric(`nodejs_eventloop_lag_${which}_seconds`)) * 1_000).toFixed(1);
    log(
      `${name}: p50 ${result.p50Ms.toFixed(1)} ms, p99 ${result.p99Ms.toFixed(1)} ms, ${result.failures} of ${result.count} failed; the service used ${(100 * share).toFixed(0)} % of a processor; its event loop was held for at most ${await delayMs('max')} ms; load average ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} processors`,
    );
    return result;
  };
  try {
    await load(5);
    const before = await watchedLoad('before', QUIET_SECONDS);
    await client.query(makeFeeds(origin));
    const beside = await watchedLoad('beside', SECONDS);
    const seen = readings;
    const { rows } = await client.query(
      'select status, count(*)::int as count from calendar_feeds group by status',
    );
    await client.query(`update calendar_feeds set paused = true, url = '${origin}/large'`);
    await sleep(5_000);
    const after = await watchedLoad('after', QUIET_SECONDS);
    const without = (before.p99Ms + after.p99Ms) / 2;
    log(`${seen} readings of ${FEEDS} feeds in ${SECONDS} s: ${JSON.stringify(rows)}`);
    print(
      `${verdict(beside.p99Ms <= P99_AT_MOST * without)}  p99 of GET /v1/me beside readings ${beside.p99Ms.toFixed(1)} ms, without them ${before.p99Ms.toFixed(1)} ms before and ${after.p99Ms.toFixed(1)} ms after, factor ${(beside.p99Ms / without).toFixed(2)}, asked for at most ${P99_AT_MOST.toFixed(2)}`,
    );
    const { rows: one } = await client.query('select id from calendar_feeds limit 1');
    const held: number[] = [];
    for (let nth = 0; nth < LARGE_READINGS; nth += 1) {
      await metric('nodejs_eventloop_lag_max_seconds');
      const refresh = `${service.url}/v1/calendar-feeds/${one[0].id}/refresh`;
      const refreshed = await fetch(refresh, { method: 'POST', headers });
      const { data } = (await refreshed.json()) as { data: { events: number; conflicts: unknown[] } };
      held.push(Number(await metric('nodejs_eventloop_lag_max_seconds')) * 1_000);
      log(
        `${data.events} events, ${data.conflicts.length} conflicts, held for ${held.at(-1)?.toFixed(1)} ms`,
      );
    }
    const longest = Math.max(...held);
    print(
      `${verdict(longest <= HELD_AT_MOST_MS)}  the event loop was held by a calendar of ${MOST_EVENTS} events for at most ${longest.toFixed(1)} ms in ${LARGE_READINGS} readings, asked for at most ${HELD_AT_MOST_MS} ms`,
    );
  } finally {
    await service.stop();
    channel.close();
    await client.end();
    await databases.close();
  }
}

await main();
