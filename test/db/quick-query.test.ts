import { and, asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { runQuickly } from '../../src/db/quick-query.ts';
import { payments } from '../../src/db/schema/folio.ts';
import { teams, tokens } from '../../src/db/schema/teams.ts';
import { tokenUses } from '../../src/db/schema/token-uses.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { openInn } from '../support/bookings.ts';

let world: TestApp;
beforeAll(async () => {
  world = await openTestApp();
  await (await openInn(world)).book();
});
afterAll(() => world.close());

const joined = and(eq(tokenUses.teamId, tokens.teamId), eq(tokenUses.tokenId, tokens.id));

/** Each as a function, as a query can be put together once only. */
const QUERIES = {
  'flat rows, with moments, dates and nulls': () =>
    world.db
      .select({
        id: payments.id,
        dueOn: payments.dueOn,
        paidAt: payments.paidAt,
        cents: payments.amountCents,
      })
      .from(payments)
      .orderBy(asc(payments.id)),
  'objects within rows, one with a column from the left': () =>
    world.db
      .select({
        team: { slug: teams.slug, depositPpm: teams.depositPpm },
        token: { name: tokens.name, scope: tokens.scope, lastUsedAt: tokenUses.lastUsedAt },
      })
      .from(tokens)
      .innerJoin(teams, eq(teams.id, tokens.teamId))
      .leftJoin(tokenUses, joined),
  'what SQL says, by its decoder and its alias': () =>
    world.db
      .select({
        count: sql`count(*)`.mapWith(Number),
        slug: sql<string>`max(${teams.slug})`.as('greatest'),
        nothing: sql<null>`null`,
      })
      .from(teams),
};

test.each(Object.entries(QUERIES))('reads %s as drizzle does', async (_what, build) => {
  const query = build().prepare('');
  const execute = vi.spyOn(query, 'execute');
  const rows = await runQuickly<unknown[]>(query)({});
  expect(execute).not.toHaveBeenCalled();
  expect(rows.length).toBeGreaterThan(0);
  expect(rows).toEqual(await build());
});

test('leaves to drizzle what may be null in place of an object', async () => {
  const build = () =>
    world.db
      .select({ name: tokens.name, use: { tokenId: tokenUses.tokenId, lastUsedAt: tokenUses.lastUsedAt } })
      .from(tokens)
      .leftJoin(tokenUses, and(joined, sql`false`));
  const rows = await runQuickly<unknown[]>(build().prepare(''))({});
  expect(rows).toEqual(await build());
  expect(rows[0]).toMatchObject({ use: null });
});
