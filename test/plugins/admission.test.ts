/** Requests that may be dear are admitted a few at a time (docs/rules.md, 3.12). */
import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createMetrics } from '../../src/metrics.ts';
import { openSharedApp, openTestApp, type TestApp, type TestAppOptions } from '../helpers/app.ts';
import { tally, times } from '../helpers/bookings.ts';
import { openSocket, readAnswer } from '../helpers/socket.ts';

const BUSY = { message: 'The service is busy for a moment. Please try again.' };
const WAIT_MS = 4_000;

/** The requests that work, each until it is let go, by their names. */
const working = new Map<string, PromiseWithResolvers<unknown>>();
/** The names of all that have begun, in order. */
const begun: string[] = [];

type Query = { name?: string; team?: string };

const options: TestAppOptions = {
  extend: (app) => {
    const handler = async (request: FastifyRequest) => {
      const { name = '' } = request.query as Query;
      begun.push(name);
      const wait = Promise.withResolvers<unknown>();
      working.set(name, wait);
      return wait.promise;
    };
    app.register(async (scope) => {
      scope.addHook('onRequest', async (request) => {
        request.ofTeam = Number((request.query as Query).team ?? 1);
      });
      const config = { dear: true };
      scope.get('/dear', { config }, handler);
      scope.get(
        '/numbers',
        { config, schema: { querystring: z.object({ name: z.coerce.number() }) } },
        handler,
      );
      scope.get('/light', async () => ({ ok: true }));
    });
  },
};

const world = await openSharedApp(options);
const port = await world.listen();

beforeEach(() => {
  begun.length = 0;
});
afterEach(async () => {
  vi.useRealTimers();
  for (const name of working.keys()) end(name);
  // Nothing is left over: as many as ever may be at work.
  await expect.poll(() => finished(['left', 'right'])).toEqual([200, 200]);
});

/** Lets a request finish its work. */
function end(name: string, result: unknown = { ok: true }): void {
  working.get(name)?.resolve(result);
  working.delete(name);
}

type Asking = { team?: number; from?: string; method?: 'GET' | 'HEAD'; path?: string; app?: TestApp['app'] };

const ask = (
  name: string,
  { team = 1, from = '203.0.113.7', method = 'GET', path = '/dear', app = world.app }: Asking = {},
) => app.inject({ method, url: `${path}?name=${name}&team=${team}`, remoteAddress: from });

const untilBegun = (...names: string[]) => expect.poll(() => begun).toEqual(names);

/** The statuses of requests that are let go at once. */
async function finished(names: string[]): Promise<number[]> {
  const answers = names.map((name) => ask(name));
  for (const name of names) {
    await expect.poll(() => working.has(name)).toBe(true);
    end(name);
  }
  return (await Promise.all(answers)).map(({ statusCode }) => statusCode);
}

test('two dear requests run at once, and others wait in the order of their arrival', async () => {
  const answers = ['a', 'b', 'c', 'd'].map((name) => ask(name));
  await untilBegun('a', 'b');
  // What is small waits for nothing.
  expect((await world.app.inject('/light')).statusCode).toBe(200);
  end('b');
  await untilBegun('a', 'b', 'c');
  end('a');
  await untilBegun('a', 'b', 'c', 'd');
  end('c');
  end('d');
  expect(new Set((await Promise.all(answers)).map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
});

test('a dear request that has waited 4 s is refused, and does not use up a turn', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const atWork = [ask('a'), ask('b')];
  await vi.waitFor(() => expect(begun).toEqual(['a', 'b']), { timeout: 15_000 });
  const waiting = ask('c');
  await vi.advanceTimersByTimeAsync(WAIT_MS - 1);
  const later = ask('d');
  await vi.advanceTimersByTimeAsync(1);
  const refused = await waiting;
  expect([refused.statusCode, refused.json(), refused.headers['retry-after']]).toEqual([503, BUSY, '1']);
  end('a');
  await vi.waitFor(() => expect(begun).toEqual(['a', 'b', 'd']), { timeout: 15_000 });
  for (const name of ['b', 'd']) end(name);
  expect((await Promise.all([...atWork, later])).map(({ statusCode }) => statusCode)).toEqual([
    200, 200, 200,
  ]);
});

test.each([
  ['of one caller 6 are in line', 6, () => ({})],
  ['of one team 120', 120, (nth: number) => ({ from: `198.51.100.${nth}` })],
  ['of the process 200', 200, (nth: number) => ({ from: `198.51.100.${nth}`, team: nth })],
])('%s, and further dear requests are refused at once', async (_, most, askingOf) => {
  // A process of its own, which knows no rate yet.
  const own = await openTestApp({ ...options, url: world.url });
  const askNth = (nth: number) => ask(`${nth}`, { ...askingOf(nth), app: own.app });
  // Nobody waits for too long, however slow this machine is.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const open = times(most, askNth);
  await vi.waitFor(() => expect(own.app.shares.dearRequests.readFigures().open).toBe(most), {
    timeout: 15_000,
    interval: 1,
  });
  const refused = await askNth(most);
  expect([refused.statusCode, refused.json(), refused.headers['retry-after']]).toEqual([503, BUSY, '1']);
  for (let ended = 0; ended < most; ended += 1) {
    await vi.waitFor(() => expect(working.size).toBeGreaterThan(0), { timeout: 15_000, interval: 1 });
    const [name = ''] = working.keys();
    end(name);
  }
  expect(tally((await Promise.all(open)).map(({ statusCode: status }) => ({ status })))).toEqual({
    200: most,
  });
  vi.useRealTimers();
  await own.close();
});

test('a dear request that is refused is logged as a warning without a stack, and counted', async () => {
  const metrics = createMetrics();
  const own = await openTestApp({ ...options, url: world.url, metrics });
  const { dearRequests } = own.app.shares;
  const open = times(6, (nth) => ask(`${nth}`, { app: own.app }));
  await expect.poll(() => dearRequests.readFigures().waiting).toBe(4);
  expect((await ask('more', { app: own.app })).statusCode).toBe(503);
  const lines = own.log.map((line) => JSON.parse(line)).filter(({ level }) => level > 30);
  expect(lines).toEqual([
    expect.objectContaining({ level: 40, msg: 'request refused', reason: 'Too many wait for a turn.' }),
  ]);
  expect(JSON.stringify(lines)).not.toContain('stack');
  const text = await metrics.text();
  for (const line of [
    'open{of="dear_requests"} 6',
    'waiting{of="dear_requests"} 4',
    'refused_total{of="dear_requests"} 1',
  ])
    expect(text).toContain(`innkeep_limited_${line}\n`);
  for (let ended = 0; ended < 6; ended += 1) {
    await expect.poll(() => working.size).toBeGreaterThan(0);
    const [name = ''] = working.keys();
    end(name);
  }
  await Promise.all(open);
  expect(await metrics.text()).toContain('innkeep_limited_waiting{of="dear_requests"} 0\n');
  await own.close();
});

test('if a caller disconnects during a dear request, its turn is free when the work has ended, and not before', async () => {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write('GET /dear?name=gone HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await untilBegun('gone');
  const other = ask('b');
  await untilBegun('gone', 'b');
  socket.destroy();
  const waiting = ask('c');
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(begun).toEqual(['gone', 'b']);
  end('gone');
  await untilBegun('gone', 'b', 'c');
  for (const name of ['b', 'c']) end(name);
  await Promise.all([other, waiting]);

  // One who leaves while it waits is never worked for.
  const atWork = [ask('d'), ask('e')];
  await untilBegun('gone', 'b', 'c', 'd', 'e');
  const queued = connect(port, '127.0.0.1');
  await once(queued, 'connect');
  queued.write('GET /dear?name=left HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await new Promise((resolve) => setTimeout(resolve, 50));
  queued.destroy();
  await once(queued, 'close');
  for (const name of ['d', 'e']) end(name);
  await Promise.all(atWork);
  expect(begun).not.toContain('left');
});

test('two dear HEAD requests at once take two turns, and both are given back', async () => {
  const answers = ['a', 'b'].map((name) => ask(name, { method: 'HEAD' }));
  await untilBegun('a', 'b');
  for (const name of ['a', 'b']) end(name);
  expect((await Promise.all(answers)).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
});

test('a dear request that is invalid or fails gives its turn back', async () => {
  const refused = await Promise.all(times(5, () => ask('x', { path: '/numbers' })));
  expect(new Set(refused.map(({ statusCode }) => statusCode))).toEqual(new Set([422]));
  const failing = ask('a');
  await untilBegun('a');
  working.get('a')?.reject(new Error('Broken.'));
  expect((await failing).statusCode).toBe(500);
});

test('a streamed answer gives its turn back before it is read', async () => {
  const socket = openSocket(port);
  socket.write('GET /dear?name=a HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  await untilBegun('a');
  const more = Promise.withResolvers<string>();
  end(
    'a',
    Readable.from(
      (async function* parts() {
        yield 'x';
        yield await more.promise;
      })(),
    ),
  );
  await once(socket, 'readable');
  const others = [ask('b'), ask('c')];
  await untilBegun('a', 'b', 'c');
  for (const name of ['b', 'c']) end(name);
  await Promise.all(others);
  more.resolve('y');
  expect((await readAnswer(socket)).status).toBe(200);
});
