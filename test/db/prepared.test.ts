import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { createDatabase, type DatabaseHandle, type DatabaseOptions } from '../../src/db/client.ts';
import { storeFolio } from '../../src/db/queries/bookings/folio.ts';
import { listPhotos } from '../../src/db/queries/listings/listings.ts';
import { findTeamsBySlug } from '../../src/db/queries/teams/teams.ts';
import { payments } from '../../src/db/schema/folio.ts';
import { openSharedApp } from '../helpers/app.ts';
import { openInn } from '../helpers/bookings.ts';
import { buildTeam } from '../helpers/factories.ts';

const world = await openSharedApp();

async function within<T>(
  options: Partial<DatabaseOptions>,
  work: (handle: DatabaseHandle) => Promise<T>,
): Promise<T> {
  const handle = createDatabase({ url: world.url, applicationName: 'innkeep-tests', poolMax: 1, ...options });
  try {
    return await work(handle);
  } finally {
    await handle.close();
  }
}

/** How often the one connection has run each of its named statements. */
const runsOf = async ({ pool }: DatabaseHandle) =>
  (
    await pool.query<{ runs: number }>(
      'select (generic_plans + custom_plans)::int as runs from pg_prepared_statements order by prepare_time',
    )
  ).rows.map(({ runs }) => runs);

describe('statements', () => {
  test('are prepared once for each connection, in and outside of transactions', async () => {
    const runs = await within({}, async (handle) => {
      for (let time = 0; time < 3; time += 1) await findTeamsBySlug(handle.db, ['nobody']);
      for (let time = 0; time < 2; time += 1)
        await handle.db.transaction((tx) => findTeamsBySlug(tx, ['nobody']));
      await handle.db.execute(sql`select ${1}::int`);
      return runsOf(handle);
    });
    expect(runs).toEqual([5, 1]);
  });

  test('have no names if a pooler cannot keep them, and give the same answers', async () => {
    const { slug } = await buildTeam(world);
    const [named, unnamed] = await Promise.all(
      [true, false].map((prepare) =>
        within({ prepare }, async (handle) => [
          await findTeamsBySlug(handle.db, [slug]),
          (await runsOf(handle)).length,
        ]),
      ),
    );
    expect([named?.[1], unnamed?.[1]]).toEqual([1, 0]);
    expect(unnamed?.[0]).toEqual(named?.[0]);
    expect(named?.[0]).toMatchObject([{ slug }]);
  });
});

test.each([1, 2, 4, 5, 9])('%i rows are stored as they are, nulls and moments too', async (count) => {
  const inn = await openInn(world);
  const booking = await inn.book();
  const { teamId } = inn;
  const rows = Array.from({ length: count }, (_, n) => ({
    teamId,
    id: `01970000-0000-7000-8000-${String(n).padStart(12, '0')}`,
    bookingId: String(booking.id),
    amountCents: 100 + n,
    status: n % 2 === 0 ? ('paid' as const) : ('scheduled' as const),
    dueOn: n % 2 === 0 ? null : '2031-06-01',
    position: n,
    paidAt: n % 2 === 0 ? new Date('2031-05-05T10:00:00Z') : null,
    refundedCents: n % 2 === 0 ? n : 0,
    reference: n % 2 === 0 ? `pay_${n}` : null,
  }));
  await world.db.delete(payments).where(eq(payments.teamId, teamId));
  await world.db.transaction((tx) => storeFolio(tx, { payments: rows }));
  const stored = await world.db
    .select()
    .from(payments)
    .where(eq(payments.teamId, teamId))
    .orderBy(payments.id);
  expect(stored).toEqual(rows);
});

test('a statement with a list among its values is planned once for each connection as well', async () => {
  const { teamId } = await openInn(world);
  const plans = await within({}, async (handle) => {
    for (let time = 0; time < 10; time += 1)
      await listPhotos(handle.db, teamId, ['01970000-0000-7000-8000-000000000000']);
    const { rows } = await handle.pool.query(
      'select generic_plans::int as generic, custom_plans::int as custom from pg_prepared_statements',
    );
    return rows;
  });
  expect(plans).toEqual([{ generic: 10, custom: 0 }]);
});
