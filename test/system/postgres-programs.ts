import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

export const execute = promisify(execFile);

/** Debian's directory for the programs of each version. */
const DEBIAN = '/usr/lib/postgresql';

/**
 * The directory with a `pg_dump` and `pg_restore` that are at least as new as this server. Null if there is none,
 * because the PostgreSQL of the npm packages does not include them.
 */
export async function findDumpPrograms(serverMajor: number): Promise<string | null> {
  const versions = await readdir(DEBIAN).catch(() => []);
  const directories = [
    ...(process.env.PATH ?? '').split(path.delimiter),
    ...versions.map((version) => path.join(DEBIAN, version, 'bin')),
  ];
  for (const directory of directories) {
    const said = await execute(path.join(directory, 'pg_dump'), ['--version']).catch(() => null);
    const major = Number(/ (\d+)[.\d]*/.exec(said?.stdout ?? '')?.[1] ?? 0);
    if (major >= serverMajor) return directory;
  }
  return null;
}
