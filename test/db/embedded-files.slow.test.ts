import {
  appendFile,
  chmod,
  chown,
  mkdir,
  readdir,
  readFile,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { EmbeddedError } from '../../src/db/embedded/error.ts';
import { type EmbeddedPostgresOptions, openEmbeddedPostgres } from '../../src/db/embedded.ts';
import { openSharedFolder } from '../helpers/process.ts';

const isRoot = process.geteuid?.() === 0;

const root = await openSharedFolder('innkeep-embedded-files-');
const passable = path.join(root, 'passable');
await chmod(root, 0o755);
await mkdir(passable);
/** A data directory for tests that do not need a new one. */
const shared = path.join(passable, 'shared');

/** Opens and closes, and returns the log. */
async function openOnce(options: Partial<EmbeddedPostgresOptions> & { dataDir: string }): Promise<string[]> {
  const lines: string[] = [];
  const embedded = await openEmbeddedPostgres({
    durable: false,
    log: (line) => lines.push(line),
    ...options,
  });
  await embedded.close();
  return lines;
}

/** The one-line error of an open. */
async function refusal(options: Partial<EmbeddedPostgresOptions> & { dataDir: string }): Promise<string> {
  const error = await openOnce(options).then(
    () => expect.fail('This should not open.'),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(EmbeddedError);
  const { message } = error as EmbeddedError;
  expect(message).not.toContain('\n');
  return message;
}

test('a data directory whose path a shell would read as a command is refused', async () => {
  const dataDir = path.join(passable, '$(date)');
  expect(await refusal({ dataDir })).toContain('PostgreSQL cannot run under');
});

test('a data directory that is a file is refused in one line', async () => {
  const dataDir = path.join(passable, 'file');
  await writeFile(dataDir, '');
  expect(await refusal({ dataDir })).toContain(`Cannot write to the data directory ${dataDir}`);
});

test('files of something else at the place of the database cluster are left alone', async () => {
  const dataDir = path.join(passable, 'taken');
  await mkdir(path.join(dataDir, 'postgres'), { recursive: true });
  await writeFile(path.join(dataDir, 'postgres', 'mine.txt'), 'mine');
  expect(await refusal({ dataDir })).toContain("contains something other than Innkeep's PostgreSQL");
  expect(await readdir(dataDir)).toEqual(['postgres']);
});

test('if the embedded PostgreSQL does not start, one line says why at once', async () => {
  await openOnce({ dataDir: shared });
  const settings = path.join(shared, 'postgres', 'postgresql.conf');
  const whole = await readFile(settings);
  await appendFile(settings, 'nonsense = 1\n');
  const startedAt = Date.now();
  const message = await refusal({ dataDir: shared });
  await writeFile(settings, whole);
  expect(message).toContain('PostgreSQL does not start: ');
  expect(message).toContain('contains errors');
  expect(Date.now() - startedAt).toBeLessThan(30_000);
});

if (isRoot) {
  test('as root, parent directories of the data are made passable and nothing more, and a line says so', async () => {
    const way = path.join(root, 'private');
    await mkdir(path.join(way, 'inner'), { recursive: true, mode: 0o700 });
    const dataDir = path.join(way, 'inner', 'data');
    await mkdir(dataDir, { mode: 0o700 });

    const lines = await openOnce({ dataDir });
    expect(lines.filter((line) => line.includes('chmod o+x'))).toEqual([
      `As root, PostgreSQL runs as uid 65534: it may now pass through ${way}, ${way}/inner, ${dataDir} (chmod o+x).`,
    ]);
    expect((await stat(way)).mode & 0o777).toBe(0o701);
    expect((await stat(dataDir)).uid).toBe(0);
    expect((await stat(path.join(dataDir, 'postgres'))).uid).toBe(65_534);
    expect(await openOnce({ dataDir })).toEqual([]);
  });

  test('as root, a database cluster keeps its user, and one that was given to root is given back', async () => {
    await openOnce({ dataDir: shared });
    const cluster = path.join(shared, 'postgres');
    const owner = async (name: string) => (await stat(path.join(cluster, name))).uid;
    await chownTree(cluster, 0);
    await openOnce({ dataDir: shared });
    expect([await owner('.'), await owner('PG_VERSION')]).toEqual([65_534, 65_534]);
    // Like an ordinary user.
    await chownTree(shared, 1);
    await openOnce({ dataDir: shared });
    expect(await owner('postmaster.opts')).toBe(1);
    expect((await stat(path.join(shared, 'postgres.log'))).uid).toBe(1);
  });
} else {
  test('a data directory without permission to write is refused in one line', async () => {
    const dataDir = path.join(root, 'unwritable');
    await mkdir(dataDir, { mode: 0o555 });
    expect(await refusal({ dataDir })).toBe(
      `Cannot write to the data directory ${dataDir}: EACCES: permission denied.`,
    );
  });

  test('a database cluster of another user is refused in one line that says what to do', async () => {
    const dataDir = path.join(passable, 'of-root');
    await mkdir(dataDir);
    // Somebody else's directory, reached through a link. Only root can give it away.
    await symlink('/etc', path.join(dataDir, 'postgres'));
    expect(await refusal({ dataDir })).toMatch(
      /belongs to uid 0 and this is uid \d+ \(was it made as root\?\)/,
    );
  });
}

async function chownTree(directory: string, uid: number) {
  for (const entry of ['.', ...(await readdir(directory, { recursive: true }))]) {
    await chown(path.join(directory, entry), uid, uid);
  }
}
