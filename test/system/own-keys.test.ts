import { randomBytes, randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { rotateAppKey } from '../../src/commands/keys.ts';
import { OwnKeysError, readOwnKeys, renewOwnKey } from '../../src/own-keys.ts';
import type { Runtime } from '../../src/runtime.ts';
import { createKeyring } from '../../src/services/keys/keyring.ts';
import { openTestApp } from '../helpers/app.ts';
import { buildToken } from '../helpers/factories.ts';

let dataDir: string;
let file: string;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'innkeep-own-keys-'));
  file = path.join(dataDir, 'app-key');
});
afterEach(() => rm(dataDir, { recursive: true }));

const textOf = (keys: readonly Buffer[]) => keys.map((key) => `${key.toString('base64')}\n`).join('');
const content = () => readFile(file, 'utf8');

describe('stored keys', () => {
  test('without APP_KEY, one key is created once for several readers, in a file that only its owner can read', async () => {
    const read = await Promise.all(Array.from({ length: 5 }, () => readOwnKeys(dataDir)));
    for (const keys of read) expect(keys).toEqual(read[0]);
    expect(read[0]?.map((key) => key.length)).toEqual([32]);
    expect(await content()).toBe(textOf(read[0] ?? []));
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  test('without APP_KEY, nobody sees the key’s file before it is complete', async () => {
    const sizes = new Set<number>();
    for (let time = 0; time < 20; time += 1) {
      const directory = path.join(dataDir, `${time}`);
      let isRead = false;
      const reading = readOwnKeys(directory).finally(() => {
        isRead = true;
      });
      while (!isRead) {
        const seen = statSync(path.join(directory, 'app-key'), { throwIfNoEntry: false });
        if (seen) sizes.add(seen.size);
        await nextTurn();
      }
      sizes.add(textOf(await reading).length);
    }
    expect([...sizes]).toEqual([textOf([randomBytes(32)]).length]);
  });

  test('without APP_KEY, renewing the key keeps the one before, and never more', async () => {
    const [first] = await readOwnKeys(dataDir);
    const [second, ...afterOne] = await renewOwnKey(dataDir);
    expect(afterOne).toEqual([first]);
    const [third, ...afterTwo] = await renewOwnKey(dataDir);
    expect(afterTwo).toEqual([second]);
    expect(third).not.toEqual(second);
    expect(await readOwnKeys(dataDir)).toEqual([third, second]);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(dataDir)).toEqual(['app-key']);
  });

  test('without APP_KEY, remains of a killed process are removed from beside the key’s file, and copies of it stay', async () => {
    const keys = await readOwnKeys(dataDir);
    await writeFile(`${file}.${randomUUID()}`, 'half a key');
    await writeFile(`${file}.bak`, 'a copy');
    expect(await readOwnKeys(dataDir)).toEqual(keys);
    expect((await readdir(dataDir)).sort()).toEqual(['app-key', 'app-key.bak']);
  });

  test('without APP_KEY, a key that cannot be written is reported in one line with the reason', async () => {
    await writeFile(path.join(dataDir, 'file'), '');
    const inFile = path.join(dataDir, 'file', 'data');
    // Its name fits into a path, and the longer one of an unfinished key does not.
    const longest = `${dataDir}/${`${'x'.repeat(199)}/`.repeat(21)}`.slice(0, 4_080).replace(/\/$/, '');
    for (const [directory, reason] of [
      [inFile, 'a part of its path is not a directory'],
      [longest, 'ENAMETOOLONG'],
    ] as const) {
      const refusal = new OwnKeysError(`DATA_DIR: cannot read or make ${directory}/app-key (${reason}).`);
      await expect(readOwnKeys(directory)).rejects.toThrow(refusal);
    }
  });

  test.each(['', 'short\n', `${Buffer.alloc(32).toString('base64')}\nshort\n`])(
    'without APP_KEY, a broken key file stops the start and no new key is made: %j',
    async (broken) => {
      await writeFile(file, broken);
      await expect(readOwnKeys(dataDir)).rejects.toThrow(
        /^DATA_DIR: .*app-key must contain keys of 32 bytes/,
      );
      await expect(renewOwnKey(dataDir)).rejects.toThrow('DATA_DIR');
      expect(await content()).toBe(broken);
    },
  );
});

test('an interrupted change of the stored key is finished with the key that it had made, and the next change makes another', async () => {
  const [fresh, old] = [randomBytes(32), randomBytes(32)];
  await writeFile(file, textOf([fresh, old]));
  const world = await openTestApp({ keyring: createKeyring(old) });
  const said = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    await buildToken(world);
    const keyringFrom = async (keys: ReturnType<typeof readOwnKeys>) => {
      const [current, ...previous] = await keys;
      return createKeyring(current, previous);
    };
    const runtime = {
      database: { db: world.db },
      options: world.options,
      ownKeys: {
        claim: async () => true,
        read: () => keyringFrom(readOwnKeys(dataDir)),
        renew: () => keyringFrom(renewOwnKey(dataDir)),
      },
    } as unknown as Runtime;
    expect(await rotateAppKey(runtime)).toBe(0);
    expect(await content()).toBe(textOf([fresh, old]));
    expect(await rotateAppKey(runtime)).toBe(0);
    const [newest, ...previous] = await readOwnKeys(dataDir);
    expect([newest].concat(previous)).toEqual([expect.any(Buffer), fresh]);
    expect(said.mock.calls.filter(([line]) => line === '1\ttokens rewritten\n')).toHaveLength(2);
  } finally {
    vi.restoreAllMocks();
    await world.close();
  }
});
