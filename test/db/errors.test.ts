import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { createDatabase } from '../../src/db/client.ts';
import {
  classifyDatabaseError,
  describeErrorForLog,
  findSqlError,
  isConnectionLost,
} from '../../src/db/errors.ts';
import { createTestDatabase } from '../helpers/database.ts';
import { buildGuest, buildListing, buildSeason, buildTeam } from '../helpers/factories.ts';
import { openCuttableProxy } from './cuttable-proxy.ts';

const CANARY = 'canary@example.com';

const database = await createTestDatabase();
const handle = open(database.url);
afterAll(async () => {
  await handle.close();
  await database.drop();
});

function open(url: string, options: { poolMax?: number } = {}) {
  return createDatabase({ url, applicationName: 'innkeep-tests', ...options });
}

async function errorOf(work: Promise<unknown>): Promise<unknown> {
  try {
    await work;
  } catch (error) {
    return error;
  }
  throw new Error('Nothing was thrown.');
}

/** The error of a query on its own connection to the database, which `disturb` breaks. */
async function errorOfQuery(url: string, query = sql`select 1`) {
  const other = open(url);
  try {
    return await errorOf(other.db.execute(query));
  } finally {
    await other.close();
  }
}

async function duplicateGuest() {
  const { id: teamId } = await buildTeam(handle);
  await buildGuest(handle, { teamId, email: CANARY });
  return errorOf(buildGuest(handle, { teamId, email: CANARY }));
}

describe('classes of database errors', () => {
  test('a unique violation is recognised with its constraint', async () => {
    const error = await duplicateGuest();
    expect(classifyDatabaseError(error)).toBe('duplicate');
    expect(findSqlError(error)).toEqual({ sqlState: '23505', constraint: 'guests_email_key_key' });
  });

  test('an exclusion violation, such as overlapping nights, is recognised with its constraint', async () => {
    const { teamId, id: listingId } = await buildListing(handle);
    await buildSeason(handle, { teamId, listingId, startDate: '2031-01-01', endDate: '2031-01-09' });
    const error = await errorOf(
      buildSeason(handle, { teamId, listingId, startDate: '2031-01-05', endDate: '2031-01-06' }),
    );
    expect(classifyDatabaseError(error)).toBe('overlap');
    expect(findSqlError(error)).toEqual({ sqlState: '23P01', constraint: 'seasons_no_overlap' });
  });

  test('a deadlock is recognised as an error that can be tried again', async () => {
    const teams = [await buildTeam(handle), await buildTeam(handle)];
    const lock = (id: number) => sql`select from teams where id = ${id} for update`;
    let met = 0;
    const cross = (first: number, second: number) =>
      handle.db.transaction(async (tx) => {
        await tx.execute(lock(first));
        met += 1;
        while (met < 2) await new Promise((resolve) => setTimeout(resolve, 5));
        await tx.execute(lock(second));
      });
    const [a = 0, b = 0] = teams.map(({ id }) => id);
    const results = await Promise.allSettled([cross(a, b), cross(b, a)]);
    const troubles = results.flatMap((result) =>
      result.status === 'rejected' ? [classifyDatabaseError(result.reason)] : [],
    );
    expect(troubles).toEqual(['conflict']);
  });

  test.each([
    ['a statement past its deadline', `set local statement_timeout = 20; select pg_sleep(5)`],
    ['a backend that is ended', `select pg_terminate_backend(pg_backend_pid())`],
  ])('%s counts as an unavailable database', async (_what, statements) => {
    const other = open(database.url);
    const error = await errorOf(other.db.execute(sql.raw(`begin; ${statements}`)));
    expect(classifyDatabaseError(error)).toBe('unavailable');
    await other.close();
  });

  test('a broken connection, a refused one, an unknown host and a closed pool count as an unavailable database', async () => {
    const proxy = await openCuttableProxy(database.url);
    const through = open(proxy.url);
    const broken = errorOf(through.db.execute(sql`select pg_sleep(5)`));
    await new Promise((resolve) => setTimeout(resolve, 100));
    await proxy.cut();
    expect(classifyDatabaseError(await broken)).toBe('unavailable');
    expect(classifyDatabaseError(await errorOf(through.db.execute(sql`select 1`)))).toBe('unavailable');
    await through.close();

    const nowhere = new URL(database.url);
    nowhere.hostname = 'nowhere.invalid';
    expect(classifyDatabaseError(await errorOfQuery(nowhere.href))).toBe('unavailable');

    const closed = open(database.url);
    await closed.close();
    expect(classifyDatabaseError(await errorOf(closed.db.execute(sql`select 1`)))).toBe('unavailable');
  });

  test('a statement with more parameters than PostgreSQL takes is a fault of the program, not an unavailable database', async () => {
    const tooMany = sql.join(
      Array.from({ length: 65_536 }, () => sql`${1}::int`),
      sql`, `,
    );
    const error = await errorOf(handle.db.execute(sql`select array[${tooMany}]`));
    expect(findSqlError(error)?.sqlState).toBe('08P01');
    expect(classifyDatabaseError(error)).toBe('other');
  });

  test('a write on a closed connection counts as an unavailable database, although EPIPE looks like an SQLSTATE', () => {
    const error = Object.assign(new Error('write EPIPE'), { code: 'EPIPE', syscall: 'write' });
    expect([classifyDatabaseError(error), findSqlError(error), isConnectionLost(error)]).toEqual([
      ...['unavailable', null, true],
    ]);
  });

  test('a connection that the pooler ends counts as an unavailable database', () => {
    const error = Object.assign(new Error('query_wait_timeout'), { code: '08P01', severity: 'FATAL' });
    expect(classifyDatabaseError(error)).toBe('unavailable');
  });

  test.each([
    ['server closed the connection unexpectedly', 'unavailable'],
    ['failed to commit transaction on 10.0.0.2:5432', 'unavailable'],
    ['failure on connection marked as essential: 10.0.0.2:5432', 'unavailable'],
    ['connection error: 10.0.0.2:5432', 'unavailable'],
    ['SSL connection has been closed unexpectedly', 'unavailable'],
    ['could not establish any connections to the node 10.0.0.2:5432 after 2000 ms', 'unavailable'],
    ['lost synchronization with server: got message type "T", length 0', 'unavailable'],
    ["failed to prepare transaction 'citus_0_1_2_3' on host 10.0.0.2:5432", 'unavailable'],
    [
      'unable to recover from inconsistent state in the connection state machine on coordinator',
      'unavailable',
    ],
    ['', 'unavailable'],
    ['cache lookup failed for type 16', 'other'],
  ])('a lost Citus worker is recognised by what the coordinator says: %s', (message, trouble) => {
    const error = Object.assign(new Error(message), { code: 'XX000', severity: 'ERROR' });
    expect(classifyDatabaseError(error)).toBe(trouble);
  });

  test.each([
    ['failed to COPY to shard 102244 on 10.0.0.2:5432', 'unavailable'],
    ['failed to complete COPY on 10.0.0.2:5432', 'unavailable'],
    ['could not read block 1 in file "base/1/2": Input/output error', 'other'],
  ])('the loss of a Citus worker during a COPY is not mistaken for a broken disk: %s', (message, trouble) => {
    const error = Object.assign(new Error(message), { code: '58030', severity: 'ERROR' });
    expect([classifyDatabaseError(error), isConnectionLost(error)]).toEqual([trouble, false]);
  });

  test.each([
    [
      'duplicate key value violates unique constraint "fees_code_key_102008"',
      ...['duplicate', '23505', 'fees_code_key'],
    ],
    [
      'conflicting key value violates exclusion constraint "occupancies_no_overlap_102008"',
      ...['overlap', '23P01', 'occupancies_no_overlap'],
    ],
    [
      'insert or update on table "units_102008" violates foreign key constraint "units_listing_fk_102008"',
      ...['other', '23503', 'units_listing_fk'],
    ],
    [
      'new row for relation "fees_102008" violates check constraint "fees_amount"',
      ...['other', '23514', 'fees_amount'],
    ],
    ['deadlock detected', 'conflict', '40P01', null],
    ['could not serialize access due to concurrent update', 'conflict', '40001', null],
    ['canceling statement due to lock timeout', 'unavailable', '55P03', null],
    ['canceling statement due to statement timeout', 'unavailable', '57014', null],
    ['terminating connection due to administrator command', 'unavailable', '57P01', null],
    ['the database system is shutting down', 'unavailable', '57P01', null],
    ['could not extend file "base/1/2": No space left on device', 'unavailable', '53100', null],
    [
      'could not extend file "base/1/2": wrote only 4096 of 8192 bytes at block 1',
      ...['unavailable', '53100', null],
    ],
  ])(
    'what a Citus worker refuses during a COPY is known by its message: %s',
    (message, trouble, sqlState, constraint) => {
      const error = Object.assign(new Error(message), { code: 'XX000', severity: 'ERROR' });
      expect(classifyDatabaseError(error)).toBe(trouble);
      expect(findSqlError(error)).toEqual({ sqlState, constraint });
      expect(isConnectionLost(error)).toBe(false);
    },
  );

  test('an unknown error is not a database error', async () => {
    expect(classifyDatabaseError(await errorOfQuery(database.url, sql`select nothing`))).toBe('other');
    expect(classifyDatabaseError(new Error('ours'))).toBe('other');
    expect(classifyDatabaseError('a text')).toBe('other');
    expect(findSqlError(new Error('ours'))).toBeNull();
  });
});

describe('logging an error', () => {
  test('a logged error has its cause and its place in the code, never the values of the statement', async () => {
    const error = await duplicateGuest();
    expect(String((error as Error).message)).toContain(CANARY); // Without this, the test proves nothing.
    const described = describeErrorForLog(error);
    expect(described).toEqual({
      type: 'error',
      message: 'duplicate key value violates unique constraint "guests_email_key_key"',
      code: '23505',
      stack: expect.stringMatching(/^\s+at /),
    });
    expect(JSON.stringify(described)).not.toContain(CANARY);
  });

  test('values that are not errors, errors without a stack, and circular causes can be logged', () => {
    expect(describeErrorForLog('a secret text')).toEqual({
      type: 'string',
      message: 'something that is not an Error was thrown',
    });
    const bare = new Error('bare');
    delete bare.stack;
    expect(describeErrorForLog(bare)).toEqual({ type: 'Error', message: 'bare' });
    const circle = new Error('around');
    circle.cause = circle;
    expect(describeErrorForLog(circle).message).toBe('around');
  });
});

describe('logging without sent values', () => {
  test.each([
    ['uuid', `select '${CANARY}'::uuid`],
    ['date', `select '2031-${CANARY}'::date`],
    ['int8', `select '${CANARY}'::int8`],
    ['json', `select '{"a": ${CANARY}}'::json`],
    ['range', `select '[${CANARY},)'::daterange`],
  ])(
    'the log of a failed statement does not contain the value that was malformed as %s',
    async (_type, statement) => {
      const described = describeErrorForLog(await errorOf(handle.db.execute(statement)));
      expect(described.code).toMatch(/^22/);
      expect(JSON.stringify(described)).not.toContain('canary');
      expect(described.message).not.toBe('');
    },
  );

  test('a value that looks like a line of a stack trace is not logged', async () => {
    const parameter = `x\n    at ${CANARY}\n    at y`;
    const described = describeErrorForLog(await errorOf(handle.db.execute(sql`select ${parameter}::uuid`)));
    expect(described.stack).toMatch(/^\s+at /);
    expect(JSON.stringify(described)).not.toContain('canary');
  });
});
