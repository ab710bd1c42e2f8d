import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { openCuttableProxy } from '../db/cuttable-proxy.ts';
import { openSharedApp, openTestApp } from '../helpers/app.ts';
import { openInn, rowCounts } from '../helpers/bookings.ts';
import { createTestDatabase, withClient } from '../helpers/database.ts';

const READY = { status: 'ready', checks: { database: 'ok', migrations: 'ok' } };

const database = await createTestDatabase();
const proxy = await openCuttableProxy(database.url);
const world = await openSharedApp({ url: proxy.url, poolMax: 2 });
afterAll(async () => {
  await proxy.cut();
  await database.drop();
});

async function ask(path: string) {
  const { statusCode: status, headers, json } = await world.get(path);
  expect(headers['cache-control']).toBe('no-store');
  return { status, retryAfter: headers['retry-after'], body: json() };
}

const good = (body: object) => ({ status: 200, retryAfter: undefined, body });
const bad = (message: string, checks: object) => ({
  status: 503,
  retryAfter: '1',
  body: { message, checks },
});
const UNREACHABLE = bad('The database does not answer.', { database: 'failed', migrations: 'unknown' });
const NOT_MIGRATED = 'It is unknown whether the database has the migrations of this version.';

test('/livez and /readyz answer a working server without a token', async () => {
  expect(await ask('/livez')).toEqual(good({ status: 'alive' }));
  expect(await ask('/readyz')).toEqual(good(READY));
});

test('/livez makes no database statement', async () => {
  const { statements } = await world.statements.during(() => ask('/livez'));
  expect(statements).toEqual([]);
});

test('while the database is away the server is alive, but not ready', async () => {
  await proxy.cut();
  try {
    expect(await ask('/livez')).toEqual(good({ status: 'alive' }));
    expect(await ask('/readyz')).toEqual(UNREACHABLE);
  } finally {
    await proxy.mend();
  }
  expect(await ask('/readyz')).toEqual(good(READY));
});

test('a database that hangs is soon reported as not ready, however many ask', async () => {
  const locked = sql`lock table drizzle.__drizzle_migrations`;
  const holder = await openTestApp({ url: database.url });
  try {
    await holder.db.transaction(async (tx) => {
      await tx.execute(locked);
      const answers = await Promise.all(Array.from({ length: 20 }, () => ask('/readyz')));
      expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
        new Set([JSON.stringify(UNREACHABLE)]),
      );
    });
  } finally {
    await holder.close();
  }
  await expect.poll(() => ask('/readyz')).toEqual(good(READY));
});

describe('readiness and migrations', () => {
  const having = async (change: string, undo: string) => {
    await world.db.execute(change);
    try {
      return await ask('/readyz');
    } finally {
      await world.db.execute(undo);
    }
  };

  test('a server whose database lacks a migration is not ready', async () => {
    const table = 'drizzle.__drizzle_migrations';
    const which = `where id = (select max(id) from ${table})`;
    expect(
      await having(
        `update ${table} set hash = 'x' || hash ${which}`,
        `update ${table} set hash = substr(hash, 2) ${which}`,
      ),
    ).toEqual(bad(NOT_MIGRATED, { database: 'ok', migrations: 'pending' }));
  });

  test('a server whose database has a later migration is ready', async () => {
    expect(
      await having(
        "insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 1)",
        "delete from drizzle.__drizzle_migrations where hash = 'later'",
      ),
    ).toEqual(good(READY));
  });

  test('a server whose database was never migrated is not ready', async () => {
    expect(
      await having('alter schema drizzle rename to elsewhere', 'alter schema elsewhere rename to drizzle'),
    ).toEqual(bad(NOT_MIGRATED, { database: 'ok', migrations: 'pending' }));
  });

  test('a server that cannot read the state of migrations is not ready', async () => {
    const column = (from: string, to: string) =>
      `alter table drizzle.__drizzle_migrations rename column ${from} to ${to}`;
    expect(await having(column('hash', 'other'), column('other', 'hash'))).toEqual(
      bad(NOT_MIGRATED, { database: 'ok', migrations: 'unknown' }),
    );
  });
});

test('health checks are logged at debug level, and a server that is not ready logs why', async () => {
  world.log.length = 0;
  await ask('/livez');
  await ask('/readyz');
  const levels = () => world.log.map((line) => JSON.parse(line)).map(({ level, msg }) => [level, msg]);
  expect(levels()).toEqual([
    [20, 'answered'],
    [20, 'answered'],
  ]);
  world.log.length = 0;
  await proxy.cut();
  await ask('/readyz').finally(() => proxy.mend());
  expect(levels()).toEqual([
    [40, 'not ready'],
    [20, 'answered'],
  ]);
  await expect.poll(() => ask('/readyz')).toEqual(good(READY));
});

test('while writes fail on a full disk the server is not ready, until one succeeds or half a minute has passed', async () => {
  const full = await openTestApp();
  const inn = await openInn(full);
  const ready = async () => (await full.get('/readyz')).json();
  const create = () => inn.send('POST', '/guests', { name: 'Bea', email: 'bea@example.com' });
  try {
    // PostgreSQL says this when it cannot make a file longer.
    await full.db.execute(`
      create function no_room() returns trigger language plpgsql as $$ begin
        raise exception 'could not extend file' using errcode = 'disk_full';
      end $$`);
    await full.db.execute(
      'create trigger no_room before insert on guests for each row execute function no_room()',
    );
    expect(await ready()).toEqual(READY);
    expect((await create()).status).toBe(503);
    const answer = await full.get('/readyz');
    expect([answer.statusCode, answer.json()]).toEqual([
      503,
      {
        message: 'Writes fail: the disk of the database is full.',
        checks: { database: 'ok', migrations: 'ok', writes: 'failed' },
      },
    ]);
    expect((await full.get('/livez')).statusCode).toBe(200);
    const clock = vi.spyOn(performance, 'now');
    const now = performance.now();
    clock.mockReturnValue(now + 30_000);
    expect(await ready()).toEqual(READY);
    clock.mockRestore();
    expect(await ready()).not.toEqual(READY);
    await full.db.execute('drop trigger no_room on guests');
    expect((await create()).status).toBe(201);
    expect(await ready()).toEqual(READY);
  } finally {
    await full.close();
  }
});

test('while the database is read-only writes are a 503 and reads are answered, until a new connection may write', async () => {
  const own = await createTestDatabase();
  const name = new URL(own.url).pathname.slice(1);
  const server = await openTestApp({ url: own.url, poolMax: 1 });
  // The settings of a session are those of its beginning.
  const setReadOnly = (text: string) =>
    withClient(own.url, (client) =>
      client.query(`alter database ${name} ${text};
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`),
    );
  try {
    const inn = await openInn(server);
    await setReadOnly('set default_transaction_read_only to on');
    await expect.poll(async () => (await inn.send('GET', '/team')).status).toBe(200);
    const before = await rowCounts(server);
    const refused = await inn.tryBook({}, { 'idempotency-key': 'once' });
    expect([refused.status, refused.headers['retry-after'], refused.body]).toEqual([
      ...[503, '1', { message: 'The service is busy for a moment. Please try again.' }],
    ]);
    expect((await inn.send('GET', '/team')).status).toBe(200);
    const answer = await server.get('/readyz');
    expect([answer.statusCode, answer.json()]).toEqual([
      503,
      {
        message: 'Writes fail: the database is read-only.',
        checks: { database: 'ok', migrations: 'ok', writes: 'failed' },
      },
    ]);
    expect(await rowCounts(server)).toEqual(before);
    await withClient(own.url, async (client) => {
      await client.query('set default_transaction_read_only to off');
      await client.query(`alter database ${name} reset default_transaction_read_only`);
    });
    // The first write meets the connection that is still read-only, and ends it.
    expect((await inn.tryBook({}, { 'idempotency-key': 'once' })).status).toBe(503);
    expect((await inn.tryBook({}, { 'idempotency-key': 'once' })).status).toBe(201);
    expect((await server.get('/readyz')).json()).toEqual(READY);
  } finally {
    await server.close();
    await own.drop();
  }
});

test('a database that accepts no connections is away', async () => {
  const own = await createTestDatabase();
  const name = new URL(own.url).pathname.slice(1);
  const server = await openTestApp({ url: own.url });
  const allowConnections = (are: boolean) =>
    world.db.execute(`
      alter database ${name} allow_connections ${are};
      select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
  try {
    const inn = await openInn(server);
    const answers = async () => {
      const { status, headers } = await inn.send('GET', '/team');
      const readiness = await server.get('/readyz');
      return [status, headers['retry-after'], readiness.json().checks];
    };
    await allowConnections(false);
    await expect.poll(answers).toEqual([503, '1', UNREACHABLE.body.checks]);
    await allowConnections(true);
    await expect.poll(answers).toEqual([200, undefined, READY.checks]);
  } finally {
    await server.close();
    await own.drop();
  }
});
