/** Clients that are let loose on processes of the server, each over a connection of its own. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { addDays, todayIn } from '../../src/domain/stay.ts';
import { systemClock } from '../../src/services/clock.ts';
import type { TestApp } from '../support/app.ts';
import { at, type Json, openInn, times } from '../support/bookings.ts';
import { callerOf, type Request } from './caller.ts';
import { percentile, sized } from './figures.ts';
import { openServers } from './servers.ts';

/** How often a client asks again where the service says that it is busy. */
const PATIENCE = 10;
const WARMING_CLIENTS = 20;
const FIRST_DAY = addDays(todayIn('UTC', systemClock()), 30);

/** A day to come, by the clock of the processes, which is the machine's. */
export const dayAhead = (offset: number): string => addDays(FIRST_DAY, offset);

export type Reply = { status: number; body: Json; isReplayed: boolean };
export type Method = Request['method'];
export type StormClient = ReturnType<typeof openClient>;

export type OpenClients = (token: string, count: number, load: Load) => StormClient[];

/** What all clients of a storm have been answered. */
export type Load = { statuses: number[]; waitedMs: number[] };

/** Tells what a storm was like, for the page. */
export const figuresOf = ({ statuses, waitedMs }: Load) => ({
  acknowledged: statuses.filter((status) => status === 201 || status === 200 || status === 204).length,
  refused: statuses.filter((status) => status >= 400).length,
  slowestMs: Math.round(Math.max(...waitedMs)),
  p99Ms: Math.round(percentile(waitedMs, 0.99)),
});

/** Nobody was told anything worse than to come back later. */
export function expectAnswered({ statuses }: Load): void {
  expect(statuses.filter((status) => status >= 500 && status !== 503)).toEqual([]);
}

/**
 * Starts so many processes on the database of `world` and lets `work` loose on them, with clients that it opens; then
 * they stop, having told of no error but that they were busy.
 */
export async function withServers<Result>(
  world: TestApp,
  count: number,
  work: (openClients: OpenClients) => Promise<Result>,
): Promise<Result> {
  const servers = await openServers(world.url);
  const clients: StormClient[] = [];
  const loads = new Set<Load>();
  try {
    const started = await Promise.all(times(count, () => servers.start()));
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
    // Whoever was told to come back later has left a line that says why.
    const wasBusy = [...loads].some(({ statuses }) => statuses.includes(503));
    if (!wasBusy) for (const { stdout } of ends) expect(stdout).not.toMatch(/"level":[56]0/);
    return result;
  } finally {
    await servers.close();
  }
}

/**
 * Makes bookings of another team's and cancels them, before a storm whose answers are timed: what a process does for the
 * first time takes many times as long. The small size times nothing.
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

/** A client with one connection, which is kept, to one of the processes: it asks one thing after the other. */
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
