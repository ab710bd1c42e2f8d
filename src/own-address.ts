import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * The address of the server on a data directory, in a file beside the data. With that file, commands started
 * without the server's PORT still print links that work.
 */
export const writeServerAddress = (dataDir: string, address: string): Promise<void> =>
  writeFile(buildAddressFilePath(dataDir), `${address}\n`);

/** Returns null if no server runs on the data directory. */
export const readServerAddress = (dataDir: string): Promise<string | null> =>
  readFile(buildAddressFilePath(dataDir), 'utf8').then(
    (text) => text.trim() || null,
    () => null,
  );

export const removeServerAddress = (dataDir: string): Promise<void> =>
  rm(buildAddressFilePath(dataDir), { force: true });

const buildAddressFilePath = (dataDir: string) => path.join(dataDir, 'address');
