import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises';
import { type RequestOptions, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openEmbeddedPostgres } from '../src/db/embedded.ts';
import { migrateDatabase } from '../src/db/migrate.ts';
import { databaseUrl, dropDatabase, withClient } from './helpers/database.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    adminUrl: string;
    templateName: string;
    /** Where the server has a Unix socket, if it has one. */
    socketDir: string | null;
  }
}

/** Projects that need no database, or start a cluster of their own. */
const WITHOUT_DATABASE = new Set(['domain', 'citus']);

type TestServer = { adminUrl: string; which: string; socketDir?: string | null; stop(): Promise<void> };

const PING_TIMEOUT_MS = 1_000;
const LEFT_BEHIND_AGE_MS = 60 * 60_000;
const MEMORY = '/dev/shm';
/** What a whole run needs, twice. */
const ROOM_BYTES = 8 * 2 ** 30;
/** Of the path of a Unix socket, with its file's name: 104 on macOS. */
const MAX_SOCKET_DIR_BYTES = 85;
const DATA_DIR_PREFIX = 'innkeep-tests-';

/** One PostgreSQL and one migrated template database for the whole run. Each test file clones the template. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (project.vitest.projects.every(({ name }) => WITHOUT_DATABASE.has(name))) return;
  const server = await chooseServer();
  const templateName = `innkeep_test_${randomBytes(6).toString('hex')}`;
  const teardown = async () => {
    try {
      await dropAll(server.adminUrl, templateName);
    } finally {
      await server.stop();
    }
  };
  try {
    await makeTemplate(server.adminUrl, templateName);
  } catch (error) {
    await teardown();
    throw error;
  }
  project.vitest.logger.log(`Tests' database: ${server.which}.`);
  project.provide('adminUrl', server.adminUrl);
  project.provide('nodeUrls', [server.adminUrl]);
  project.provide('templateName', templateName);
  project.provide('socketDir', server.socketDir ?? null);
  return teardown;
}

async function chooseServer(): Promise<TestServer> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { adminUrl: given, which: 'TEST_DATABASE_URL', stop: () => Promise.resolve() };
  if (!(await isDockerThere())) return startEmbedded('embedded PostgreSQL, as no Docker engine answers');
  try {
    return await startContainer();
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    return startEmbedded(`embedded PostgreSQL, as Docker did not start one (${reason})`);
  }
}

async function makeTemplate(adminUrl: string, templateName: string): Promise<void> {
  await withClient(adminUrl, (admin) => admin.query(`create database ${templateName} template template0`));
  await migrateDatabase(databaseUrl(adminUrl, templateName));
  // A database with open connections cannot be cloned.
  await withClient(adminUrl, (admin) =>
    admin.query(`alter database ${templateName} allow_connections false`),
  );
}

async function dropAll(adminUrl: string, templateName: string): Promise<void> {
  await withClient(adminUrl, async (admin) => {
    const { rows } = await admin.query<{ name: string }>(
      'select datname as name from pg_database where starts_with(datname, $1)',
      [templateName],
    );
    for (const { name } of rows) await dropDatabase(admin, name);
  });
}

async function startEmbedded(which: string): Promise<TestServer> {
  await removeLeftBehind();
  const dataDir = await mkdtemp(path.join(await chooseParent(), `${DATA_DIR_PREFIX}${process.pid}-`));
  const remove = () => rm(dataDir, { recursive: true, force: true });
  try {
    const socketDir = findSocketDir(dataDir);
    const settings = socketDir ? [`unix_socket_directories=${socketDir}`] : [];
    const embedded = await openEmbeddedPostgres({ dataDir, durable: false, settings });
    await hashPasswordOnce(embedded.url);
    const stop = async () => {
      await embedded.close();
      await remove();
    };
    return { adminUrl: embedded.url, which, socketDir, stop };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** The directory of the cluster. PostgreSQL's account may always write there. */
function findSocketDir(dataDir: string): string | null {
  const directory = path.join(dataDir, 'postgres');
  const isShort = Buffer.byteLength(directory) <= MAX_SOCKET_DIR_BYTES;
  return isShort && process.platform !== 'win32' ? directory : null;
}

/** The directory for PostgreSQL's data: in memory if there is room, which saves a third of PostgreSQL's time. */
async function chooseParent(): Promise<string> {
  const memory = await statfs(MEMORY).catch(() => null);
  return memory && memory.bavail * memory.bsize > ROOM_BYTES ? MEMORY : tmpdir();
}

/** Makes each of a run's thousands of connections cheaper: the password is hashed once instead of 4,096 times. */
async function hashPasswordOnce(url: string): Promise<void> {
  const password = pg.escapeLiteral(decodeURIComponent(new URL(url).password));
  await withClient(url, (client) =>
    client.query(`set scram_iterations = 1; alter role current_user password ${password}`),
  );
}

/** Stops and removes what killed runs have left behind. */
async function removeLeftBehind(): Promise<void> {
  for (const parent of [MEMORY, tmpdir()])
    for (const name of await readdir(parent).catch(() => [])) await removeUnused(parent, name);
}

async function removeUnused(parent: string, name: string): Promise<void> {
  const pid = new RegExp(`^${DATA_DIR_PREFIX}(\\d+)-`).exec(name)?.[1];
  if (!pid || isAlive(Number(pid))) return;
  const dataDir = path.join(parent, name);
  try {
    if (Date.now() - (await stat(dataDir)).mtimeMs < LEFT_BEHIND_AGE_MS) return;
    const embedded = await openEmbeddedPostgres({ dataDir, durable: false });
    await embedded.close();
    await rm(dataDir, { recursive: true, force: true });
  } catch {
    // It belongs to somebody else, or another run is removing it.
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

async function startContainer(): Promise<TestServer> {
  // Slow to load, so only loaded if it is used.
  const { PostgreSqlContainer } = await import('@testcontainers/postgresql');
  const settings = ['fsync=off', 'full_page_writes=off', 'max_connections=200'];
  const container = await new PostgreSqlContainer('postgres:18')
    .withUsername('postgres')
    .withPassword(randomBytes(12).toString('hex'))
    .withDatabase('postgres')
    .withTmpFs({ '/var/lib/postgresql': 'rw' })
    .withCommand(['postgres', ...settings.flatMap((setting) => ['-c', setting])])
    .start();
  const stop = async () => {
    await container.stop();
  };
  return { adminUrl: container.getConnectionUri(), which: 'postgres:18 in Docker', stop };
}

function isDockerThere(): Promise<boolean> {
  const target = dockerTarget();
  if (!target) return Promise.resolve(false);
  return new Promise((resolve) => {
    const ping = request({ ...target, path: '/_ping', timeout: PING_TIMEOUT_MS }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    ping.on('timeout', () => ping.destroy(new Error('no answer')));
    ping.on('error', () => resolve(false));
    ping.end();
  });
}

function dockerTarget(): RequestOptions | undefined {
  const socketPath = process.platform === 'win32' ? '//./pipe/docker_engine' : '/var/run/docker.sock';
  const given = process.env.DOCKER_HOST;
  if (!given) return { socketPath };
  const [, scheme, rest = ''] = /^(\w+):\/\/(.*)$/.exec(given) ?? [];
  if (scheme === 'unix' || scheme === 'npipe') return { socketPath: rest };
  if (scheme !== 'tcp' && scheme !== 'http') return undefined;
  const { hostname, port } = new URL(`http://${rest}`);
  return { hostname, port };
}
