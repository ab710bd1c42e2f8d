/** Connections by node and team, so that a hanging node, or writes that wait, affect only their own teams. */
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createDatabase } from '../../src/db/client.ts';
import { databaseTroubleOf } from '../../src/db/errors.ts';
import { hashOfTeam } from '../../src/db/nodes/hash.ts';
import { createLanes, teamOfStatements } from '../../src/db/nodes/lanes.ts';
import { inTransaction } from '../../src/db/transaction.ts';
import { openSharedClient } from '../helpers/database.ts';

const { client, url } = await openSharedClient();

test('a team’s shard is found by the hash that PostgreSQL computes', async () => {
  const ids = fc.sample(fc.maxSafeNat(), 1_000);
  const { rows } = await client.query('select hashint8(id::bigint) as hash from unnest($1::text[]) as id', [
    ids,
  ]);
  expect(ids.map(hashOfTeam)).toEqual(rows.map(({ hash }) => hash));
});

/** Teams with even ids are on one node, those with odd ids on the other. */
const placement = { nodes: [], nodeOf: (teamId: number) => (teamId % 2 === 0 ? 'even:1' : 'odd:1') };
const NONE: ReadonlySet<string> = new Set();

function openLanes() {
  const lanes = createLanes(4, 20);
  lanes.learn({ placement, missing: NONE });
  const ask = (teamId: number | null, work: () => Promise<unknown> = () => Promise.resolve('done')) =>
    teamOfStatements.run(teamId, () => lanes.run(work));
  return { lanes, ask };
}

test('a node takes half of the connections, and leaves the others', async () => {
  const { ask } = openLanes();
  const { promise: hanging, resolve: answer } = Promise.withResolvers();
  const first = [ask(2, () => hanging), ask(4, () => hanging)];
  await expect(ask(6)).rejects.toSatisfy((error) => databaseTroubleOf(error) === 'unavailable');
  expect(await Promise.all([ask(1), ask(3), ask(null)])).toEqual(['done', 'done', 'done']);
  const waiting = ask(8);
  answer('late');
  expect(await Promise.all([...first, waiting])).toEqual(['late', 'late', 'done']);
  await Promise.all([2, 4, 6, 8, 10].map((teamId) => ask(teamId)));
});

test('the teams of a missing node are refused at once, and served once it is there again', async () => {
  const { lanes, ask } = openLanes();
  lanes.learn({ placement, missing: new Set(['odd:1']) });
  expect(lanes.missing()).toEqual(['odd:1']);
  await expect(ask(1)).rejects.toSatisfy((error) => databaseTroubleOf(error) === 'unavailable');
  expect(await ask(2)).toBe('done');
  lanes.learn({ placement, missing: NONE });
  expect(await ask(1)).toBe('done');
});

test('without a cluster nothing is held back', async () => {
  const lanes = createLanes(2, 20);
  const { promise: hanging, resolve: answer } = Promise.withResolvers();
  const all = [1, 2, 3].map((teamId) => teamOfStatements.run(teamId, () => lanes.run(() => hanging)));
  answer('done');
  expect(await Promise.all(all)).toEqual(['done', 'done', 'done']);
});

test('the transactions of a team take half of the connections, without a cluster as well', async () => {
  const handle = createDatabase({ url, applicationName: 'lanes', poolMax: 4 });
  const holder = createDatabase({ url, applicationName: 'holder', poolMax: 1 });
  const locking = sql`select pg_advisory_xact_lock(1)`;
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: isHeld, resolve: held } = Promise.withResolvers<void>();
  const holding = inTransaction(holder.db, async (tx) => {
    await tx.execute(locking);
    held();
    await released;
  });
  await isHeld;
  const writes = Array.from({ length: 8 }, () =>
    teamOfStatements.run(1, () => inTransaction(handle.db, (tx) => tx.execute(locking))),
  );
  const ofOther = teamOfStatements.run(2, () => inTransaction(handle.db, (tx) => tx.execute(sql`select 1`)));
  expect(await ofOther).toHaveLength(1);
  release();
  await Promise.all([holding, ...writes]);
  await Promise.all([handle.close(), holder.close()]);
});
