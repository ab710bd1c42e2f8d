import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { runnerOf } from '../../src/db/built-query.ts';
import { bookings } from '../../src/db/schema/bookings.ts';
import { guests } from '../../src/db/schema/guests.ts';
import { units } from '../../src/db/schema/listings.ts';
import { openSharedApp } from '../helpers/app.ts';
import { openInn } from '../helpers/bookings.ts';

const world = await openSharedApp();
const inn = await openInn(world);
await inn.book();
const { db } = world;
const values = { teamId: inn.teamId };
const ofTeam = eq(bookings.teamId, sql.placeholder('teamId'));
/** A unit for some of the rows only. */
const ofItsUnit = and(eq(units.id, bookings.unitId), gt(units.name, sql.placeholder('after')));

const selectWithUnit = () =>
  db
    .select({
      ofBooking: { id: bookings.id, made: bookings.createdAt, total: bookings.grandTotalCents },
      unit: { id: units.id, name: units.name },
      unitName: units.name,
      nights: sql<number>`${bookings.checkOut} - ${bookings.checkIn}`.as('nights'),
      plain: sql`${sql.placeholder('plain')}::text`,
    })
    .from(bookings)
    .leftJoin(units, ofItsUnit)
    .where(ofTeam);

describe('a built query', () => {
  test.each([
    ['with each row of an outer join', ''],
    ['with no row of an outer join', 'ÿ'],
  ])('%s gives what drizzle gives', async (_, after) => {
    const given = { ...values, after, plain: 'as it is' };
    const found = await runnerOf(selectWithUnit())(db, given);
    expect(found).toEqual(await selectWithUnit().prepare('').execute(given));
    expect(found).toMatchObject([
      { plain: 'as it is', unit: after === '' ? { name: expect.any(String) } : null },
    ]);
  });

  test('of a named part gives what drizzle gives', async () => {
    const part = db.$with('part').as(db.select({ id: guests.id, at: guests.createdAt }).from(guests));
    const query = db.with(part).select().from(part).orderBy(asc(part.id)).limit(3);
    const found = await runnerOf(query)(db, {});
    expect(found).toEqual(await query.prepare('').execute());
    expect(found).toMatchObject([{ at: expect.any(Date) }]);
  });

  test('that changes rows returns them if it is asked to, and nothing otherwise', async () => {
    const change = db
      .update(guests)
      .set({ notes: sql`${sql.placeholder('notes')}` })
      .where(eq(guests.teamId, sql.placeholder('teamId')));
    expect(await runnerOf(change)(db, { ...values, notes: 'Tea.' })).toEqual([]);
    const returning = change.returning({ notes: guests.notes });
    expect(await runnerOf(returning)(db, { ...values, notes: 'Coffee.' })).toEqual([{ notes: 'Coffee.' }]);
  });

  test('needs a value for each placeholder', async () => {
    await expect(runnerOf(selectWithUnit())(db, values)).rejects.toThrow(
      'The query has no value for "plain".',
    );
  });
});

describe('what is refused when it is built, because drizzle would do more with it', () => {
  test('a value that a column converts', () => {
    const query = db.update(guests).set({ erasedAt: sql.placeholder('at') as never });
    expect(() => runnerOf(query)).toThrow('A placeholder takes driver values only.');
  });

  test('objects in the objects of a row', () => {
    const query = db.select({ a: { b: { id: bookings.id } } } as never).from(bookings);
    expect(() => runnerOf(query)).toThrow('The objects of a row have no objects of their own.');
  });

  test('a query that is kept in another way', () => {
    const query = { toSQL: () => ({ sql: '', params: [] }), prepare: () => ({}) };
    expect(() => runnerOf(query)).toThrow('Drizzle keeps its queries in another way than this code knows.');
  });
});
