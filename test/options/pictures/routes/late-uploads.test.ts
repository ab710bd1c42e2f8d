/** How long pictures may take to arrive: two minutes, if they come fast enough. */
import { readdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { readAnswer } from '../../../helpers/socket.ts';
import { LATE, openArriving } from '../../../plugins/arriving.ts';

const { begin, headOf, answered, connection, inn } = await openArriving();
const PICTURE = headOf(`/v1/listings/${inn.listing.id}/photos`, 'image/jpeg');

/** The bytes of each picture that is arriving here. */
async function listUploads(): Promise<number[]> {
  const own = (await readdir(tmpdir())).filter((name) => name.startsWith(`innkeep-uploads-${process.pid}-`));
  const files = await Promise.all(
    own.map(async (name) => (await readdir(join(tmpdir(), name))).map((file) => join(tmpdir(), name, file))),
  );
  return Promise.all(files.flat().map(async (file) => (await stat(file)).size));
}

const untilArrived = (bytes: number) =>
  vi.waitFor(async () => expect(await listUploads()).toEqual([bytes]), { timeout: 15_000, interval: 1 });

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
    connection().write(Buffer.alloc(150_000));
    await untilArrived(sent * 150_000);
    await vi.advanceTimersByTimeAsync(4_900);
    expect([sent, connection().readyState]).toEqual([sent, 'open']);
  }
  connection().write(Buffer.alloc(150_000));
  await untilArrived(24 * 150_000);
  await vi.advanceTimersByTimeAsync(8_000);
  expect(await answered()).toEqual(LATE);
});

test('a body that is still arriving after its answer ends when the connection is closed', async () => {
  await begin(`${headOf('/v1/listings/x/photos', 'image/jpeg')}xx`);
  await vi.waitFor(() => expect(connection().bytesRead).toBeGreaterThan(0), {
    timeout: 15_000,
    interval: 10,
  });
  await vi.advanceTimersByTimeAsync(125_000);
  expect((await readAnswer(connection())).status).toBe(404);
  expect(await listUploads()).toEqual([]);
});
