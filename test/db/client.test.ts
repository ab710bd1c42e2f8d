import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import {
  createDatabase,
  type Database,
  type DatabaseOptions,
  type Executor,
  type Transaction,
} from '../../src/db/client.ts';
import { lockTeam } from '../../src/db/queries/teams/teams.ts';
import { listings, seasons } from '../../src/db/schema/listings.ts';
import { createTestDatabase } from '../helpers/database.ts';
import { buildListing, buildSeason } from '../helpers/factories.ts';
import { openCuttableProxy } from './cuttable-proxy.ts';

const database = await createTestDatabase();
const nothing = createDatabase({ url: database.url, applicationName: 'innkeep-tests' });
afterAll(async () => {
  await nothing.close();
  await database.drop();
});

async function within<T>(
  options: Partial<DatabaseOptions>,
  work: (handle: ReturnType<typeof createDatabase>) => Promise<T>,
): Promise<T> {
  const handle = createDatabase({ url: database.url, applicationName: 'innkeep-server', ...options });
  try {
    return await work(handle);
  } finally {
    await handle.close();
  }
}

const DEADLINES = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];

async function settingsOn(db: Executor) {
  const names = [...DEADLINES, 'random_page_cost', 'application_name'];
  const { rows } = await db.execute(
    sql.raw(`select ${names.map((name) => `current_setting('${name}') as ${name}`).join(', ')}`),
  );
  return rows[0];
}

const settings = (options: Partial<DatabaseOptions>) => within(options, ({ db }) => settingsOn(db));
const settingsInTransaction = (options: Partial<DatabaseOptions>) =>
  within(options, ({ db }) => db.transaction((tx) => settingsOn(tx)));

const OURS = { statement_timeout: '5s', lock_timeout: '2s', idle_in_transaction_session_timeout: '10s' };
const PLANNED = { random_page_cost: '1.1' };
const NONE = { statement_timeout: '0', lock_timeout: '0', idle_in_transaction_session_timeout: '0' };

test('a server’s database connections have deadlines, planner settings and an application name', async () => {
  expect(await settings({})).toEqual({ ...OURS, ...PLANNED, application_name: 'innkeep-server' });
  expect(await settingsInTransaction({})).toMatchObject({ ...OURS, ...PLANNED });
});

test('through a pooler, PostgreSQL’s deadlines are set in each transaction', async () => {
  await within({ pooled: true, poolMax: 1 }, async ({ db }) => {
    expect(await settingsOn(db)).toMatchObject(NONE);
    expect(await db.transaction((tx) => settingsOn(tx))).toMatchObject({ ...OURS, ...PLANNED });
    expect(await settingsOn(db)).toMatchObject(NONE);
  });
});

test('a command’s database connections have no deadlines, and its transactions lift even those of the database itself', async () => {
  expect(await settings({ deadlines: false })).toMatchObject(NONE);
  const name = new URL(database.url).pathname.slice(1);
  try {
    for (const deadline of DEADLINES)
      await nothing.db.execute(`alter database ${name} set ${deadline} = '1s'`);
    expect(await settings({ deadlines: false })).toMatchObject({ statement_timeout: '1s' });
    expect(await settingsInTransaction({ deadlines: false })).toMatchObject(NONE);
  } finally {
    for (const deadline of DEADLINES) await nothing.db.execute(`alter database ${name} reset ${deadline}`);
  }
});

test('the database client does not connect before its first statement', async () => {
  await within({ url: 'postgres://nobody@nowhere.invalid/nothing' }, async () => {});
});

test('a connection that PostgreSQL ends, idle or inside a transaction, is logged and does not end the process', async () => {
  const errors: Error[] = [];
  await within({ onError: (error) => errors.push(error) }, async ({ db }) => {
    const endOthers = () =>
      nothing.db.execute(
        sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and application_name = 'innkeep-server'`,
      );
    await db.execute(sql`select 1`);
    await endOthers();
    await expect.poll(() => errors.length).toBeGreaterThan(0);
    const heard = errors.length;
    const insideOne = db.transaction(async (tx) => {
      await tx.execute(sql`select 1`);
      await endOthers();
      await expect.poll(() => errors.length).toBeGreaterThan(heard);
      await tx.execute(sql`select 1`);
    });
    await expect(insideOne).rejects.toThrow();
    expect((await db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
  });
  expect(errors.length).toBeGreaterThan(1);
});

test('a connection that is lost while a transaction begins or runs leaves the pool', async () => {
  const proxy = await openCuttableProxy(database.url);
  try {
    await within({ url: proxy.url, poolMax: 1 }, async ({ db }) => {
      const isAnswered = async () => (await db.execute(sql`select 1 as one`)).rows;
      for (const during of ['begin', 'work']) {
        expect(await isAnswered()).toEqual([{ one: 1 }]);
        const failed = db.transaction(async (tx) => {
          await proxy.cut();
          await tx.execute(sql`select 1`);
        });
        if (during === 'begin') await proxy.cut();
        await expect(failed).rejects.toThrow();
        await proxy.mend();
      }
      expect(await isAnswered()).toEqual([{ one: 1 }]);
    });
  } finally {
    await proxy.cut();
  }
});

test('a transaction that rolls back returns its connection to the pool', async () => {
  await within({ poolMax: 1 }, async ({ db, pool }) => {
    const backend = async () => (await db.execute(sql`select pg_backend_pid() as pid`)).rows[0]?.pid;
    const before = await backend();
    const rolledBack = db.transaction(async (tx) => {
      await tx.execute(sql`create table of_no_use ()`);
      throw new Error('a reason of our own');
    });
    await expect(rolledBack).rejects.toThrow('a reason of our own');
    expect(await db.transaction(async () => 'a result')).toBe('a result');
    expect(await backend()).toBe(before);
    expect([pool.totalCount, pool.idleCount]).toEqual([1, 1]);
    expect((await db.execute(sql`select to_regclass('of_no_use') as name`)).rows).toEqual([{ name: null }]);
  });
});

test('functions that lock rows take a transaction, and do not compile with the pool', () => {
  const lockOutside = (db: Database, tx: Transaction) => [
    () => lockTeam(tx, 1),
    // @ts-expect-error: on the pool, the lock would be released at once.
    () => lockTeam(db, 1),
    // @ts-expect-error: transactions are not nested.
    () => tx.transaction(async () => {}),
  ];
  expect(lockOutside).toHaveLength(2);
});

test('a transaction that ignores a failed statement is refused, because PostgreSQL commits nothing of it', async () => {
  await within({ poolMax: 1 }, async ({ db, pool }) => {
    const careless = db.transaction((tx) => tx.execute(sql`select nothing`).catch(() => 'ignored'));
    await expect(careless).rejects.toThrow('nothing was committed');
    expect(await db.transaction(async () => pool.totalCount)).toBe(1);
  });
});

test('a connection on which a transaction cannot begin is not returned to the pool', async () => {
  await within({ poolMax: 1 }, async ({ db, pool }) => {
    const mode = { isolationLevel: 'of no kind' as 'serializable' };
    await expect(db.transaction(async () => 'a result', mode)).rejects.toThrow(
      'begin isolation level of no kind',
    );
    expect(pool.totalCount).toBe(0);
  });
});

test('the database client tells a listener of every statement', async () => {
  const heard: string[] = [];
  await within({ onStatement: (statement) => heard.push(statement) }, async ({ db }) => {
    await db.execute(sql`select ${'secret'}::text`);
  });
  expect(heard).toEqual(['select $1::text']);
});

describe('values from the database', () => {
  test('dates come back from the database as texts, which no time zone moves', async () => {
    for (const date of ['2000-01-01', '2031-03-30', '2199-12-31']) {
      const season = await buildSeason(nothing, { startDate: date, endDate: date });
      expect([season.startDate, season.endDate]).toEqual([date, date]);
    }
    const [row] = await nothing.db.select({ startDate: seasons.startDate }).from(seasons).limit(1);
    expect(typeof row?.startDate).toBe('string');
  });

  test('amounts come back from the database as numbers, and one that a number cannot hold exactly is refused', async () => {
    const { nightlyCents } = await buildListing(nothing, { nightlyCents: Number.MAX_SAFE_INTEGER });
    expect(nightlyCents).toBe(Number.MAX_SAFE_INTEGER);
    const { id } = await buildListing(nothing);
    await nothing.db.execute(sql`update listings set nightly_cents = 9007199254740992 where id = ${id}`);
    const read = nothing.db.select({ nightlyCents: listings.nightlyCents }).from(listings);
    await expect(read).rejects.toThrow('An amount in the database is not a safe integer.');
    await nothing.db.execute(sql`update listings set nightly_cents = 0 where id = ${id}`);
  });

  test('moments come back from the database to the second', async () => {
    const createdAt = new Date('2031-03-30T01:00:00Z');
    expect((await buildListing(nothing, { createdAt })).createdAt).toEqual(createdAt);
  });
});
