import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { choosePgAccount } from '../../src/db/embedded/account.ts';
import { startPostmaster } from '../../src/db/embedded/postmaster.ts';
import { findPostgresPrograms } from '../../src/db/embedded/programs.ts';

test('a process file of PostgreSQL that another start is just writing is an error that is tried again', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'innkeep-postmaster-'));
  try {
    await chmod(directory, 0o755);
    await writeFile(path.join(directory, 'PG_VERSION'), '18\n', { mode: 0o644 });
    await writeFile(path.join(directory, 'postmaster.pid'), '', { mode: 0o644 });
    const cluster = {
      directory,
      logFile: path.join(directory, 'postgres.log'),
      programs: await findPostgresPrograms(),
      account: await choosePgAccount(directory),
      durable: false,
      settings: [],
    };
    expect(await startPostmaster(cluster, 5_000)).toMatch(/PID file .* is empty/);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});
