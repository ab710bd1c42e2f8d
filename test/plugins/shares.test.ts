/** Of what is limited for the process, no team and no caller takes the share of the others (docs/rules.md, 3.19). */
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { openSharedApp, openTestApp, type TestApp } from '../helpers/app.ts';
import { type Inn, openInn } from '../helpers/bookings.ts';
import { buildToken } from '../helpers/factories.ts';
import { jpeg } from '../helpers/pictures.ts';
import { openSocket, readAnswer, speak } from '../helpers/socket.ts';

const LARGE = 70_000;
const BUSY = { message: 'The service is busy for a moment. Please try again.' };
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

const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const share of Object.values(shares)) await expect.poll(() => share.readFigures().open).toBe(0);
});

/** Opens connections that send some bytes and then nothing more. */
function stall(count: number, bytes: string, from?: string): void {
  for (let nth = 0; nth < count; nth += 1) {
    const socket = openSocket(port, from);
    if (bytes) socket.write(bytes);
    sockets.push(socket);
  }
}

const head = (path: string, { token, type = 'application/json', bytes = LARGE }: Partial<Sent>) =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: ${type}\r\nContent-Length: ${bytes}\r\n${
    token ? `Authorization: Bearer ${token}\r\n` : ''
  }\r\n`;
type Sent = { token: string; type: string; bytes: number };

const SIGN_IN =
  'POST /app/sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\n1\r\ne\r\n';
const slowGuest = (token: string) => `${head('/v1/guests', { token })}{`;

/** Makes a guest by a body above 64 KiB, and says with which status. */
async function writeLarge({ token }: Pick<Inn, 'token'>, from?: string) {
  const body = JSON.stringify({ name: 'Bea', ignored: 'x'.repeat(LARGE) });
  const { status, headers } = await speak(
    port,
    head('/v1/guests', { token, bytes: body.length }) + body,
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

test('pictures that arrive slowly leave room for those of another token and another team', async () => {
  const begun = (token: string, { listing }: Inn = inn) =>
    `${head(`/v1/listings/${listing.id}/photos`, { token, type: 'image/jpeg', bytes: 1_000_000 })}x`;
  const second = await buildToken(world, { teamId: inn.teamId });
  stall(40, begun(inn.token));
  await expect.poll(() => shares.uploads.readFigures().open).toBe(8);
  stall(40, begun(second));
  await expect.poll(() => shares.uploads.readFigures().open).toBe(12);
  const upload = (token: string, { listing }: Inn, payload: Buffer) =>
    world.app.inject({
      method: 'POST',
      url: `/v1/listings/${listing.id}/photos`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'image/jpeg' },
      payload,
    });
  const picture = await jpeg();
  const refused = await upload(second, inn, picture);
  expect([refused.statusCode, refused.json(), refused.headers['retry-after']]).toEqual([503, BUSY, '1']);
  expect((await upload(other.token, other, picture)).statusCode).toBe(201);
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

test('texts of messages have a line of their own, in which they hold no place of the searches', async () => {
  const endTurn = await shares.texts.take({ team: 0, caller: 'busy' });
  // Also if the test fails, because the others want all shares to be free.
  onTestFinished(endTurn);
  const booking = await inn.book();
  const preview = (token: string) =>
    inn.send(
      'POST',
      '/mail-texts/booking_confirmed/en/preview',
      { booking_id: booking.id },
      { authorization: `Bearer ${token}` },
    );
  const tokens = [inn.token];
  for (const _ of [1, 2]) tokens.push(await buildToken(world, { teamId: inn.teamId }));
  const waiting: ReturnType<typeof preview>[] = [];
  for (const token of tokens.slice(0, 2)) for (const _ of [1, 2, 3]) waiting.push(preview(token));
  await expect.poll(() => shares.texts.readFigures().open).toBe(7);
  // A caller has three in line and a team six, so whatever is beyond is refused at once.
  for (const token of tokens) {
    const { status, headers, body } = await preview(token);
    expect([status, headers['retry-after'], body]).toEqual([503, '1', BUSY]);
  }
  const ofOther = other.send('PUT', '/mail-texts/booking_confirmed/en', { subject: 'Come' });
  await expect.poll(() => shares.texts.readFigures().open).toBe(8);
  const search = '/search?check_in=2031-06-01&check_out=2031-06-03';
  for (const { send } of [inn, other]) expect((await send('GET', search)).status).toBe(200);
  endTurn();
  expect((await ofOther).status).toBe(200);
  for (const { status } of await Promise.all(waiting)) expect(status).toBe(200);
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
