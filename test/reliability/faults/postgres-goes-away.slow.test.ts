/** PostgreSQL stops, crashes and drops its connections under load: the server survives and loses nothing. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openSharedApp } from '../../helpers/app.ts';
import { times } from '../../helpers/bookings.ts';
import { violationsIn } from '../../helpers/invariants.ts';
import { type Ledger, openLedger, startLoad } from '../booking-load.ts';
import { allowed, reportFigures, sized } from '../figures.ts';
import { openPlaces } from '../places.ts';
import { openSharedServers } from '../servers.ts';
import { openSharedPostgres } from './own-postgres.ts';

const RESTARTS = sized(3, 1);
const TERMINATIONS = sized(40, 4);
const TERMINATE_EVERY_MS = 100;
const CLIENTS = 16;
/** Without it, most of the machine would be busy with requests while PostgreSQL starts. */
const REST_MS = sized(0, 30);
/** From the failure of PostgreSQL until all answers are ordinary again. */
const SERVES_AGAIN_WITHIN_MS = 10_000;

const postgres = await openSharedPostgres();
const world = await openSharedApp({ url: postgres.url });
const servers = await openSharedServers(postgres.url);

/** Stops PostgreSQL under load and returns how long the server only refused requests. */
async function outageMs(ledger: Ledger, signal: 'SIGINT' | 'SIGQUIT'): Promise<number> {
  await ledger.untilServed(sized(10, 2) * CLIENTS);
  const refused = ledger.count(503);
  const stoppedAt = performance.now();
  await postgres.stop(signal);
  await expect.poll(() => ledger.count(503), { timeout: 60_000, interval: 10 }).toBeGreaterThan(refused);
  await ledger.untilServed(1);
  const ms = performance.now() - stoppedAt;
  expect(ms).toBeLessThan(allowed(SERVES_AGAIN_WITHIN_MS));
  return ms;
}

test('restarts, crashes and lost connections of PostgreSQL cost 503s only, and no acknowledged write', async () => {
  const ledger = openLedger(await openPlaces(world, { teams: 4, units: 4 }));
  const server = await servers.start();
  const load = startLoad({ ledger, port: server.port, clients: CLIENTS, reads: 0.5, restMs: REST_MS });
  const fast: number[] = [];
  const immediate: number[] = [];
  let terminated = 0;
  try {
    for (const _ of times(RESTARTS, (n) => n)) fast.push(await outageMs(ledger, 'SIGINT'));
    for (const _ of times(RESTARTS, (n) => n)) immediate.push(await outageMs(ledger, 'SIGQUIT'));
    await ledger.untilServed(CLIENTS);
    for (const _ of times(TERMINATIONS, (n) => n)) {
      terminated += await postgres.terminateBackends();
      await sleep(TERMINATE_EVERY_MS);
    }
    await ledger.untilServed(CLIENTS);
  } finally {
    await load.stop();
  }
  expect(server.child.exitCode).toBeNull();
  // Every request got an answer: an ordinary one, or a 503 with `Retry-After`.
  expect(ledger.surprises).toEqual([]);
  expect(ledger.count('unanswered', 'unreachable')).toBe(0);
  expect(terminated).toBeGreaterThan(TERMINATIONS / 2);
  expect(await ledger.lostIn(postgres.url)).toEqual([]);
  const acknowledged = ledger.acknowledged();
  const { retried, doneBefore } = await ledger.settle(server.port);
  expect(await ledger.differencesIn(postgres.url)).toEqual([]);
  expect(await violationsIn(postgres.url)).toEqual([]);

  const seconds = (all: number[]) => all.map((ms) => (ms / 1_000).toFixed(2)).join(', ');
  reportFigures('postgres-goes-away', {
    load: `${CLIENTS} clients that read, book, change and cancel as fast as they are answered`,
    faults:
      `${RESTARTS} fast restarts, ${RESTARTS} immediate ones with crash recovery, and all connections terminated ` +
      `${TERMINATIONS} times, every ${TERMINATE_EVERY_MS} ms (${terminated} in all)`,
    acknowledged,
    lost: 0,
    refused: ledger.count(422, 503),
    ...ledger.waits(),
    seen:
      `The process lived through all of it; every request was answered. It served again ${seconds(fast)} s after a ` +
      `fast stop and ${seconds(immediate)} s after an immediate one, the start of PostgreSQL included. Of ${retried} ` +
      `writes that were answered with a 503 ${doneBefore} had been done all the same: sent again under their ` +
      'Idempotency-Key, each is there once.',
  });
}, 600_000);
