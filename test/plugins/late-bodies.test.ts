/** How long bodies may take: 15 s, and pictures two minutes, if they come fast enough. */
import { readdir, stat } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openSharedApp } from '../helpers/app.ts';
import { openInn } from '../helpers/bookings.ts';
import { openSocket, readAnswer } from '../helpers/socket.ts';

let arrived = 0;
const world = await openSharedApp({
  extend: (app) => {
    app.addHook('preParsing', async () => {
      arrived += 1;
    });
    app.post('/probe', async ({ body }) => ({ body }));
  },
});
const port = await world.listen();
const inn = await openInn(world);

let socket: Socket;
beforeEach(() => {
  arrived = 0;
  socket = openSocket(port);
});
afterEach(() => {
  vi.useRealTimers();
  socket.destroy();
});

const head = (path: string, type: string, length = 20_000_000) =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${inn.token}\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`;
const PICTURE = head(`/v1/listings/${inn.listing.id}/photos`, 'image/jpeg');
/** The bytes of each picture that is arriving here. */
async function listUploads(): Promise<number[]> {
  const own = (await readdir(tmpdir())).filter((name) => name.startsWith(`innkeep-uploads-${process.pid}-`));
  const files = await Promise.all(
    own.map(async (name) => (await readdir(join(tmpdir(), name))).map((file) => join(tmpdir(), name, file))),
  );
  return Promise.all(files.flat().map(async (file) => (await stat(file)).size));
}

async function begin(start: string): Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  socket.write(start);
  await vi.waitFor(() => expect(arrived).toBe(1), { timeout: 15_000, interval: 10 });
}

const untilArrived = (bytes: number) =>
  vi.waitFor(async () => expect(await listUploads()).toEqual([bytes]), { timeout: 15_000, interval: 1 });

const LATE = [408, { message: 'The request took too long to arrive.' }];
const answered = async () => {
  const answer = await readAnswer(socket);
  return [answer.status, answer.json()];
};

test('a body that is not complete after 15 s is a 408', async () => {
  await begin(`${head('/probe', 'application/json', 100)}{`);
  await vi.advanceTimersByTimeAsync(14_000);
  expect(socket.readyState).toBe('open');
  await vi.advanceTimersByTimeAsync(1_100);
  expect(await answered()).toEqual(LATE);
});

test('a photo that arrives more slowly than 20 kB a second is a 408, and nothing of it is kept', async () => {
  await begin(PICTURE + 'x'.repeat(50_000));
  await untilArrived(50_000);
  await vi.advanceTimersByTimeAsync(6_000);
  expect(await answered()).toEqual(LATE);
  vi.useRealTimers();
  await expect.poll(listUploads).toEqual([]);
});

test('the upload of a photo that arrives fast enough may take two minutes', async () => {
  await begin(PICTURE);
  for (let sent = 1; sent <= 23; sent += 1) {
    socket.write(Buffer.alloc(150_000));
    await untilArrived(sent * 150_000);
    await vi.advanceTimersByTimeAsync(4_900);
    expect([sent, socket.readyState]).toEqual([sent, 'open']);
  }
  socket.write(Buffer.alloc(150_000));
  await untilArrived(24 * 150_000);
  await vi.advanceTimersByTimeAsync(8_000);
  expect(await answered()).toEqual(LATE);
});

test('a body that is still arriving after its answer ends when the connection is closed', async () => {
  await begin(`${head('/v1/listings/x/photos', 'image/jpeg')}xx`);
  await vi.waitFor(() => expect(socket.bytesRead).toBeGreaterThan(0), { timeout: 15_000, interval: 10 });
  await vi.advanceTimersByTimeAsync(125_000);
  expect((await readAnswer(socket)).status).toBe(404);
  expect(await listUploads()).toEqual([]);
});
