import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';

/** A folder for all tests of a file, which is removed after them. */
export async function openSharedFolder(prefix: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), prefix));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
