import { once } from 'node:events';
import { METHODS } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { openSharedApp } from '../../helpers/app.ts';
import { type Answer, openSocket, readAnswer, speak } from '../../helpers/socket.ts';

const OWN_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const CLOSE = 'Host: localhost\r\nConnection: close\r\n\r\n';
const LONG_PATH = '/v1/listings/'.concat('x'.repeat(101));

const world = await openSharedApp({
  extend: (app) => {
    app.post('/probe', async (request) => ({ body: request.body }));
  },
});
const port = await world.listen();

function expectMessage(answer: Answer, status: number, message: string) {
  expect([answer.status, answer.json()]).toEqual([status, { message }]);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(Number(answer.headers['content-length'])).toBe(Buffer.byteLength(answer.body));
  expect(answer.headers['x-request-id']).toMatch(OWN_ID);
}

async function connections(): Promise<number> {
  return new Promise((resolve, reject) => {
    world.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
}

async function untilNobodyIsConnected() {
  for (let wait = 0; (await connections()) > 0; wait += 1) {
    if (wait > 600) throw new Error('A connection stays open.');
    await sleep(50);
  }
}

afterEach(untilNobodyIsConnected);

describe('malformed HTTP', () => {
  test.each([
    ['noise', '\x00\x01\x02\x03\r\n\r\n'],
    ['a greeting of TLS', Buffer.from('16030100a5010000a10303', 'hex')],
    ['no method', `FETCH /v1/me HTTP/1.1\r\n${CLOSE}`],
    ['another protocol', 'SSH-2.0-OpenSSH_9.9\r\n\r\n'],
    ['a header without a name', `GET /v1/me HTTP/1.1\r\n: x\r\n${CLOSE}`],
    ['a header with a NUL', `GET /v1/me HTTP/1.1\r\nX: a\0b\r\n${CLOSE}`],
    ['two lengths', `POST /probe HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n${CLOSE}`],
    [
      'a length and chunks',
      `POST /probe HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n${CLOSE}`,
    ],
    ['a negative length', `POST /probe HTTP/1.1\r\nContent-Length: -1\r\n${CLOSE}`],
  ])('%s is not HTTP, and is a 400', async (_name, bytes) => {
    expectMessage(await speak(port, bytes), 400, 'This is not valid HTTP.');
  });

  test('after bytes that are not HTTP the server closes the connection, even if the other side does not', async () => {
    const socket = openSocket(port);
    socket.write('nonsense\r\n\r\n');
    socket.resume();
    await once(socket, 'end');
    await untilNobodyIsConnected();
    socket.destroy();
  });
});

test('a request without a Host header is a 400, except in HTTP/1.0', async () => {
  const answer = await speak(port, 'GET /v1/me HTTP/1.1\r\nConnection: close\r\n\r\n');
  expectMessage(answer, 400, 'The request has no Host header.');
  expect((await speak(port, 'GET /v1/me HTTP/1.0\r\n\r\n')).status).toBe(401);
});

test('two Host headers are a 400, whether or not they are equal', async () => {
  for (const second of ['Host: localhost', 'hOsT: other.example']) {
    const answer = await speak(port, `GET /v1/me HTTP/1.1\r\n${second}\r\n${CLOSE}`);
    expectMessage(answer, 400, 'The request has several Host headers.');
  }
});

describe('an unknown path or method', () => {
  const NOWHERE = 'There is nothing at this path and method.';
  const HEAD = 'Host: localhost\r\nContent-Type: application/json\r\nContent-Length: 1048570';

  test.each(METHODS)('%s /nope is a 404', async (method) => {
    const answer = await speak(port, `${method} /nope HTTP/1.1\r\n${CLOSE}`);
    if (method === 'HEAD') expect([answer.status, answer.body]).toEqual([404, '']);
    else expectMessage(answer, 404, NOWHERE);
  });

  test.each([
    ['an unknown path', `POST /nope HTTP/1.1\r\n${HEAD}`],
    ['a method of HTTP that few know', `QUERY /nope HTTP/1.1\r\n${HEAD}`],
    [
      'a caller that waits to be asked for its body',
      `POST /nope HTTP/1.1\r\n${HEAD}\r\nExpect: 100-continue`,
    ],
    ['a body that is too large', `POST /nope HTTP/1.1\r\n${HEAD}0`],
    ['a body of no known type', `PUT /nope HTTP/1.1\r\n${HEAD.replace('json', 'x')}`],
  ])('a 404 is sent before any of the body arrives: %s', async (_name, head) => {
    const answer = await speak(port, `${head}\r\nConnection: close\r\n\r\n`);
    expectMessage(answer, 404, NOWHERE);
  });

  test('a 405 for an unknown method is sent before any of the body arrives', async () => {
    const answer = await speak(port, `PATCH /v1/me HTTP/1.1\r\n${HEAD}\r\nConnection: close\r\n\r\n`);
    expectMessage(answer, 405, 'This path has other methods: GET, HEAD.');
    expect(answer.headers.allow).toBe('GET, HEAD');
  });

  test('an unknown path among the team’s pages is a 404 page before any of the body arrives', async () => {
    const answer = await speak(port, `POST /app/nope HTTP/1.1\r\n${HEAD}\r\nConnection: close\r\n\r\n`);
    expect([answer.status, answer.body]).toEqual([404, expect.stringContaining('There is no such page')]);
  });
});

test('at most 32 bodies above 64 KiB arrive at once, over all connections', async () => {
  const head = (bytes: number) =>
    `POST /probe HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: ${bytes}\r\n\r\n`;
  const json = (bytes: number) => `"${'x'.repeat(bytes - 2)}"`;
  const send = (bytes: number) => speak(port, head(bytes) + json(bytes));
  const LARGE = 65_537;
  /** A body that lacks its last byte. */
  const stalled = Array.from({ length: 32 }, (_, index) => {
    const socket = openSocket(port, `127.0.0.${2 + (index % 4)}`);
    socket.write(head(LARGE) + json(LARGE).slice(0, -1));
    const left = () => 0;
    return { socket, status: readAnswer(socket).then(({ status }) => status, left) };
  });
  await expect.poll(async () => (await send(LARGE)).status).toBe(503);
  const refused = await send(LARGE);
  expectMessage(refused, 503, 'The service is busy for a moment. Please try again.');
  expect(refused.headers['retry-after']).toBe('1');
  expect((await send(LARGE - 1)).status).toBe(200);
  // One leaves, and makes room.
  stalled.pop()?.socket.destroy();
  await expect.poll(async () => (await send(LARGE)).status).toBe(200);
  for (const { socket } of stalled) socket.write('"');
  expect(new Set(await Promise.all(stalled.map(({ status }) => status)))).toEqual(new Set([200]));
}, 30_000);

test('after a large body was refused unread, the connection still takes the next request', async () => {
  const body = 'x'.repeat(100_000);
  const first = `POST /probe HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: ${body.length}\r\n\r\n`;
  const socket = openSocket(port);
  socket.write(first);
  expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 415 /);
  socket.write(`${body}GET /v1/me HTTP/1.1\r\n${CLOSE}`);
  expect((await readAnswer(socket)).status).toBe(401);
});

test('a caller that sends Expect: 100-continue gets 100 Continue once the request is admitted', async () => {
  const socket = openSocket(port);
  const ask = 'Host: localhost\r\nExpect: 100-continue\r\nConnection: close\r\nContent-Length: 2\r\n';
  socket.write(`POST /probe HTTP/1.1\r\n${ask}Content-Type: application/json\r\n\r\n`);
  expect(String((await once(socket, 'data'))[0])).toBe('HTTP/1.1 100 Continue\r\n\r\n');
  socket.write('{}');
  const answer = await readAnswer(socket);
  expect([answer.status, answer.json()]).toEqual([200, { body: {} }]);
});

test('an unknown Expect header is ignored', async () => {
  expectMessage(
    await speak(port, `GET /nothing HTTP/1.1\r\nExpect: miracles\r\n${CLOSE}`),
    404,
    'There is nothing at this path and method.',
  );
});

test('headers or a path that are too long are a 431', async () => {
  const answer = await speak(port, `GET /v1/me HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n${CLOSE}`);
  expectMessage(answer, 431, 'The request’s headers are too large.');
  const long = await speak(port, `GET /v1/listings?search=${'x'.repeat(20_000)} HTTP/1.1\r\n${CLOSE}`);
  expectMessage(long, 431, 'The request’s headers are too large.');
});

test.each([
  ['/v1/listings/%', 400, 'The path is not a valid URL.'],
  ['/v1/listings/%FF', 400, 'The path is not a valid URL.'],
  ['/%zz', 400, 'The path is not a valid URL.'],
  ['/v1/public/%E0%A4%A/listings', 400, 'The path is not a valid URL.'],
  [LONG_PATH, 404, 'There is nothing at this path and method.'],
  ['//v1/me', 404, 'There is nothing at this path and method.'],
  ['*', 404, 'There is nothing at this path and method.'],
])('the path %s is a %i', async (path, status, message) => {
  expectMessage(await speak(port, `GET ${path} HTTP/1.1\r\n${CLOSE}`), status, message);
});

describe('slow requests', () => {
  afterEach(() => {
    world.app.server.headersTimeout = 10_000;
    world.app.server.requestTimeout = 130_000;
  });

  test('the server has deadlines for headers and for whole requests', () => {
    const { headersTimeout, requestTimeout } = world.app.server;
    expect({ headersTimeout, requestTimeout }).toEqual({ headersTimeout: 10_000, requestTimeout: 130_000 });
  });

  test('headers that arrive too slowly are a 408', async () => {
    world.app.server.headersTimeout = 100;
    const answer = await speak(port, 'GET /v1/me HTTP/1.1\r\nHost: localhost\r\nX: ');
    expectMessage(answer, 408, 'The request took too long to arrive.');
  });

  test('a body that arrives too slowly is a 408', async () => {
    world.app.server.headersTimeout = 50;
    world.app.server.requestTimeout = 100;
    const socket = openSocket(port);
    socket.write(
      'POST /probe HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
    );
    const drip = setInterval(() => socket.write(' '), 50);
    const answer = await readAnswer(socket).finally(() => clearInterval(drip));
    expectMessage(answer, 408, 'The request took too long to arrive.');
  });
});

test('a connection that closes in the middle of a body does not disturb others and is not logged as an error', async () => {
  const socket = openSocket(port);
  socket.write(
    'POST /probe HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
  );
  await sleep(20);
  socket.destroy();
  expect((await speak(port, `GET /nothing HTTP/1.1\r\n${CLOSE}`)).status).toBe(404);
  await untilNobodyIsConnected();
  const lines = world.log.map((line) => JSON.parse(line)).filter(({ route }) => route === '/probe');
  expect(lines.at(-1)).toMatchObject({ level: 30, method: 'POST', status: 499, msg: 'answered' });
  expect(world.log.filter((line) => line.includes('"level":50'))).toEqual([]);

  const refused = openSocket(port);
  const before = world.log.length;
  refused.write('POST /nothing HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{');
  await once(refused, 'data');
  refused.destroy();
  await untilNobodyIsConnected();
  expect(world.log.slice(before).map((line) => JSON.parse(line).status)).toEqual([404]);
});

describe('X-Request-Id', () => {
  const answered = async (given: string | undefined, path = '/nothing') => {
    const header = given === undefined ? '' : `X-Request-Id: ${given}\r\n`;
    const answer = await speak(port, `GET ${path} HTTP/1.1\r\n${header}${CLOSE}`);
    return answer.headers['x-request-id'];
  };

  test.each(['/nothing', '/v1/me', '/%', LONG_PATH, '/v1/public/none/listings'])(
    '%s is answered with the caller’s X-Request-Id, or with a new one',
    async (path) => {
      expect(await answered('order-7.A_b', path)).toBe('order-7.A_b');
      expect(await answered(undefined, path)).toMatch(OWN_ID);
    },
  );

  test('a caller’s X-Request-Id is used if it has 1 to 128 letters, digits, dots, dashes or underscores', async () => {
    for (const id of ['x', 'x'.repeat(128)]) expect(await answered(id)).toBe(id);
    for (const id of ['', 'x'.repeat(129), 'a b', 'a/b', '"', 'é', 'a,b', 'a\tb'])
      expect(await answered(id)).toMatch(OWN_ID);
  });

  test('two X-Request-Id headers are replaced by a new id', async () => {
    expect(await answered('a\r\nX-Request-Id: b')).toMatch(OWN_ID);
  });

  test('no two requests get the same X-Request-Id', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => answered(undefined)));
    expect(new Set(ids).size).toBe(20);
  });
});
