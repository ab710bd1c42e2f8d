/** Calendars that are made to hold a server up. */
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openSharedApp } from '../../helpers/app.ts';
import { at, type Inn, openInn, times } from '../../helpers/bookings.ts';
import { calendarOf, openChannel } from '../../options/calendars/services/channel.ts';
import { callerOf } from '../caller.ts';
import { isFull, reportFigures, sized } from '../figures.ts';
import { openSharedServers } from '../servers.ts';
import { dayAhead } from '../storm.ts';

const world = await openSharedApp({ poolMax: 1 });
const servers = await openSharedServers(world.url);

/** As `npm start` and the image start it. */
const LIKE_PRODUCTION = {
  NODE_OPTIONS: '--max-old-space-size=512 --max-semi-space-size=16',
  OUTBOUND_ALLOW: '127.0.0.1',
  CALENDAR_MINUTES: '0',
};
const READINGS = sized(20, 2);
const ENDLESS_AT_ONCE = sized(3, 1);
const ENDLESS_ROUNDS = sized(3, 1);
const WITHIN_MS = 2_000;
const MAX_MB = 600;
const MAX_MORE_MB = 150;

const TOO_LONG = 'The calendar takes too long to read.';
const numbers = (count: number) => times(count, (nth) => nth).join(',');
const ENDLESS = [
  `FREQ=DAILY;BYHOUR=${numbers(24)};BYMINUTE=${numbers(60)};BYSECOND=${numbers(60)}`,
  'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=31;SKIP=FORWARD',
];

/** The memory of a process, now and at its highest. */
async function memoryOf(pid: number | undefined) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const megabytes = (name: string) =>
    (Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1_024) / 1_000_000;
  return { now: megabytes('VmRSS'), highest: megabytes('VmHWM') };
}

async function openServer() {
  const { child, port } = await servers.start(LIKE_PRODUCTION);
  /** Each request has a connection of its own, so that it waits for no other. */
  async function post(inn: Inn, path: string, body?: object) {
    const { ask, close } = callerOf(port);
    const heard = await ask({ method: 'POST', path: `/v1/calendar-feeds${path}`, token: inn.token, body });
    close();
    return heard;
  }
  return {
    memory: () => memoryOf(child.pid),
    async addFeed(inn: Inn, url: string): Promise<string> {
      const body = { unit_id: at(inn.units, 0).id, name: 'Channel', url };
      const added = await post(inn, '', body);
      expect(added.status).toBe(201);
      return added.body.data.id;
    },
    async refresh(inn: Inn, id: string) {
      const { status, body, ms } = await post(inn, `/${id}/refresh`);
      expect(status).toBe(200);
      return { feed: body.data, ms };
    },
  };
}

type Server = Awaited<ReturnType<typeof openServer>>;

/** One team has calendars that never end read, again and again. Returns how long another team waited for its own. */
async function readBesideEndless(server: Server): Promise<number[]> {
  await using channel = await openChannel();
  const [hostile, other] = [await openInn(world), await openInn(world)];
  channel.behave((response, { url = '' }) => {
    const rule =
      url === '/calendar.ics' ? [] : [`RRULE:${at(ENDLESS, Number(url.slice(1)) % ENDLESS.length)}`];
    response.end(calendarOf({ uid: 'a', start: dayAhead(1), end: dayAhead(3), lines: rule }));
  });
  const usual = await server.addFeed(other, channel.url);
  const endless = await Promise.all(
    times(ENDLESS_AT_ONCE, (nth) => server.addFeed(hostile, `${channel.origin}/${nth}`)),
  );
  const flood = Promise.all(
    endless.map(async (id) => {
      for (let nth = 0; nth < ENDLESS_ROUNDS; nth += 1) {
        const { feed } = await server.refresh(hostile, id);
        expect(feed).toMatchObject({ status: 'failing', last_error: TOO_LONG });
      }
    }),
  );
  // It is awaited below.
  flood.catch(() => {});
  const waitedMs: number[] = [];
  for (let nth = 0; nth < READINGS; nth += 1) {
    await sleep(sized(1_000, 200));
    const { feed, ms } = await server.refresh(other, usual);
    expect(feed).toMatchObject({ status: 'ok', events: 1 });
    waitedMs.push(ms);
  }
  await flood;
  return waitedMs;
}

/** Has calendars of a million lines read. Returns how many more megabytes the process has a while later. */
async function readMillionLines(server: Server): Promise<number> {
  await using channel = await openChannel();
  const inn = await openInn(world);
  const whole = calendarOf({ uid: 'a', start: dayAhead(1), end: dayAhead(3) });
  const withLines = (count: number, line: string) =>
    whole.replace('UID:a', `${`${line}\r\n`.repeat(count)}UID:a`);
  const id = await server.addFeed(inn, channel.url);
  channel.answer(200, whole);
  await server.refresh(inn, id);
  const before = await server.memory();
  channel.answer(200, withLines(980_000, 'A:1'));
  for (let nth = 0; nth < sized(5, 1); nth += 1)
    expect((await server.refresh(inn, id)).feed).toMatchObject({ status: 'ok', events: 1 });
  channel.answer(200, withLines(800_000, 'UID:'));
  expect((await server.refresh(inn, id)).feed).toMatchObject({
    status: 'failing',
    last_error: 'The calendar has too many lines.',
  });
  await sleep(sized(20_000, 0));
  return (await server.memory()).now - before.now;
}

test('calendars that are made to be expensive do not hold up a server', { timeout: 300_000 }, async () => {
  const server = await openServer();
  const moreMb = await readMillionLines(server);
  const waitedMs = await readBesideEndless(server);
  const { highest } = await server.memory();
  expect(highest).toBeLessThan(MAX_MB);
  const slowestMs = Math.max(...waitedMs);
  // An ordinary run shares its machine with other tests, and does not wait until memory has been given back.
  if (isFull) {
    expect(slowestMs).toBeLessThan(WITHIN_MS);
    expect(moreMb).toBeLessThan(MAX_MORE_MB);
  }
  reportFigures('calendar-floods', {
    load: `calendars of 5 MB with a million lines; then ${ENDLESS_AT_ONCE} calendars of one team that never end, read by request again and again, while another team has its own read ${READINGS} times`,
    slowestMs,
    seen: `Each calendar that never ends was cut off and reported. The process had ${Math.round(highest)} MB at most, and ${Math.round(moreMb)} MB more than before 20 s after the million lines.`,
  });
});
