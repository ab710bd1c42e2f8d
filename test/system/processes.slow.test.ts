/** Several server processes over one database: they behave like one, and none loses anything when it stops. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../src/services/clock.ts';
import { revokeToken } from '../../src/services/tokens/tokens.ts';
import { byOperator } from '../../src/services/write.ts';
import { openTestApp, TEST_APP_KEY, type TestApp } from '../helpers/app.ts';
import { expectSound, type Inn, openInn, tally, times } from '../helpers/bookings.ts';
import { buildToken } from '../helpers/factories.ts';
import { type Running, run, untilSaid } from '../helpers/process.ts';
import { keepAsking, requestText, type Told } from './keep-alive.ts';

const CANARY = 'canary';
const CLIENTS = 16;

type Server = Running & { port: number };

let root: string;
let world: TestApp;
let inn: Inn;
let servers: Server[];
/** The processes of all tests, which are ended in any case. */
const started: Running[] = [];

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'innkeep-processes-'));
  world = await openTestApp();
  inn = await openInn(world, { units: times(CLIENTS, (n) => `Unit ${n}`) });
  servers = await Promise.all([startServer(), startServer()]);
});
afterAll(async () => {
  for (const { child } of started) child.kill('SIGKILL');
  await Promise.all(started.map(({ finished }) => finished));
  await world.close();
  await rm(root, { recursive: true, force: true });
});

async function startServer(): Promise<Server> {
  const env = {
    DATABASE_URL: world.url,
    APP_KEY: TEST_APP_KEY.toString('base64'),
    PORT: '0',
    LOG_LEVEL: 'trace',
    RATE_LIMIT_PUBLIC: '0',
    RATE_LIMIT_TOKEN: '0',
  };
  const server = run('server', { env, cwd: root });
  started.push(server);
  const [, port = ''] = await untilSaid(server, /listening at http:\/\/127\.0\.0\.1:(\d+)/i);
  return { ...server, port: Number(port) };
}

/** A day by the real clock, which the processes use. */
const dayFromToday = (offset: number) =>
  new Date(systemClock().getTime() + (30 + offset) * 86_400_000).toISOString().slice(0, 10);
const bookingText = (night: number) =>
  requestText('POST', '/v1/bookings', inn.token, {
    listing_id: inn.listing.id,
    check_in: dayFromToday(night),
    check_out: dayFromToday(night + 1),
    number_of_guests: 2,
    guest: { name: CANARY, email: `${CANARY}@example.com`, phone: CANARY },
    notes: CANARY,
  });

/** Sends one request to a server, again after a 503, as every client should. */
async function ask(server: Server | undefined, request: string, patience = 10): Promise<Told> {
  const { answers } = await keepAsking(server?.port ?? 0, () => request, 1);
  const [answer] = answers;
  if (!answer) throw new Error('There was no answer.');
  if (answer.status !== 503 || patience === 0) return answer;
  await sleep(1_000);
  return ask(server, request, patience - 1);
}

const idsOf = (answers: readonly Told[]): string[] =>
  answers.filter(({ status }) => status === 201).map(({ body }) => JSON.parse(body).data.id);

test('a token that is revoked is refused by all of them at once', async () => {
  for (const name of times(10, (n) => `Till ${n}`)) {
    const token = await buildToken(world, { teamId: inn.teamId, name });
    const me = requestText('GET', '/v1/me', token);
    const statuses = () => Promise.all(servers.map(async (server) => (await ask(server, me)).status));
    expect(await statuses()).toEqual([200, 200]);
    await revokeToken(world.services, byOperator(inn.teamId), name);
    expect(await statuses()).toEqual([401, 401]);
  }
});

test('as many bookings as there are units are made, whichever process is asked', async () => {
  const night = 100;
  const answers = await Promise.all(
    times(3 * CLIENTS, (n) => ask(servers[n % servers.length], bookingText(night))),
  );
  expect(tally(answers)).toEqual({ 201: CLIENTS, 422: 2 * CLIENTS });
  await expectSound(world, idsOf(answers));
});

test('under one key from both, one booking is made', async () => {
  const withKey = bookingText(200).replace('Host:', 'Idempotency-Key: both\r\nHost:');
  const answers = await Promise.all(times(10, (n) => ask(servers[n % servers.length], withKey)));
  expect(tally(answers)).toEqual({ 201: 10 });
  expect(new Set(idsOf(answers)).size).toBe(1);
});

/** A log at `trace`, from start to end, contains no secret and no guest. */
function expectNothingSecret({ said }: Server) {
  const log = said.stdout + said.stderr;
  expect(log.split('\n').length).toBeGreaterThan(100);
  for (const secret of [
    CANARY,
    inn.token,
    inn.token.slice(4, -6),
    TEST_APP_KEY.toString('base64'),
    world.url,
  ])
    expect(log).not.toContain(secret);
}

test('SIGTERM under load: every request that was sent is answered, and the process exits 0', async () => {
  const me = requestText('GET', '/v1/me', inn.token);
  const server = await startServer();
  let told = 0;
  const asking = times(CLIENTS, (client) =>
    keepAsking(server.port, (index) => {
      told += 1;
      return client % 4 === 0 ? bookingText(300 + (index % 300) + 400 * (client / 4)) : me;
    }),
  );
  await expect.poll(() => told, { timeout: 60_000 }).toBeGreaterThan(8 * CLIENTS);
  server.child.kill('SIGTERM');
  const asked = await Promise.all(asking);
  expect(await server.finished).toMatchObject({ code: 0, stderr: '' });
  expectNothingSecret(server);
  expect(asked.flatMap(({ lost }) => lost)).toEqual([]);
  const answers = asked.flatMap((one) => one.answers);
  // Chance decides which requests meet the end of a server and are refused.
  const { 422: _taken, 503: _late, ...done } = tally(answers);
  expect(Object.keys(done).sort()).toEqual(['200', '201']);
  const refused = answers.filter(({ status }) => status === 503);
  for (const { headers, body } of refused) {
    const { message } = JSON.parse(body);
    expect(message).toMatch(/^The service is (shutting down|busy for a moment)\./);
    expect(headers).toMatch(/^retry-after: 1\r?$/im);
    if (/shutting/.test(message)) expect(headers).toMatch(/^connection: close\r?$/im);
  }
  await expectSound(world, idsOf(answers));
}, 240_000);
