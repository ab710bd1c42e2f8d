import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * The address of the server on a data directory, in a file beside the data. Commands started without the server's PORT
 * then still print links that work.
 */
export const writeOwnAddress = (dataDir: string, address: string): Promise<void> =>
  writeFile(buildFilePath(dataDir), `${address}\n`);

/** Returns null if no server runs on the directory. */
export const readOwnAddress = (dataDir: string): Promise<string | null> =>
  readFile(buildFilePath(dataDir), 'utf8').then(
    (text) => text.trim() || null,
    () => null,
  );

export const removeOwnAddress = (dataDir: string): Promise<void> =>
  rm(buildFilePath(dataDir), { force: true });

const buildFilePath = (dataDir: string) => path.join(dataDir, 'address');
