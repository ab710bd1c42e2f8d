/** kill -9 of the server under a load of bookings: answered requests stay done, and others can be repeated. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openSharedApp } from '../../helpers/app.ts';
import { times } from '../../helpers/bookings.ts';
import { openSharedClient } from '../../helpers/database.ts';
import { violationsIn } from '../../helpers/invariants.ts';
import { randomOf, seed } from '../../helpers/random.ts';
import { openLedger, startLoad } from '../booking-load.ts';
import { allowed, reportFigures, sized } from '../figures.ts';
import { openPlaces } from '../places.ts';
import { openSharedServers, type Server } from '../servers.ts';

const KILLS = sized(20, 1);
const CLIENTS = 16;
const MOST_WAIT_MS = sized(1_000, 200);
const LET_GO_WITHIN_MS = 5_000;

const world = await openSharedApp();
const servers = await openSharedServers(world.url);
const { client: watcher } = await openSharedClient(world.url);

/**
 * Waits until all transactions that servers have begun by now are closed. Returns their number and the time that it
 * took.
 */
async function untilLetGo(): Promise<{ left: number; ms: number }> {
  const { rows: now } = await watcher.query('select clock_timestamp()::text as killed_at');
  const startedAt = performance.now();
  const openOnes = async (): Promise<number> => {
    const { rowCount } = await watcher.query(
      `select from pg_stat_activity where datname = current_database() and application_name = 'innkeep-server'
         and xact_start <= $1::timestamptz`,
      [now[0].killed_at],
    );
    return rowCount ?? 0;
  };
  const left = await openOnes();
  while ((await openOnes()) > 0) await sleep(10);
  return { left, ms: performance.now() - startedAt };
}

test('kill -9 under load loses no acknowledged write, leaves nothing locked, and everything else can be sent again', async () => {
  const ledger = openLedger(await openPlaces(world, { teams: 4, units: 4 }));
  const random = randomOf(seed);
  const letGoMs: number[] = [];
  const sum = { left: 0, acknowledged: 0, unknown: 0, doneBefore: 0 };
  let server: Server = await servers.start();
  for (const kill of times(KILLS, (n) => n)) {
    const before = ledger.acknowledged();
    const load = startLoad({ ledger, port: server.port, clients: CLIENTS, stream: kill, reads: 0.1 });
    // The next process starts meanwhile, as a supervisor would do it.
    const next = servers.start();
    void next.catch(() => {}); // An earlier failure is reported instead.
    await expect.poll(() => ledger.acknowledged(), { timeout: 60_000 }).toBeGreaterThan(before + 2 * CLIENTS);
    await sleep(random.between(0, MOST_WAIT_MS));
    server.child.kill('SIGKILL');
    const { left, ms } = await untilLetGo();
    expect(ms).toBeLessThan(allowed(LET_GO_WITHIN_MS));
    await load.stop();
    expect(await ledger.lostIn(world.url)).toEqual([]);
    letGoMs.push(ms);
    sum.left += left;
    sum.acknowledged += ledger.acknowledged() - before;
    server = await next;
    const { retried, doneBefore } = await ledger.settle(server.port);
    sum.unknown += retried;
    sum.doneBefore += doneBefore;
    expect(await ledger.differencesIn(world.url)).toEqual([]);
  }
  expect(ledger.surprises).toEqual([]);
  expect(sum.unknown).toBeGreaterThan(0);
  expect(await violationsIn(world.url)).toEqual([]);
  reportFigures('kills', {
    load: `${CLIENTS} clients that book, change and cancel as fast as they are answered`,
    faults: `${KILLS} times kill -9 of the server while they write`,
    acknowledged: sum.acknowledged,
    lost: 0,
    refused: ledger.count(422, 503),
    seen:
      `${sum.unknown} writes were sent and never answered; ${sum.doneBefore} of them had been done. All were sent again ` +
      `under their Idempotency-Key: each is there once. The kills left ${sum.left} transactions open, the longest for ` +
      `${Math.round(Math.max(...letGoMs))} ms.`,
  });
}, 600_000);
