/** How a server reacts to a PostgreSQL that freezes, stops and returns. It has a PostgreSQL of its own. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type Executor } from '../../src/db/client.ts';
import { type EmbeddedPostgres, openEmbeddedPostgres } from '../../src/db/embedded.ts';
import { classifyDatabaseError } from '../../src/db/errors.ts';
import { migrateDatabase } from '../../src/db/migrate.ts';

const ANSWER_WITHIN_MS = 1_000;

let root: string;
let embedded: EmbeddedPostgres;

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'innkeep-frozen-'));
  embedded = await openEmbeddedPostgres({ dataDir: root, durable: false });
  await migrateDatabase(embedded.url);
});
afterAll(async () => {
  await embedded.close();
  await rm(root, { recursive: true, force: true });
});

const pidOf = async (db: Executor): Promise<number> => {
  const { rows } = await db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
  return rows[0]?.pid ?? 0;
};

async function troubleOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'none',
    (error: unknown) => classifyDatabaseError(error),
  );
}

test('a connection whose PostgreSQL process freezes is closed at the deadline and never used again', async () => {
  const { db, pool, close } = createDatabase({
    url: embedded.url,
    applicationName: 'innkeep-tests',
    poolMax: 1,
    answerWithinMs: ANSWER_WITHIN_MS,
  });
  const frozen: number[] = [];
  const freeze = (pid: number) => {
    frozen.push(pid);
    process.kill(pid, 'SIGSTOP');
  };
  try {
    const alone = async () => {
      freeze(await pidOf(db));
      await db.execute(sql`select 1`);
    };
    const atBegin = async () => {
      freeze(await pidOf(db));
      await db.transaction((tx) => tx.execute(sql`select 1`));
    };
    const inside = () =>
      db.transaction(async (tx) => {
        freeze(await pidOf(tx));
        await tx.execute(sql`select 1`);
      });
    const atCommit = () => db.transaction(async (tx) => freeze(await pidOf(tx)));
    for (const work of [alone, atBegin, inside, atCommit]) {
      const startedAt = Date.now();
      expect([work.name, await troubleOf(work())]).toEqual([work.name, 'unavailable']);
      // One deadline, without another for the ROLLBACK.
      expect(Date.now() - startedAt).toBeLessThan(2 * ANSWER_WITHIN_MS);
      expect(pool.totalCount).toBe(0);
      expect(frozen).not.toContain(await pidOf(db));
    }
    expect(new Set(frozen).size).toBe(4);
  } finally {
    for (const pid of frozen) process.kill(pid, 'SIGCONT');
    await close();
  }
});

test('a statement that takes too long frees its connection for the next statement', async () => {
  const { db, pool, close } = createDatabase({
    url: embedded.url,
    applicationName: 'innkeep-tests',
    poolMax: 1,
  });
  try {
    const before = await pidOf(db);
    const slow = db.transaction(async (tx) => {
      await tx.execute(sql`set local statement_timeout = 50`);
      await tx.execute(sql`select pg_sleep(5)`);
    });
    expect(await troubleOf(slow)).toBe('unavailable');
    expect(await pidOf(db)).toBe(before);
    expect(pool.totalCount).toBe(1);
  } finally {
    await close();
  }
});
