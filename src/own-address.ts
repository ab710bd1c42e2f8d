import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Commands read the running server's address from the data directory, so that their links work even if they
 * do not know its PORT.
 */
export const writeServerAddress = (dataDir: string, address: string): Promise<void> =>
  writeFile(buildAddressFilePath(dataDir), `${address}\n`);

/** Null if no server runs on the data directory. */
export const readServerAddress = (dataDir: string): Promise<string | null> =>
  readFile(buildAddressFilePath(dataDir), 'utf8').then(
    (text) => text.trim() || null,
    () => null,
  );

export const removeServerAddress = (dataDir: string): Promise<void> =>
  rm(buildAddressFilePath(dataDir), { force: true });

const buildAddressFilePath = (dataDir: string) => path.join(dataDir, 'address');
