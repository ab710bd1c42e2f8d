/** SIGTERM under load: requests under way are finished, and the process ends in time. */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openSharedApp } from '../../helpers/app.ts';
import { times } from '../../helpers/bookings.ts';
import { openSharedClient } from '../../helpers/database.ts';
import { violationsIn } from '../../helpers/invariants.ts';
import { randomOf, seed } from '../../helpers/random.ts';
import { openSocket } from '../../helpers/socket.ts';
import { oneNight, openLedger, type Place, startLoad } from '../booking-load.ts';
import { callerOf, type Heard } from '../caller.ts';
import { isFull, percentile, reportFigures, sized } from '../figures.ts';
import { openPlaces } from '../places.ts';
import { holdUnits, isWaitedFor } from '../pool.ts';
import { openSharedServers, type Server } from '../servers.ts';

const ROUNDS = sized(10, 1);
/** In this many rounds, somebody never sends the rest of a request, which delays the stop. */
const WITH_HALVES = sized(2, 0);
const CLIENTS = 16;
/** Without it, most of the machine would be busy with requests while the next server starts. */
const REST_MS = sized(0, 30);
const EXIT_WITHIN_MS = 10_000;

const world = await openSharedApp();
const servers = await openSharedServers(world.url);
const { client: watcher } = await openSharedClient(world.url);

/** A booking that waits for somebody else's lock, so it is certainly under way until that is released. */
async function bookSlowly({ port }: Server, place: Place, night: number) {
  const held = await holdUnits(world.url, place);
  const caller = callerOf(port);
  const { token } = place;
  const body = oneNight(place, night, 'Slow');
  const asking: Promise<Heard> = caller.ask({ method: 'POST', path: '/v1/bookings', token, body });
  await expect.poll(() => isWaitedFor(watcher, held.pid), { interval: 5 }).toBe(true);
  return {
    finish: async () => {
      await held.letGo();
      const heard = await asking;
      caller.close();
      return heard;
    },
  };
}

test('at SIGTERM under load, every running request is answered and the process exits with 0 in time', async () => {
  const [slowPlace, ...places] = await openPlaces(world, { teams: 5, units: 4 });
  if (!slowPlace) throw new Error('There are no places.');
  const ledger = openLedger(places);
  const random = randomOf(seed);
  const exitMs: number[] = [];
  const slow: string[] = [];
  let server = await servers.start();
  for (const round of times(ROUNDS, (n) => n)) {
    const load = startLoad({
      ledger,
      port: server.port,
      clients: CLIENTS,
      stream: round,
      reads: 0.3,
      restMs: REST_MS,
    });
    const next = servers.start();
    void next.catch(() => {}); // An earlier failure is reported instead.
    await ledger.untilServed(2 * CLIENTS + 1);
    await sleep(random.between(0, 300));
    // Connections without a request, or with an incomplete one.
    const idle = openSocket(server.port);
    const half = openSocket(server.port);
    await Promise.all([once(idle, 'connect'), once(half, 'connect')]);
    if (round < WITH_HALVES) half.write('GET /v1/me HTTP/1.1\r\nHost:');
    const underWay = await bookSlowly(server, slowPlace, round);
    const askedAt = performance.now();
    server.child.kill('SIGTERM');
    await sleep(random.between(0, 300));
    const finished = await underWay.finish();
    // On a busy machine, the wait may exceed its deadline. But the request was accepted.
    if (finished.status === 503) expect(finished.body.message).toMatch(/^The service is busy/);
    else expect(finished.status).toBe(201);
    if (finished.status === 201) slow.push(finished.body.data.id);
    expect(await server.finished).toMatchObject({ code: 0, stderr: '' });
    exitMs.push(performance.now() - askedAt);
    idle.destroy();
    half.destroy();
    await load.stop();
    expect(await ledger.lostIn(world.url)).toEqual([]);
    server = await next;
  }
  expect(Math.max(...exitMs)).toBeLessThan(EXIT_WITHIN_MS);
  if (isFull) expect(slow.length).toBeGreaterThan(ROUNDS / 2);
  expect(ledger.surprises).toEqual([]);
  expect(ledger.count('unanswered')).toBe(0);
  const acknowledged = ledger.acknowledged() + slow.length;
  await ledger.settle(server.port);
  expect(await ledger.differencesIn(world.url)).toEqual([]);
  expect(await violationsIn(world.url, slow)).toEqual([]);
  reportFigures('stopping-under-load', {
    load: `${CLIENTS} clients that read, book, change and cancel as fast as they are answered, and a booking that waits for a lock`,
    faults: `${ROUNDS} times SIGTERM, with idle connections and, ${WITH_HALVES} times, half a request`,
    acknowledged,
    lost: 0,
    refused: ledger.count(422, 503),
    ...ledger.waits(),
    seen:
      `Not one request that was sent stayed without an answer. The processes exited 0 after ` +
      `${(percentile(exitMs, 0.5) / 1_000).toFixed(1)} s, those with half a request at hand after ` +
      `${(Math.max(...exitMs) / 1_000).toFixed(1)} s at most.`,
  });
}, 600_000);
