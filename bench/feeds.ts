/**
 * `npm run bench:feeds`: one process reads 2,000 calendar feeds in a quarter of an hour, beside load. Compares `GET /v1/me`
 * with and without, and looks for how long one calendar of 5,000 events holds up the event loop.
 */
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { addDays } from '../src/domain/stay.ts';
import { APP_KEY, openDatabases } from './databases.ts';
import { SIZES, today, tokenOf } from './dataset.ts';
import { loadData } from './load-data.ts';
import { freePort, runLoad, startService } from './processes.ts';

const { values: options } = parseArgs({
  options: {
    feeds: { type: 'string', default: '2000' },
    minutes: { type: 'string', default: '15' },
    connections: { type: 'string', default: '4' },
  },
});
const FEEDS = Number(options.feeds);
const SECONDS = Number(options.minutes) * 60;
const EVENTS = 30;
const MOST_EVENTS = 5_000;
const QUIET_SECONDS = 30;

const log = (line: string) => void process.stderr.write(`${line}\n`);
const headers = { authorization: `Bearer ${tokenOf(1, 0)}` };

/** A calendar of some events. Every second reading of it has another event, so that there is something to do. */
function calendar(events: number, reading: number): string {
  const compact = (days: number) => addDays(today(), days).replaceAll('-', '');
  const event = (nth: number) => {
    const from = 1 + ((nth * 7) % 700);
    return `BEGIN:VEVENT\r\nUID:${nth}@bench\r\nDTSTART;VALUE=DATE:${compact(from)}\r\nDTEND;VALUE=DATE:${compact(from + 3 + (reading % 2))}\r\nSUMMARY:Reserved\r\nEND:VEVENT\r\n`;
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
    });
  try {
    await load(5);
    const without = await load(QUIET_SECONDS);
    await client.query(makeFeeds(origin));
    const beside = await load(SECONDS);
    const { rows } = await client.query(
      'select status, count(*)::int as count from calendar_feeds group by status',
    );
    log(
      `${readings} readings in ${SECONDS} s; p99 of GET /v1/me ${beside.p99Ms.toFixed(1)} ms, without ${without.p99Ms.toFixed(1)} ms, ratio ${(beside.p99Ms / without.p99Ms).toFixed(2)}; ${JSON.stringify(rows)}`,
    );
    await client.query(`update calendar_feeds set paused = true, url = '${origin}/large'`);
    const { rows: one } = await client.query('select id from calendar_feeds limit 1');
    await sleep(5_000);
    await metric('nodejs_eventloop_lag_max_seconds');
    const refresh = `${service.url}/v1/calendar-feeds/${one[0].id}/refresh`;
    const refreshed = (await (await fetch(refresh, { method: 'POST', headers })).json()) as { data: unknown };
    log(
      `a calendar of ${MOST_EVENTS} events: the event loop was held for at most ${await metric('nodejs_eventloop_lag_max_seconds')} s; ${JSON.stringify(refreshed.data).slice(0, 200)}`,
    );
  } finally {
    await service.stop();
    channel.close();
    await client.end();
    await databases.close();
  }
}

await main();
