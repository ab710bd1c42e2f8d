/**
 * A database that neither answers nor disconnects, and clients that neither send nor disconnect: nothing waits past its
 * deadline, and others are served meanwhile.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, type TestContext, test } from 'vitest';
import { openTestApp, type TestApp } from '../../helpers/app.ts';
import { at, times } from '../../helpers/bookings.ts';
import { violationsIn } from '../../helpers/invariants.ts';
import { openSocket, readAnswer } from '../../helpers/socket.ts';
import { type Ledger, oneNight, openLedger, type Place, startLoad } from '../booking-load.ts';
import { callerOf, type Heard } from '../caller.ts';
import { allowed, isFull, reportFigures, sized } from '../figures.ts';
import { openPlaces } from '../places.ts';
import { holdUnits, POOL_MAX, untilPoolIsWhole } from '../pool.ts';
import { openServers, type Server, type Servers } from '../servers.ts';
import { openNumbProxy, type Way } from './numb-proxy.ts';
import { type OwnPostgres, openOwnPostgres } from './own-postgres.ts';
import { watchHealth } from './probes.ts';

const CONNECTION_MS = 2_000;
const ANSWER_MS = 6_000;
const LOCK_MS = 2_000;
/**
 * A row that several wait for takes two waits, one in the queue and one for the row. The statement's deadline ends
 * both.
 */
const ROW_MS = Math.min(2 * LOCK_MS, 5_000);
/** A request that waits for a connection, and then for an answer on it. */
const DEADLINE_MS = CONNECTION_MS + ANSWER_MS;
const WHOLE_WITHIN_MS = 3_000;
/** How long PostgreSQL lets an idle transaction keep its locks. */
const IDLE_IN_TRANSACTION_MS = 10_000;
/** The tolerance on top of a deadline, on an idle machine. */
const SLACK_MS = 1_000;
/** Longer than any deadline for an answer. */
const HELD_BACK_MS = ANSWER_MS + 1_000;
const within = (ms: number) => allowed(ms + SLACK_MS);

/** The observations of every part, for the page, in its order. */
const sentences: string[] = [];
const sum = { acknowledged: 0, refused: 0, slowestMs: 0 };

function account(ledger: Ledger, acknowledged: number): void {
  sum.acknowledged += acknowledged;
  sum.refused += ledger.count(422, 503);
  sum.slowestMs = Math.max(sum.slowestMs, ledger.waits().slowestMs);
}
const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;

/** Servers over a database, with a function that closes everything. */
async function openWorld(
  { onTestFinished }: TestContext,
  url?: string,
): Promise<{ world: TestApp; servers: Servers }> {
  const world = await openTestApp(url === undefined ? {} : { url });
  const servers = await openServers(world.url);
  onTestFinished(async () => {
    await servers.close();
    await world.close();
  });
  return { world, servers };
}

/** No answer was late or unlike the rules, nothing is lost, and the checker finds nothing. */
async function expectKept(ledger: Ledger, url: string, port: number): Promise<void> {
  expect(ledger.surprises).toEqual([]);
  expect(ledger.count('unanswered', 'unreachable')).toBe(0);
  expect(ledger.waits().slowestMs).toBeLessThan(within(DEADLINE_MS));
  expect(await ledger.lostIn(url)).toEqual([]);
  account(ledger, ledger.acknowledged());
  await ledger.settle(port);
  expect(await ledger.differencesIn(url)).toEqual([]);
  expect(await violationsIn(url)).toEqual([]);
}

/** A 503 with `Retry-After` (docs/rules.md, 3.7). */
function expectBusy({ status, headers, body }: Heard): void {
  expect({ status, retryAfter: headers['retry-after'], body }).toEqual({
    status: 503,
    retryAfter: '1',
    body: { message: 'The service is busy for a moment. Please try again.' },
  });
}

function expectHealthTold(seen: Awaited<ReturnType<ReturnType<typeof watchHealth>['stop']>>): void {
  expect(seen.livez).toEqual([200]);
  expect(seen.readyz).toEqual([200, 503]);
  expect(seen.slowestLivezMs).toBeLessThan(within(0));
  expect(seen.slowestReadyzMs).toBeLessThan(within(1_000));
}

const good = (ledger: Ledger) => ledger.count(200, 201);
const book = ({ port }: Server, place: Place, night: number, key?: string): Promise<Heard> => {
  const caller = callerOf(port);
  const body = oneNight(place, night, 'Bea Lind');
  return caller
    .ask({ method: 'POST', path: '/v1/bookings', token: place.token, body, ...(key ? { key } : {}) })
    .finally(() => caller.close());
};

/** Repeats a request after a 503, as every client should. A busy machine may cause one. */
async function bookPatiently(server: Server, place: Place, night: number): Promise<Heard> {
  let heard = await book(server, place, night);
  for (let attempt = 1; heard.status === 503 && attempt < 10; attempt += 1)
    heard = await book(server, place, night);
  expect(heard).toMatchObject({ status: 201 });
  return heard;
}

// At a small size, test/db/frozen.slow.test.ts freezes backends under the app.
describe.runIf(isFull)('frozen database connections', () => {
  let postgres: OwnPostgres;
  beforeAll(async () => {
    postgres = await openOwnPostgres();
  });
  afterAll(() => postgres.close());

  test('if idle database connections freeze, their server recovers at the deadline, and another server is not affected', async (context) => {
    const { world, servers } = await openWorld(context, postgres.url);
    const stuck = openLedger(await openPlaces(world, { teams: 4, units: 4 }));
    const free = openLedger(await openPlaces(world, { teams: 4, units: 4 }));
    const first = await servers.start();
    const pool = { url: postgres.url, port: first.port, places: stuck.places };
    await untilPoolIsWhole(pool);
    const frozen = await postgres.backends();
    expect(frozen).toHaveLength(POOL_MAX);
    const second = await servers.start();
    const health = watchHealth(first.port);
    const frozenAt = performance.now();
    for (const pid of frozen) process.kill(pid, 'SIGSTOP');
    const loads = [
      startLoad({ ledger: stuck, port: first.port, clients: 30, reads: 0.5 }),
      startLoad({ ledger: free, port: second.port, clients: 4, reads: 0.5, restMs: 10 }),
    ];
    let servedMs = 0;
    let wholeMs = 0;
    try {
      await stuck.untilServed(10);
      servedMs = performance.now() - frozenAt;
      wholeMs = await untilPoolIsWhole(pool);
    } finally {
      for (const pid of frozen) process.kill(pid, 'SIGCONT');
      await Promise.all(loads.map((load) => load.stop()));
    }
    expect(servedMs).toBeLessThan(within(ANSWER_MS));
    // The backends stay frozen. A connection that nobody used at first is given up one deadline after its first use.
    expect(wholeMs).toBeLessThan(within(ANSWER_MS));
    expectHealthTold(await health.stop());
    expect(free.count(503)).toBe(0);
    await expectKept(stuck, postgres.url, first.port);
    await expectKept(free, postgres.url, second.port);
    sentences[0] =
      `All ${POOL_MAX} backends of a server frozen, and left so: it served again after ${seconds(servedMs)} and had its ` +
      `whole pool ${seconds(wholeMs)} later; ${good(free)} requests to another process met with no refusal.`;
  });

  test('if working database connections freeze, no request waits past its deadline, and all is well afterwards', async (context) => {
    const { world, servers } = await openWorld(context, postgres.url);
    const ledger = openLedger(await openPlaces(world, { teams: 4, units: 4 }));
    const server = await servers.start();
    const load = startLoad({ ledger, port: server.port, clients: 30, reads: 0.5 });
    const health = watchHealth(server.port);
    await ledger.untilServed(100);
    const frozen = await postgres.backends();
    // A frozen backend may hold something that all others need, such as the log's next page, so perhaps nobody is
    // served.
    for (const pid of frozen) process.kill(pid, 'SIGSTOP');
    try {
      await sleep(ANSWER_MS + 1_000);
    } finally {
      for (const pid of frozen) process.kill(pid, 'SIGCONT');
    }
    const wholeMs = await untilPoolIsWhole({
      url: postgres.url,
      port: server.port,
      places: ledger.places,
    });
    await load.stop();
    expect(wholeMs).toBeLessThan(within(WHOLE_WITHIN_MS));
    expectHealthTold(await health.stop());
    await expectKept(ledger, postgres.url, server.port);
    sentences[1] = `Frozen during their work for ${seconds(ANSWER_MS + 1_000)}: the pool was whole ${seconds(wholeMs)} after they went on.`;
  });
});

// Each with a database and a server of its own, so that all can wait at once.
describe.concurrent('faults of the database', () => {
  const ways: Way[] = ['to the database', 'to the server', 'both ways'];
  test.runIf(isFull)(
    'if the network to the database goes silent, requests are 503s in time, and the pool recovers soon after',
    async (context) => {
      const wholeMs = await Promise.all(ways.map((way) => holdBackFor(way, context)));
      sentences[2] = `Nothing arrived for ${seconds(HELD_BACK_MS)} ${ways.join(', ')}: the pool was whole ${wholeMs.map(seconds).join(', ')} later.`;
    },
  );

  async function holdBackFor(way: Way, context: TestContext): Promise<number> {
    const { world, servers, proxy } = await openNumbWorld(context);
    const ledger = openLedger(await openPlaces(world, { teams: 2, units: 4 }));
    const server = await servers.start();
    const load = startLoad({ ledger, port: server.port, clients: 15, reads: 0.5, restMs: 50 });
    await ledger.untilServed(100);
    const health = watchHealth(server.port);
    proxy.holdBack(way);
    await sleep(HELD_BACK_MS);
    proxy.mend();
    const wholeMs = await untilPoolIsWhole({
      url: world.url,
      port: server.port,
      places: ledger.places,
    });
    await load.stop();
    expect(wholeMs).toBeLessThan(within(WHOLE_WITHIN_MS));
    expectHealthTold(await health.stop());
    await expectKept(ledger, world.url, server.port);
    return wholeMs;
  }

  test('if the answer to COMMIT is lost, the booking exists and its idempotency key returns it', async (context) => {
    const { world, servers, proxy } = await openNumbWorld(context);
    const places = await openPlaces(world, { teams: 2, units: 1 });
    const place = at(places, 0);
    const server = await servers.start();
    const isDead = proxy.killAfter(/commit/i);
    const asking = book(server, place, 1, 'lost-answer');
    await isDead;
    const others = await Promise.all(times(POOL_MAX / 2, (n) => bookPatiently(server, place, 10 + n)));
    const refused = await asking;
    expectBusy(refused);
    expect(refused.ms).toBeLessThan(within(ANSWER_MS));
    const again = await book(server, place, 1, 'lost-answer');
    expect([again.status, again.headers['idempotent-replay']]).toEqual([201, 'true']);
    expect(
      await violationsIn(world.url, [again.body.data.id, ...others.map(({ body }) => body.data.id)]),
    ).toEqual([]);
    const wholeMs = await untilPoolIsWhole({ url: world.url, port: server.port, places });
    expect(wholeMs).toBeLessThan(within(WHOLE_WITHIN_MS));
    sentences[3] = `A COMMIT whose answer was lost is a 503 after ${seconds(refused.ms)}, and under its Idempotency-Key the booking that was made.`;
  });

  test.runIf(isFull)(
    'if a transaction goes silent while it has locked a unit, requests for other units are served',
    async (context) => {
      const { world, servers, proxy } = await openNumbWorld(context);
      const [place, other] = await openPlaces(world, { teams: 2, units: 1 });
      if (!place || !other) throw new Error('There are no places.');
      const server = await servers.start();
      const isDead = proxy.killAfter(/for no key update/i);
      const startedAt = performance.now();
      const asking = book(server, place, 1);
      await isDead;
      // PostgreSQL does not notice it: until its own deadline, that unit cannot be booked, but any other can.
      const same = await book(server, place, 2);
      expectBusy(same);
      expect(same.ms).toBeLessThan(within(ROW_MS));
      await bookPatiently(server, other, 2);
      expectBusy(await asking);
      // The tests run side by side, so only the test's own `expect` knows in which of them it is.
      await context.expect
        .poll(() => book(server, place, 3).then(({ status }) => status), { timeout: 60_000, interval: 100 })
        .toBe(201);
      const freeMs = performance.now() - startedAt;
      expect(freeMs).toBeLessThan(within(IDLE_IN_TRANSACTION_MS + ROW_MS));
      expect(await violationsIn(world.url)).toEqual([]);
      sentences[4] = `A unit that a silent connection had locked was free again after ${seconds(freeMs)}.`;
    },
  );

  // At a small size, test/plugins/socket/socket.test.ts has shorter deadlines.
  test.runIf(isFull)(
    'callers who send nothing or very slowly get a 408 in time, and other callers are not affected',
    async (context) => {
      const { world, servers } = await openWorld(context);
      const places = await openPlaces(world, { teams: 1, units: 1 });
      const { token } = at(places, 0);
      const ledger = openLedger(places);
      const server = await servers.start();
      const load = startLoad({ ledger, port: server.port, clients: 4, reads: 1, restMs: 20 });
      const slow = await Promise.all(
        SLOW_CALLERS.flatMap((caller) => times(DRIPPING, () => dripUntilClosed(server.port, token, caller))),
      );
      await load.stop();
      for (const { withinMs, ms, answer } of slow) {
        expect([answer.status, answer.body]).toEqual([
          408,
          '{"message":"The request took too long to arrive."}',
        ]);
        expect(ms).toBeLessThan(within(withinMs));
      }
      expect(ledger.surprises).toEqual([]);
      expect(ledger.count(200)).toBe(ledger.heardOf.length);
      account(ledger, 0);
      sentences[7] =
        `${slow.length} callers who dripped their headers or body or said nothing at all were sent a 408 and ended after ` +
        `${seconds(Math.max(...slow.map(({ ms }) => ms)))} at most; of ${ledger.heardOf.length} requests of others meanwhile ` +
        `each was a 200, 99 of 100 in less than ${Math.ceil(ledger.waits().p99Ms)} ms.`;
    },
  );
});

const DRIPPING = 100;
const DRIP_EVERY_MS = 400;
/** How often the server looks for late clients. */
const LOOKS_EVERY_MS = 1_000;
const HEAD =
  'Host: localhost\r\nAuthorization: Bearer TOKEN\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n';
const SLOW_CALLERS = [
  { begins: '', drips: '', withinMs: 10_000 + LOOKS_EVERY_MS },
  { begins: `GET /v1/me HTTP/1.1\r\n${HEAD}X: `, drips: 'x', withinMs: 10_000 + LOOKS_EVERY_MS },
  { begins: `POST /v1/bookings HTTP/1.1\r\n${HEAD}\r\n{`, drips: ' ', withinMs: 15_000 + LOOKS_EVERY_MS },
];

/** Sends only enough to look alive, and reads until the connection is closed. */
async function dripUntilClosed(
  port: number,
  token: string,
  { begins, drips, withinMs }: (typeof SLOW_CALLERS)[number],
) {
  const startedAt = performance.now();
  const socket = openSocket(port);
  socket.write(begins.replace('TOKEN', token));
  const drip = setInterval(() => socket.write(drips), DRIP_EVERY_MS);
  const answer = await readAnswer(socket).finally(() => clearInterval(drip));
  return { withinMs, answer, ms: performance.now() - startedAt };
}

/** A database, and servers that reach it through a proxy. */
async function openNumbWorld({ onTestFinished }: TestContext) {
  const world = await openTestApp();
  const proxy = await openNumbProxy(world.url);
  const servers = await openServers(proxy.url);
  onTestFinished(async () => {
    await servers.close();
    await proxy.close();
    await world.close();
  });
  return { world, servers, proxy };
}

test('if a row stays locked, requests that need it are refused in time, and all others are served', {
  concurrent: !isFull,
}, async (context) => {
  const { world, servers } = await openWorld(context);
  const places = await openPlaces(world, { teams: 3, units: 1 });
  const blocked = at(places, 0);
  const others = openLedger(places.slice(1));
  const server = await servers.start();
  const held = await holdUnits(world.url, blocked);
  // Fewer than there are connections, so that some are left for other requests.
  const waiting = times(POOL_MAX / 2, async (n) => {
    const refused = await book(server, blocked, n);
    expectBusy(refused);
    expect(refused.ms).toBeGreaterThan(LOCK_MS / 2);
    expect(refused.ms).toBeLessThan(within(ROW_MS));
    return refused.ms;
  });
  const load = startLoad({ ledger: others, port: server.port, clients: 4, reads: 0.5, restMs: sized(0, 20) });
  const refusedMs = await Promise.all(waiting).finally(() => load.stop());
  expect(good(others)).toBeGreaterThan(10);
  if (isFull) {
    expect(others.count(503)).toBe(0);
    expect(others.waits().p99Ms).toBeLessThan(1_000);
  }
  // A request with a shorter wait succeeds.
  const patient = book(server, blocked, 1);
  await sleep(LOCK_MS / 4);
  await held.letGo();
  expect((await patient).status).toBe(201);
  await expectKept(others, world.url, server.port);
  sentences[5] =
    `${refusedMs.length} bookings of a blocked unit were refused after ${seconds(Math.max(...refusedMs))} at most; of ` +
    `${others.heardOf.length} other requests meanwhile 99 of 100 took less than ${Math.ceil(others.waits().p99Ms)} ms.`;
});

test('if all database connections are in use, requests are 503s in time, health says so, and the pool recovers', {
  concurrent: !isFull,
}, async (context) => {
  const POOL = 2;
  const { world, servers } = await openWorld(context);
  const [blocked, other] = await openPlaces(world, { teams: 2, units: 1 });
  if (!blocked || !other) throw new Error('There are no places.');
  const server = await servers.start({ DATABASE_POOL_MAX: String(POOL) });
  const held = await holdUnits(world.url, blocked);
  const health = watchHealth(server.port);
  const takers = times(2 * POOL, (n) => book(server, blocked, n));
  const rest = times(20, (n) => book(server, other, n));
  const answers = await Promise.all([...takers, ...rest]);
  const seen = await health.stop();
  await held.letGo();
  for (const answer of answers) {
    if (answer.status !== 201) expectBusy(answer);
    expect(answer.ms).toBeLessThan(within(DEADLINE_MS));
  }
  expect(answers.filter(({ status }) => status === 503).length).toBeGreaterThanOrEqual(2 * POOL);
  expect(seen.livez).toEqual([200]);
  expect(seen.slowestLivezMs).toBeLessThan(within(0));
  expect(seen.slowestReadyzMs).toBeLessThan(within(1_000));
  const wholeMs = await untilPoolIsWhole({
    url: world.url,
    port: server.port,
    places: [blocked, other],
    size: POOL,
  });
  expect(wholeMs).toBeLessThan(within(WHOLE_WITHIN_MS));
  sentences[6] =
    `With a pool of ${POOL} all taken, ${answers.length} requests were answered after ` +
    `${seconds(Math.max(...answers.map(({ ms }) => ms)))} at most, and the pool was whole ${seconds(wholeMs)} later.`;
});

const PARTS = 8;

afterAll(() => {
  // If a part failed, the page is not written.
  if (sentences.filter(Boolean).length < PARTS) return;
  reportFigures('stuck-database', {
    load: '4 to 30 clients that read, book, change and cancel as fast as they are answered',
    faults:
      'backends stopped by SIGSTOP, a network on which nothing arrives, a COMMIT without its answer, a connection that ' +
      'falls silent during a transaction, a row that is locked, a pool that is taken, callers who drip',
    acknowledged: sum.acknowledged,
    lost: 0,
    refused: sum.refused,
    slowestMs: sum.slowestMs,
    seen: sentences.join(' '),
  });
});
