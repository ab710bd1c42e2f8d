/**
 * One caller or one team takes as much as it gets of what is limited for the process, while another team works as usual
 * (docs/rules.md, 3.12 and 3.19). `FLOOD_REPORT` prints the figures without judging them, for earlier versions.
 */
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { openSharedApp } from '../helpers/app.ts';
import { tally, times } from '../helpers/bookings.ts';
import { buildTeam, buildToken } from '../helpers/factories.ts';
import { jpeg } from '../helpers/pictures.ts';
import { openSocket, speak } from '../helpers/socket.ts';
import { percentile, reportFigures, sized } from './figures.ts';
import { ask, buildShortSearch, openTeam, PLACES, type TimedAnswer } from './flooded-team.ts';
import { openSharedServers } from './servers.ts';

const world = await openSharedApp({ poolMax: 2 });
const servers = await openSharedServers(world.url);
/** As in package.json. */
const NODE_ARGS = ['--max-old-space-size=512', '--max-semi-space-size=16'];
const isJudged = !process.env.FLOOD_REPORT;
const WAIT_MS = 4_000;
const TRIES = 20;
const GUESTS = sized(20_000, 8_000);
const OTHER_ADDRESS = '127.0.0.2';

const large = await openTeam(world, PLACES);
const other = await openTeam(world, 5);

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

function report(title: string, seen: string): void {
  if (!isJudged) process.stdout.write(`${title}: ${seen}\n`);
  reportFigures('flood-of-one', { load: title, seen });
}

const startServer = (env: Record<string, string> = {}) => servers.start(env, NODE_ARGS);

/** Opens connections that send this and then nothing more, and read nothing. */
async function hold(port: number, count: number, bytes: string): Promise<void> {
  for (let nth = 0; nth < count; nth += 1) {
    const socket = openSocket(port).pause();
    if (bytes) socket.write(bytes);
    sockets.push(socket);
  }
  await sleep(500);
}

const head = (line: string, fields: Record<string, string | number>) =>
  `${line} HTTP/1.1\r\nHost: localhost\r\n${Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

function tellMs(answers: readonly TimedAnswer[], status: number): string {
  const ms = answers.flatMap((answer) => (answer.status === status ? answer.ms : []));
  return `${ms.length} × ${status} (p50 ${Math.round(percentile(ms, 0.5))}, slowest ${Math.round(percentile(ms, 1))} ms)`;
}

test('of 300 searches at once from a hundred addresses, all are answered that can begin within 4 s', {
  timeout: 300_000,
}, async () => {
  const server = await startServer({ TRUST_PROXY: 'true' });
  const path = buildShortSearch(large.slug);
  // The process has served before.
  for (let count = 0; count < 40; count += 1) await ask(server.port, { path, address: 1 });
  const flood = Promise.all(times(300, (nth) => ask(server.port, { path, address: nth % 100 })));
  await sleep(300);
  const beside = await ask(server.port, { path: buildShortSearch(other.slug), address: 200 });
  const answers = await flood;
  report(
    '300 searches at once from a hundred addresses',
    `${tellMs(answers, 200)}, ${tellMs(answers, 503)}; another team’s search beside it ${beside.status} after ${Math.round(beside.ms)} ms`,
  );
  if (!isJudged) return;
  expect(Object.keys(tally(answers)).map(Number).toSorted()).toEqual([200, 503]);
  // How many it is depends on the machine. If some are refused, they are refused at once, and the others have used the time.
  const msOf = (wanted: number) => answers.flatMap(({ status, ms }) => (status === wanted ? ms : []));
  expect(percentile(msOf(503), 0.5)).toBeLessThan(WAIT_MS / 2);
  expect(percentile(msOf(200), 1)).toBeGreaterThan(WAIT_MS / 2);
  for (const { status, headers } of answers) if (status === 503) expect(headers['retry-after']).toBe('1');
  expect(beside.status).toBe(200);
  expect(server.said.stdout).not.toMatch(/"level":50|"stack"/);
});

test('one address with forms that never end, and one with every connection, leave a member’s writes alone', {
  timeout: 300_000,
}, async () => {
  const { port } = await startServer();
  const form = { 'Content-Type': 'application/x-www-form-urlencoded', 'Transfer-Encoding': 'chunked' };
  await hold(port, 40, `${head('POST /app/sign-in', form)}1\r\ne\r\n`);
  const body = JSON.stringify({ name: 'Bea', ignored: 'x'.repeat(70_000) });
  const fields = {
    ...bearer(other.token),
    'Content-Type': 'application/json',
    'Content-Length': body.length,
    Connection: 'close',
  };
  const answers = [];
  for (let nth = 0; nth < TRIES; nth += 1)
    answers.push(await speak(port, head('POST /v1/guests', fields) + body));
  report(
    '40 forms of one address that never end, a member’s writes of 70 kB',
    JSON.stringify(tally(answers)),
  );
  if (isJudged) expect(tally(answers)).toEqual({ 201: TRIES });
  for (const socket of sockets.splice(0)) socket.destroy();

  await hold(port, 2_000, '');
  const beside = await Promise.all(
    times(TRIES, () =>
      Promise.race([
        speak(port, head('GET /livez', { Connection: 'close' }), OTHER_ADDRESS),
        sleep(5_000, { status: 0 }),
      ]),
    ),
  );
  report('2,000 connections of one address, requests of another', JSON.stringify(tally(beside)));
  if (isJudged) expect(tally(beside)).toEqual({ 200: TRIES });
});

test('slow uploads and slowly read lists of one token leave those of another team alone', {
  timeout: 300_000,
}, async () => {
  const { port } = await startServer();
  const photo = { 'Content-Type': 'image/jpeg', Connection: 'close' };
  const upload = ({ token, ids }: typeof large, length: number) =>
    head(`POST /v1/listings/${ids[0]}/photos`, { ...photo, ...bearer(token), 'Content-Length': length });
  await hold(port, 40, `${upload(large, 20_000_000)}x`);
  const picture = await jpeg();
  const answers = [];
  for (let nth = 0; nth < 12; nth += 1)
    answers.push(await speak(port, Buffer.concat([Buffer.from(upload(other, picture.length)), picture])));
  report('40 slow uploads of one token, uploads of another team', JSON.stringify(tally(answers)));
  if (isJudged) expect(tally(answers)).toEqual({ 201: 12 });
  for (const socket of sockets.splice(0)) socket.destroy();

  const { id: teamId } = await buildTeam(world);
  const token = await buildToken(world, { teamId });
  await world.db.execute(sql`insert into guests (team_id, id, name, search_text, notes, created_at, updated_at)
    select ${teamId}, gen_random_uuid(), 'Guest', 'guest', repeat('x', 4000), now(), now()
    from generate_series(1, ${GUESTS}::int)`);
  const list = (of: string) =>
    head('GET /v1/guests', { ...bearer(of), Accept: 'text/csv', Connection: 'close' });
  await hold(port, 2, list(token));
  const startedAt = performance.now();
  const lists = [];
  for (let nth = 0; nth < 12; nth += 1) lists.push(await speak(port, list(other.token)));
  report(
    'two lists of one token that are not read, lists of another team',
    `${JSON.stringify(tally(lists))} within ${Math.round(performance.now() - startedAt)} ms`,
  );
  if (isJudged) expect(tally(lists)).toEqual({ 200: 12 });
  expect(performance.now() - startedAt).toBeLessThan(isJudged ? 5 * WAIT_MS : Number.POSITIVE_INFINITY);
});
