/** Transactions by team, so that writes that wait affect only their own team. */
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createDatabase } from '../../../src/db/client.ts';
import { isUnavailable } from '../../../src/services/errors.ts';
import { createTeamTransactions } from '../../../src/services/writing/team-limit.ts';
import { openSharedClient } from '../../helpers/database.ts';

const { url } = await openSharedClient();
const locking = sql`select pg_advisory_xact_lock(1)`;

test('transactions of one team take at most half of the database connections, so that other teams are served', async () => {
  const handle = createDatabase({ url, applicationName: 'limited', poolMax: 4 });
  const inTeamTransaction = createTeamTransactions(handle.db);
  const holder = createDatabase({ url, applicationName: 'holder', poolMax: 1 });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: isHeld, resolve: held } = Promise.withResolvers<void>();
  const holding = holder.db.transaction(async (tx) => {
    await tx.execute(locking);
    held();
    await released;
  });
  await isHeld;
  const writes = Array.from({ length: 8 }, () => inTeamTransaction(1, (tx) => tx.execute(locking)));
  const ofOther = await inTeamTransaction(2, (tx) => tx.execute(sql`select 1`));
  expect(ofOther.rows).toHaveLength(1);
  release();
  await Promise.all([holding, ...writes]);
  await Promise.all([handle.close(), holder.close()]);
});

test('a transaction that waits too long for one of its team’s connections is refused as one to be tried again', async () => {
  const handle = createDatabase({ url, applicationName: 'limited', poolMax: 2 });
  const inTeamTransaction = createTeamTransactions(handle.db);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const first = inTeamTransaction(1, () => released);
  await expect(inTeamTransaction(1, async () => {})).rejects.toSatisfy(isUnavailable);
  release();
  await first;
  expect(await inTeamTransaction(1, async () => 'done')).toBe('done');
  await handle.close();
});
