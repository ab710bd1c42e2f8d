import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { openCuttableProxy } from '../db/cuttable-proxy.ts';
import { openSharedApp, openTestApp } from '../helpers/app.ts';
import { openInn } from '../helpers/bookings.ts';
import { createTestDatabase } from '../helpers/database.ts';

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
