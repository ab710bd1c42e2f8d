/** Of what is limited for the process, no team and no caller takes the share of the others (docs/rules.md, 3.19). */
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { openSharedApp, openTestApp, type TestApp } from '../helpers/app.ts';
import { type Inn, openInn } from '../helpers/bookings.ts';
import { buildToken } from '../helpers/factories.ts';
import { openSocket, readAnswer, speak } from '../helpers/socket.ts';
import { headOf, LARGE, stallAt } from './stalled.ts';

const TRUSTED = '127.0.0.9';

const letGo = Promise.withResolvers<void>();
const world = await openSharedApp({
  trustProxy: TRUSTED,
  extend: (app) => {
    app.get('/held', async () => {
      await letGo.promise;
      return {};
    });
  },
});
const port = await world.listen();
const { shares } = world.app;
const inn = await openInn(world);
const other = await openInn(world);

const { stall, sockets } = stallAt(world, port);

const SIGN_IN =
  'POST /app/sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\n1\r\ne\r\n';
const slowGuest = (token: string) => `${headOf('/v1/guests', { token })}{`;

/** Makes a guest by a body above 64 KiB, and says with which status. */
async function writeLarge({ token }: Pick<Inn, 'token'>, from?: string) {
  const body = JSON.stringify({ name: 'Bea', ignored: 'x'.repeat(LARGE) });
  const { status, headers } = await speak(
    port,
    headOf('/v1/guests', { token, bytes: body.length }) + body,
    from,
  );
  return [status, headers['retry-after']];
}

test('stalled forms of one address leave room for large bodies of a token', async () => {
  const { refused } = shares.largeBodies.readFigures();
  stall(40, SIGN_IN);
  await expect.poll(() => shares.largeBodies.readFigures()).toMatchObject({ open: 8, refused: refused + 32 });
  expect(await writeLarge(inn)).toEqual([201, undefined]);
  // A form that may be 32 KiB is no large body, whatever length it declares.
  stall(1, SIGN_IN.replace('sign-in', 'forgotten-password'));
  await expect.poll(() => shares.connections.readFigures().open).toBeGreaterThan(8);
  expect(shares.largeBodies.readFigures()).toMatchObject({ open: 8, refused: refused + 32 });
});

test('stalled bodies of one token leave room for another one of its team, and refuse no small body', async () => {
  stall(40, slowGuest(inn.token));
  await expect.poll(() => shares.largeBodies.readFigures().open).toBe(8);
  expect(await writeLarge(inn)).toEqual([503, '1']);
  expect(await writeLarge({ token: await buildToken(world, { teamId: inn.teamId }) })).toEqual([
    201,
    undefined,
  ]);
  expect((await inn.send('POST', '/guests', { name: 'Bea' })).status).toBe(201);
});

test('stalled bodies of all tokens of a team leave room for another team', async () => {
  for (let nth = 0; nth < 4; nth += 1) {
    const token = await buildToken(world, { teamId: inn.teamId });
    stall(8, slowGuest(token));
  }
  await expect.poll(() => shares.largeBodies.readFigures().open).toBe(16);
  expect(await writeLarge(inn)).toEqual([503, '1']);
  expect(await writeLarge(other)).toEqual([201, undefined]);
});

test('the connections of one address leave room for those of another one', async () => {
  stall(501, '');
  await expect.poll(() => shares.connections.readFigures().open).toBe(500);
  const closed = openSocket(port).resume();
  await once(closed, 'end');
  closed.destroy();
  const answer = await speak(
    port,
    'GET /livez HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    '127.0.0.2',
  );
  expect(answer.status).toBe(200);
});

test('a proxy is no caller: its connections are not counted, and its requests are by whom it forwards', async () => {
  const request = (path: string, address: string) =>
    `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX-Forwarded-For: ${address}\r\n\r\n`;
  stall(500, request('/held', '198.51.100.1'), TRUSTED);
  await expect.poll(() => shares.forwardedRequests.readFigures().open).toBe(500);
  expect((await speak(port, request('/livez', '198.51.100.1'), TRUSTED)).status).toBe(503);
  expect((await speak(port, request('/livez', '198.51.100.2'), TRUSTED)).status).toBe(200);
  letGo.resolve();
  expect(
    new Set(await Promise.all(sockets.map(async (socket) => (await readAnswer(socket)).status))),
  ).toEqual(new Set([200]));
});

test('a refusal because of a share is logged as a warning that says why, without a stack', async () => {
  stall(8, slowGuest(inn.token));
  await expect.poll(() => shares.largeBodies.readFigures().open).toBe(8);
  const logged = world.log.length;
  expect(await writeLarge(inn)).toEqual([503, '1']);
  const lines = world.log.slice(logged).map((line) => JSON.parse(line));
  expect(lines.filter(({ level }) => level > 30)).toEqual([
    expect.objectContaining({
      level: 40,
      msg: 'request refused',
      reason: 'Too many large bodies arrive at once.',
      reqId: expect.any(String),
    }),
  ]);
  expect(JSON.stringify(lines)).not.toContain('stack');
});

test('the first X-Forwarded-For is a warning in the log if no proxy is named, once', async () => {
  const forwarded = { url: '/livez', headers: { 'x-forwarded-for': '198.51.100.1' } };
  const warningsOf = ({ log }: TestApp) => log.filter((line) => line.includes('TRUST_PROXY'));
  const unnamed = await openTestApp({ url: world.url });
  await unnamed.app.inject('/livez');
  expect(warningsOf(unnamed)).toEqual([]);
  for (let count = 0; count < 2; count += 1) await unnamed.app.inject(forwarded);
  expect(warningsOf(unnamed).map((line) => JSON.parse(line).level)).toEqual([40]);
  await unnamed.close();
  await world.app.inject(forwarded);
  expect(warningsOf(world)).toEqual([]);
});
