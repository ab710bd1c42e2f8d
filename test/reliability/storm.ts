/** Clients of several server processes, each with a connection of its own. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { addDays, todayInZone } from '../../src/domain/dates/dates.ts';
import { systemClock } from '../../src/services/clock.ts';
import type { TestApp } from '../helpers/app.ts';
import { at, type Json, openInn, times } from '../helpers/bookings.ts';
import { callerOf, type Request } from './caller.ts';
import { percentile, sized } from './figures.ts';
import { openServers } from './servers.ts';

/** How often a client repeats a request while the service is busy. */
const PATIENCE = 10;
const WARMING_CLIENTS = 20;
const FIRST_DAY = addDays(todayInZone('UTC', systemClock()), 30);

/** A future day, by the clock of the machine, which the processes use. */
export const dayAhead = (offset: number): string => addDays(FIRST_DAY, offset);

export type Reply = { status: number; body: Json; isReplayed: boolean };
export type Method = Request['method'];
export type StormClient = ReturnType<typeof openClient>;

export type OpenClients = (token: string, count: number, load: Load) => StormClient[];

/** The answers to all clients of a storm. */
export type Load = { statuses: number[]; waitedMs: number[] };

/** The figures of a storm, for the page. */
export const figuresOf = ({ statuses, waitedMs }: Load) => ({
  acknowledged: statuses.filter((status) => status === 201 || status === 200 || status === 204).length,
  refused: statuses.filter((status) => status >= 400).length,
  slowestMs: Math.round(Math.max(...waitedMs)),
  p99Ms: Math.round(percentile(waitedMs, 0.99)),
});

/** Every client got an ordinary answer or a request to come back later. */
export function expectAnswered({ statuses }: Load): void {
  expect(statuses.filter((status) => status >= 500 && status !== 503)).toEqual([]);
}

/**
 * Starts this many processes on the database of `world` and runs `work` with the clients that it opens. Then they stop,
 * and must have reported no error except being busy.
 */
export async function withServers<Result>(
  world: TestApp,
  count: number,
  work: (openClients: OpenClients) => Promise<Result>,
  env: Record<string, string> = {},
): Promise<Result> {
  const servers = await openServers(world.url);
  const clients: StormClient[] = [];
  const loads = new Set<Load>();
  try {
    const started = await Promise.all(times(count, () => servers.start(env)));
    const result = await work((token, ofToken, load) => {
      const opened = times(ofToken, (n) => openClient(at(started, n % count).port, token, load));
      clients.push(...opened);
      loads.add(load);
      return opened;
    });
    for (const client of clients) client.close();
    for (const { child } of started) child.kill('SIGTERM');
    const ends = await Promise.all(started.map(({ finished }) => finished));
    for (const { code, stderr } of ends) expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    // Every 503 is explained by a line in the log. Work in the background may fail on a busy machine, and is repeated.
    const wasBusy = [...loads].some(({ statuses }) => statuses.includes(503));
    if (!wasBusy) for (const { stdout } of ends) expect(stdout).not.toMatch(/"level":[56]0.*"reqId"/);
    return result;
  } finally {
    await servers.close();
  }
}

/**
 * Makes and cancels bookings of another team before a storm whose answers are timed, because a process is many times
 * slower the first time. The small size times nothing.
 */
export async function warmUp(world: TestApp, openClients: OpenClients): Promise<void> {
  const inn = await openInn(world, { units: times(WARMING_CLIENTS, (n) => `Unit ${n}`) });
  const body = inn.newBooking({ check_in: dayAhead(0), check_out: dayAhead(1) });
  const clients = openClients(inn.token, WARMING_CLIENTS, { statuses: [], waitedMs: [] });
  await Promise.all(
    clients.map(async (client) => {
      for (let round = 0; round < sized(10, 0); round += 1) {
        const { status, body: booked } = await client.send('POST', '/bookings', body);
        if (status === 201) await client.send('POST', `/bookings/${booked.data.id}/cancel`);
      }
    }),
  );
}

/** A client with one kept connection to one of the processes. It sends one request after the other. */
function openClient(port: number, token: string, load: Load) {
  const { ask, close } = callerOf(port);

  async function send(method: Method, path: string, body?: object, key?: string): Promise<Reply> {
    for (let attempt = 0; ; attempt += 1) {
      const { status, headers, body: said, ms } = await ask({ method, path: `/v1${path}`, token, key, body });
      if (typeof status === 'string') throw new Error(`${method} ${path} is ${status}.`);
      load.waitedMs.push(ms);
      load.statuses.push(status);
      if (status !== 503 || attempt === PATIENCE)
        return { status, body: said, isReplayed: headers['idempotent-replay'] === 'true' };
      await sleep(1_000);
    }
  }

  return { send, close };
}
