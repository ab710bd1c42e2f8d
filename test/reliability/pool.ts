/** Whether every connection of a server's pool is usable, as seen in the database, where all of them wait at once. */
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { at, times } from '../helpers/bookings.ts';
import { openClient, withClient } from '../helpers/database.ts';
import { oneNight, type Place } from './booking-load.ts';
import { callerOf } from './caller.ts';

/** The default of `DATABASE_POOL_MAX`. */
export const POOL_MAX = 10;
const GIVE_UP_AFTER_MS = 60_000;

/** Locks the units of places, like somebody else's transaction. */
export async function holdUnits(url: string, ...places: readonly Place[]) {
  const holder = await openClient(url);
  await holder.query('begin');
  const listingIds = places.map(({ listingId }) => listingId);
  await holder.query('select from units where listing_id = any($1) for update', [listingIds]);
  const { rows } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid');
  return { pid: rows[0]?.pid ?? 0, letGo: (): Promise<void> => holder.end() };
}

/** Whether somebody waits for a lock of the backend with this process id. */
export async function isWaitedFor(client: pg.Client, pid: number): Promise<boolean> {
  const { rowCount } = await client.query(
    'select from pg_stat_activity where datname = current_database() and $1 = any(pg_blocking_pids(pid))',
    [pid],
  );
  return rowCount !== 0;
}

/** How many of the servers' connections wait for a lock. */
async function countWaiting(client: pg.Client): Promise<number> {
  const { rowCount } = await client.query(
    `select from pg_stat_activity where datname = current_database() and application_name = 'innkeep-server'
       and wait_event_type = 'Lock'`,
  );
  return rowCount ?? 0;
}

/**
 * Waits until as many requests as the pool has connections hold one each, and returns the time that it took. They all
 * want to book the same night of places that are locked meanwhile. The places are of several teams, because one team's
 * writes get half of the pool.
 */
export async function untilPoolIsWhole({
  url,
  port,
  places,
  size = POOL_MAX,
}: {
  url: string;
  port: number;
  places: readonly Place[];
  size?: number;
}): Promise<number> {
  const startedAt = performance.now();
  return withClient(url, async (watcher) => {
    for (;;) {
      const isWhole = await tryOnce(watcher, { url, port, places, size });
      if (isWhole) return performance.now() - startedAt;
      if (performance.now() - startedAt > GIVE_UP_AFTER_MS) throw new Error('The pool does not recover.');
    }
  });
}

async function tryOnce(
  watcher: pg.Client,
  { url, port, places, size }: { url: string; port: number; places: readonly Place[]; size: number },
): Promise<boolean> {
  const held = await holdUnits(url, ...places);
  let answered = 0;
  const asking = times(size, async (n) => {
    const place = at(places, n % places.length);
    const caller = callerOf(port);
    // Long after all other bookings.
    const body = oneNight(place, 10_000, 'Pool');
    await caller.ask({ method: 'POST', path: '/v1/bookings', token: place.token, body });
    answered += 1;
    caller.close();
  });
  let waiting = 0;
  while (waiting < size && answered < size) {
    waiting = await countWaiting(watcher);
    await sleep(10);
  }
  await held.letGo();
  await Promise.all(asking);
  return waiting === size;
}
