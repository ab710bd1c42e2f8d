/** How a server reacts to a PostgreSQL that freezes, stops and returns. It has a PostgreSQL of its own. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type Executor } from '../../src/db/client.ts';
import { type Embedded, openEmbedded } from '../../src/db/embedded.ts';
import { databaseTroubleOf } from '../../src/db/errors.ts';
import { migrate } from '../../src/db/migrate.ts';
import { openTestApp } from '../helpers/app.ts';
import { clientOf, openInn, tally } from '../helpers/bookings.ts';
import { day } from '../helpers/factories.ts';
import { violationsIn } from '../helpers/invariants.ts';
import { postgresOn } from '../helpers/process.ts';

const ANSWER_WITHIN_MS = 1_000;

let root: string;
let embedded: Embedded;

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'innkeep-frozen-'));
  embedded = await openEmbedded({ dataDir: root, durable: false });
  await migrate(embedded.url);
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
    (error: unknown) => databaseTroubleOf(error),
  );
}

test('a backend that freezes is given up at the deadline, and nobody gets its connection again', async () => {
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

test('a statement that takes too long leaves its connection to the next one', async () => {
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

test('a database that is stopped and started under load only causes 503s, and loses no confirmed booking', async () => {
  const world = await openTestApp({ url: embedded.url, poolMax: 8 });
  try {
    const inn = await openInn(world, { units: Array.from({ length: 8 }, (_, n) => `Unit ${n}`) });
    const client = clientOf(world, inn.token);
    const answers: { status: number; retryAfter: unknown }[] = [];
    const booked: string[] = [];
    let isOver = false;
    let night = 0;

    async function keepAsking(turn: number) {
      while (!isOver) {
        const isBooking = (turn + answers.length) % 3 === 0;
        night += isBooking ? 1 : 0;
        const stay = { check_in: day(night), check_out: day(night + 1) };
        const answer = isBooking
          ? await client.send('POST', '/bookings', inn.newBooking(stay))
          : await client.send('GET', '/bookings?per_page=5');
        answers.push({ status: answer.status, retryAfter: answer.headers['retry-after'] });
        if (answer.status === 201) booked.push(answer.body.data.id);
        // A refusal is so quick that refusals would otherwise be the whole load.
        if (answer.status === 503) await sleep(20);
      }
    }
    const seen = (status: number) => answers.filter((answer) => answer.status === status).length;
    const load = Promise.all([0, 1, 2, 3, 4, 5, 6, 7].map(keepAsking));
    try {
      for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
        const [good, refused] = [seen(200), seen(503)];
        await expect.poll(() => seen(200), { timeout: 30_000 }).toBeGreaterThan(good + 20);
        const postmaster = await postgresOn(root);
        process.kill(postmaster ?? 0, signal);
        await expect.poll(() => seen(503), { timeout: 30_000 }).toBeGreaterThan(refused);
        // The holder of the embedded PostgreSQL starts it again.
        await expect
          .poll(() => postgresOn(root).then((pid) => pid !== null && pid !== postmaster), { timeout: 30_000 })
          .toBe(true);
        const recovered = seen(200);
        await expect.poll(() => seen(200), { timeout: 30_000 }).toBeGreaterThan(recovered + 20);
      }
      await expect.poll(() => booked.length, { timeout: 30_000 }).toBeGreaterThan(20);
    } finally {
      isOver = true;
      await load;
    }
    expect(Object.keys(tally(answers)).sort()).toEqual(['200', '201', '503']);
    for (const { status, retryAfter } of answers) expect(retryAfter).toBe(status === 503 ? '1' : undefined);
    expect(booked.length).toBeGreaterThan(20);
    expect(await violationsIn(embedded.url, booked)).toEqual([]);
  } finally {
    await world.close();
  }
}, 180_000);
