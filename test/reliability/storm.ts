/** Clients that are let loose on processes of the server, each over a connection of its own. */
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { addDays, todayIn } from '../../src/domain/stay.ts';
import { systemClock } from '../../src/services/clock.ts';
import type { TestApp } from '../support/app.ts';
import { at, type Json, openInn, times } from '../support/bookings.ts';
import { percentile, sized } from './figures.ts';
import { openServers } from './servers.ts';

/** How often a client asks again where the service says that it is busy. */
const PATIENCE = 10;
const WARMING_CLIENTS = 20;
const FIRST_DAY = addDays(todayIn('UTC', systemClock()), 30);

/** A day to come, by the clock of the processes, which is the machine's. */
export const dayAhead = (offset: number): string => addDays(FIRST_DAY, offset);

export type Reply = { status: number; body: Json; isReplayed: boolean };
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
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
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });

  async function send(
    method: Method,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
    attemptsLeft = PATIENCE,
  ): Promise<Reply> {
    const startedAt = performance.now();
    const reply = await new Promise<Reply>((resolve, reject) => {
      const text = body === undefined ? '' : JSON.stringify(body);
      const json = body === undefined ? {} : { 'content-type': 'application/json' };
      const sent = request({
        agent,
        port,
        host: '127.0.0.1',
        method,
        path: `/v1${path}`,
        headers: {
          authorization: `Bearer ${token}`,
          'content-length': Buffer.byteLength(text),
          ...json,
          ...headers,
        },
      });
      sent.on('error', reject).on('response', (response) => {
        let received = '';
        response.setEncoding('utf8').on('error', reject);
        response.on('data', (chunk: string) => {
          received += chunk;
        });
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            body: received && JSON.parse(received),
            isReplayed: response.headers['idempotent-replay'] === 'true',
          }),
        );
      });
      sent.end(text);
    });
    load.waitedMs.push(performance.now() - startedAt);
    load.statuses.push(reply.status);
    if (reply.status !== 503 || attemptsLeft === 0) return reply;
    await sleep(1_000);
    return send(method, path, body, headers, attemptsLeft - 1);
  }

  return { send, close: () => agent.destroy() };
}
