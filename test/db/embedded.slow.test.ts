import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type EmbeddedPostgres, openEmbeddedPostgres } from '../../src/db/embedded.ts';
import { openSharedFolder } from '../helpers/process.ts';

// Other processes run this: they open, claim the server, report it, and wait for their end.
const CHILD = `
  import { openEmbeddedPostgres } from ${JSON.stringify(new URL('../../src/db/embedded.ts', import.meta.url).href)};
  const [, dataDir, stays] = process.argv;
  const embedded = await openEmbeddedPostgres({ dataDir, durable: false });
  console.log(JSON.stringify({ url: embedded.url, claimed: await embedded.claimServer() }));
  if (stays) {
    const timer = setInterval(() => {}, 1_000);
    process.on('SIGTERM', () => embedded.close().then(() => clearInterval(timer)));
  }
`;

type Child = { process: ChildProcess; url: string; claimed: boolean };

let dataDir: string;
let opened: EmbeddedPostgres[];
let children: ChildProcess[];

// With a blank, because a path may contain one.
const root = await openSharedFolder('innkeep embedded-');

beforeEach(() => {
  // Most tests can use files that another test has made. PostgreSQL itself starts and stops in each.
  dataDir = path.join(root, 'shared');
  opened = [];
  children = [];
});

afterEach(async () => {
  for (const child of children) killGroup(child, 'SIGKILL');
  await Promise.all(opened.map((embedded) => embedded.close()));
  // A killed process leaves PostgreSQL running, and its lease for a moment.
  await until(async () => {
    if (await runningPid()) await (await open()).close();
    return (await runningPid()) === undefined;
  });
});

async function useNewDataDir() {
  dataDir = await mkdtemp(path.join(root, 'new-'));
}

async function open(directory = dataDir): Promise<EmbeddedPostgres> {
  const embedded = await openEmbeddedPostgres({ dataDir: directory, durable: false });
  opened.push(embedded);
  return embedded;
}

// In a process group of its own, as in a terminal, so that a signal reaches all processes started there.
function spawnChild(stays = true): ChildProcess {
  const args = ['--input-type=module', '--eval', CHILD, dataDir, ...(stays ? ['stays'] : [])];
  const child = spawn(process.execPath, args, { detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  return child;
}

async function startChild(): Promise<Child> {
  const child = spawnChild();
  if (!child.stdout) throw new Error('The child has no output.');
  const [line] = await once(child.stdout, 'data');
  return { process: child, ...JSON.parse(String(line)) };
}

function killGroup(child: ChildProcess, signal: NodeJS.Signals) {
  try {
    if (child.pid) process.kill(-child.pid, signal);
  } catch {
    // It has ended already.
  }
}

async function query(embedded: { url: string }, sql: string) {
  const client = new pg.Client({ connectionString: embedded.url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

async function pidIn(directory: string): Promise<number> {
  const text = await readFile(path.join(directory, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '');
  return Number(text.split('\n')[0]);
}

/** PostgreSQL's process id, if it runs. */
async function runningPid(): Promise<number | undefined> {
  const pid = await pidIn(dataDir);
  return pid && isAlive(pid) ? pid : undefined;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function until(condition: () => Promise<boolean>) {
  const endsAt = Date.now() + 40_000;
  while (!(await condition())) {
    if (Date.now() > endsAt) throw new Error('This takes too long.');
    await sleep(50);
  }
}

test('the first start of the embedded PostgreSQL makes a cluster in UTF-8, a user and a database', async () => {
  const embedded = await open();
  const [row] = await query(
    embedded,
    `select 1 as one, current_user as name, current_setting('server_encoding') as encoding,
       current_setting('TimeZone') as zone, current_setting('listen_addresses') as addresses,
       current_setting('password_encryption') as passwords,
       (select datcollate || '/' || pg_get_userbyid(datdba) from pg_database where datname = current_database()) as made`,
  );
  expect(row).toEqual({
    one: 1,
    name: 'innkeep',
    encoding: 'UTF8',
    zone: 'UTC',
    addresses: '127.0.0.1',
    passwords: 'scram-sha-256',
    made: 'C/innkeep',
  });
  await query(embedded, 'create extension if not exists btree_gist');
  const wrong = embedded.url.replace(/innkeep:[^@]+@/, 'innkeep:wrong@');
  await expect(query({ url: wrong }, 'select 1')).rejects.toThrow('password authentication failed');
  expect((await stat(path.join(dataDir, 'postgres', 'innkeep-passwords.json'))).mode & 0o777).toBe(0o600);
  expect((await stat(path.join(dataDir, 'postgres'))).mode & 0o777).toBe(0o700);
  expect((await readdir(dataDir)).sort()).toEqual(['postgres', 'postgres.log']);
});

test('all processes share one embedded PostgreSQL, and the last one that closes stops it', async () => {
  const first = await open();
  const pid = await runningPid();
  const second = await open();
  const child = await startChild();
  expect([second.url, child.url]).toEqual([first.url, first.url]);
  expect(await runningPid()).toBe(pid);

  await first.close();
  await first.close(); // A second time does no harm.
  expect(await query(second, 'select 1 as one')).toEqual([{ one: 1 }]);
  await second.close();
  expect(await query(child, 'select 1 as one')).toEqual([{ one: 1 }]);
  child.process.kill('SIGTERM');
  expect(await once(child.process, 'exit')).toEqual([0, null]);
  expect(await runningPid()).toBeUndefined();
  expect(await pidIn(dataDir)).toBe(0);
});

test('a second start of the embedded PostgreSQL keeps its data and port', async () => {
  const first = await open();
  await query(first, 'drop table if exists kept; create table kept as select 42 as answer');
  await first.close();
  const second = await open();
  expect(second.url).toBe(first.url);
  expect(await query(second, 'select answer from kept')).toEqual([{ answer: 42 }]);
});

test('after a server is killed, the next one uses the PostgreSQL that it left running', async () => {
  const child = await startChild();
  const pid = await runningPid();
  await query(child, 'drop table if exists kept; create table kept as select 42 as answer');
  killGroup(child.process, 'SIGKILL');
  await once(child.process, 'exit');
  await sleep(200);
  expect(await runningPid()).toBe(pid);

  const next = await open();
  expect(next.url).toBe(child.url);
  expect(await query(next, 'select answer from kept')).toEqual([{ answer: 42 }]);
  await next.close();
  expect(await runningPid()).toBeUndefined();
});

test('Ctrl-C at the terminal does not reach the embedded PostgreSQL', async () => {
  const child = await startChild();
  killGroup(child.process, 'SIGINT');
  expect(await once(child.process, 'exit')).toEqual([null, 'SIGINT']);
  expect(await query(child, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('only one server at a time can use a data directory', async () => {
  const child = await startChild();
  const here = await open();
  expect(child.claimed).toBe(true);
  expect(await here.claimServer()).toBe(false);
  killGroup(child.process, 'SIGKILL');
  expect(await here.claimServer()).toBe(true);
  await here.close();
  expect(await (await open()).claimServer()).toBe(true);
});

test('an embedded PostgreSQL that was killed is started again', async () => {
  const embedded = await open();
  expect(await embedded.claimServer()).toBe(true);
  await query(embedded, 'drop table if exists kept; create table kept as select 42 as answer');
  process.kill(await pidIn(dataDir), 'SIGKILL');

  const next = await open();
  expect(await query(next, 'select answer from kept')).toEqual([{ answer: 42 }]);
  // All users are connected again at the same address, with their claims.
  expect(next.url).toBe(embedded.url);
  const locks = () => query(next, `select mode from pg_locks where locktype = 'advisory'`);
  await until(async () => (await locks()).length === 3);
  await next.close();
  expect(await query(embedded, 'select answer from kept')).toEqual([{ answer: 42 }]);
});

test('a running server restarts its embedded PostgreSQL by itself, even after all connections have ended', async () => {
  const embedded = await open();
  const pid = await pidIn(dataDir);
  process.kill(pid, 'SIGKILL');
  await until(async () => (await pidIn(dataDir)) !== pid && (await isAnswering(embedded)));

  // A backend that crashes ends every connection, but PostgreSQL itself goes on.
  const restarted = await pidIn(dataDir);
  const sleeper = query(embedded, 'select pg_sleep(60)').catch(() => 'ended');
  const find = () => query(embedded, `select pid from pg_stat_activity where query = 'select pg_sleep(60)'`);
  await until(async () => (await find()).length === 1);
  const [{ pid: backend }] = (await find()) as [{ pid: number }];
  process.kill(backend, 'SIGKILL');
  expect(await sleeper).toBe('ended');
  await until(() => isAnswering(embedded));
  expect(await pidIn(dataDir)).toBe(restarted);
  expect(await query(await open(), 'select 1 as one')).toEqual([{ one: 1 }]);
});

async function isAnswering(embedded: EmbeddedPostgres): Promise<boolean> {
  return query(embedded, 'select 1').then(
    () => true,
    () => false,
  );
}

test('processes that start at once on an empty data directory share one database cluster', async () => {
  await useNewDataDir();
  const [here, child] = await Promise.all([open(), startChild()]);
  expect(child.url).toBe(here.url);
  expect((await readdir(dataDir)).sort()).toEqual(['postgres', 'postgres.log']);
});

test('a first start that is killed half-way leaves nothing that hinders the next one', async () => {
  await useNewDataDir();
  const child = spawnChild();
  await until(async () => (await readdir(dataDir)).some((name) => name.startsWith('postgres-new-')));
  await sleep(100);
  killGroup(child, 'SIGKILL');
  await once(child, 'exit');
  const [unfinished] = await readdir(dataDir);
  expect(unfinished).toMatch(/^postgres-new-/);
  expect(existsSync(path.join(dataDir, 'postgres'))).toBe(false);
  expect(await query(await open(), 'select 1 as one')).toEqual([{ one: 1 }]);
  expect((await readdir(dataDir)).sort()).toEqual(['postgres', 'postgres.log']);
});

test('a process file with the id of an unrelated process does not confuse the start of PostgreSQL', async () => {
  const first = await open();
  const pidFile = path.join(dataDir, 'postgres', 'postmaster.pid');
  const text = await readFile(pidFile, 'utf8');
  const { uid, gid } = await stat(pidFile);
  await first.close();
  // Run by the same user as PostgreSQL, because PostgreSQL would otherwise notice the difference.
  const other = spawn('sleep', ['60'], process.geteuid?.() === 0 ? { uid, gid } : {});
  await once(other, 'spawn');
  await writeFile(pidFile, text.replace(/^\d+/, String(other.pid)));
  await chown(pidFile, uid, gid);
  try {
    expect(await query(await open(), 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(await pidIn(dataDir)).not.toBe(other.pid);
    expect(isAlive(other.pid ?? 0)).toBe(true);
  } finally {
    other.kill();
  }
});

test('a copy of a data directory in use starts a PostgreSQL of its own', async () => {
  const original = await open();
  const copyDir = path.join(root, 'copy');
  try {
    await cp(dataDir, copyDir, { recursive: true });
    await chownLike(path.join(dataDir, 'postgres'), path.join(copyDir, 'postgres'));
    const copy = await open(copyDir);
    expect(copy.url).not.toBe(original.url);
    expect(await pidIn(copyDir)).not.toBe(await pidIn(dataDir));
    expect(await query(copy, 'select 1 as one')).toEqual([{ one: 1 }]);
    await copy.close();
    expect(await query(original, 'select 1 as one')).toEqual([{ one: 1 }]);
  } finally {
    await rm(copyDir, { recursive: true, force: true });
  }
});

/** Gives the copied files the owner of the originals, because a copy made by root belongs to root. */
async function chownLike(original: string, copy: string) {
  const { uid, gid } = await stat(original);
  for (const entry of ['.', ...(await readdir(copy, { recursive: true }))]) {
    await chown(path.join(copy, entry), uid, gid);
  }
}

test('a running embedded PostgreSQL does not keep a process from exiting', async () => {
  const child = spawnChild(false);
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(await runningPid()).toBeDefined();
});
