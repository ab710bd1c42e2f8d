/** Clients that are let loose on processes of the server, each over a connection of its own. */
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { addDays, todayIn } from '../../src/domain/stay.ts';
import { systemClock } from '../../src/services/clock.ts';
import type { TestApp } from '../support/app.ts';
import { at, type Json, times } from '../support/bookings.ts';
import { isFull, percentile } from './figures.ts';
import { errorsIn, openServers } from './servers.ts';

/** How often a client asks again where the service says that it is busy. */
const PATIENCE = 10;
const FIRST_DAY = addDays(todayIn('UTC', systemClock()), 30);

/** A day to come, by the clock of the processes, which is the machine's. */
export const dayAhead = (offset: number): string => addDays(FIRST_DAY, offset);

export type Reply = { status: number; body: Json; isReplayed: boolean };
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type StormClient = ReturnType<typeof openClient>;

/** What all clients of a storm have been answered. */
export type Load = { statuses: number[]; waitedMs: number[] };

/** Tells what a storm was like, for the page. */
export const figuresOf = ({ statuses, waitedMs }: Load) => ({
  acknowledged: statuses.filter((status) => status === 201 || status === 200 || status === 204).length,
  refused: statuses.filter((status) => status >= 400).length,
  slowestMs: Math.round(Math.max(...waitedMs)),
  p99Ms: Math.round(percentile(waitedMs, 0.99)),
});

/** At full load the machine is the storm's own, and nobody is told to come back later; never is anything worse. */
export function expectAnswered({ statuses }: Load): void {
  expect(statuses.filter((status) => status >= 500 && (isFull || status !== 503))).toEqual([]);
}

/**
 * Starts so many processes on the database of `world` and lets `work` loose on them, with clients that it opens; then
 * they stop, having said nothing of an error.
 */
export async function withServers<Result>(
  world: TestApp,
  count: number,
  work: (openClients: (token: string, count: number, load: Load) => StormClient[]) => Promise<Result>,
): Promise<Result> {
  const servers = await openServers(world.url);
  const clients: StormClient[] = [];
  try {
    const started = await Promise.all(times(count, () => servers.start()));
    const result = await work((token, ofToken, load) => {
      const opened = times(ofToken, (n) => openClient(at(started, n % count).port, token, load));
      clients.push(...opened);
      return opened;
    });
    for (const client of clients) client.close();
    for (const server of started) {
      server.child.kill('SIGTERM');
      expect(await server.finished).toMatchObject({ code: 0, stderr: '' });
      // At the small size others are at work beside it, and a 503 is an error in the log.
      if (isFull) expect(errorsIn(server)).toEqual([]);
    }
    return result;
  } finally {
    await servers.close();
  }
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
