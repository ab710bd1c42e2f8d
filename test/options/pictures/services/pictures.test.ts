/** Pictures that are read again and again are kept in memory for a moment (docs/rules.md, 5.10). */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';
import type { Transaction } from '../../../../src/db/client.ts';
import {
  type PictureStore,
  postgresPictureStore,
} from '../../../../src/options/pictures/services/picture-store.ts';
import { createPictures } from '../../../../src/options/pictures/services/pictures.ts';
import { openSharedApp } from '../../../helpers/app.ts';

const world = await openSharedApp();
const TEAM = { teamId: 1, caller: null, format: 'webp' } as const;

/** Pictures in a store whose reads are counted, and answered by `read`. */
function openPictures(read: (hash: string) => Promise<Buffer | null>) {
  const reads: string[] = [];
  const store: PictureStore = {
    ...postgresPictureStore,
    async read(_db, _teamId, hash) {
      reads.push(hash);
      const content = await read(hash);
      return content && { format: TEAM.format, content };
    },
  };
  return { reads, pictures: createPictures(world.db, 10, store) };
}
afterEach(() => vi.restoreAllMocks());

it('a picture that several callers request at once is read once, and again after ten seconds', async () => {
  const { reads, pictures } = openPictures(async (hash) => Buffer.from(hash));
  const request = () => pictures.read({ ...TEAM, hash: 'a' });
  expect(await Promise.all([request(), request(), request()])).toEqual(Array(3).fill(Buffer.from('a')));
  await request();
  expect(reads).toEqual(['a']);
  // The cache asks for the time once a millisecond.
  await sleep(5);
  const now = performance.now();
  vi.spyOn(performance, 'now').mockReturnValue(now + 10_001);
  await request();
  expect(reads).toEqual(['a', 'a']);
});

it('a picture that is deleted while it is read is answered, and not kept', async () => {
  const { promise, resolve } = Promise.withResolvers<Buffer>();
  const { reads, pictures } = openPictures(() => promise);
  const reading = pictures.read({ ...TEAM, hash: 'a' });
  await vi.waitFor(() => expect(reads).toHaveLength(1));
  await world.db.transaction((tx: Transaction) => pictures.remove(tx, 1, ['a']));
  resolve(Buffer.from('a'));
  expect(await reading).toEqual(Buffer.from('a'));
  await pictures.read({ ...TEAM, hash: 'a' });
  expect(reads).toHaveLength(2);
});

it('a picture that a team does not have is looked for each time, and one that cannot be read fails for its caller', async () => {
  const { reads, pictures } = openPictures(async (hash) => {
    if (hash === 'broken') throw new Error('no connection');
    return null;
  });
  const find = (hash: string) => pictures.read({ ...TEAM, hash });
  expect([await find('none'), await find('none')]).toEqual([null, null]);
  await expect(find('broken')).rejects.toThrow('no connection');
  expect(reads).toEqual(['none', 'none', 'broken']);
});

it('the picture that was requested longest ago leaves the memory first', async () => {
  const { reads, pictures } = openPictures(async () => Buffer.alloc(10 * 1_048_576));
  const find = (hash: string) => pictures.read({ ...TEAM, hash });
  for (const hash of ['a', 'b', 'c', 'a', 'd', 'a', 'b']) await find(hash);
  expect(reads).toEqual(['a', 'b', 'c', 'd', 'b']);
});
