import { and, asc, eq } from 'drizzle-orm';
import type { Executor } from '../../client.ts';
import { listings, units } from '../../schema/listings.ts';
import { listingOfUnit } from '../joins.ts';
import { anyOf, matches } from '../statements.ts';

/** A unit with the title of its listing, as people tell units apart, and its listing's time zone. */
export type UnitLabel = Awaited<ReturnType<typeof selectLabels>>[number];

const selectLabels = (db: Executor) =>
  db
    .select({
      id: units.id,
      name: units.name,
      listingTitle: listings.publicTitle,
      timezone: listings.timezone,
    })
    .from(units)
    .innerJoin(listings, listingOfUnit)
    .$dynamic();

/** The labels of several units. */
export const listUnitLabels = (db: Executor, teamId: number, ids: readonly string[]) =>
  selectLabels(db).where(and(eq(units.teamId, teamId), anyOf(units.id, ids)));

/** A team's active units, by listing and name. */
export const listActiveUnits = (db: Executor, teamId: number, limit: number) =>
  selectLabels(db)
    .where(matches(units, { teamId, active: true }))
    .orderBy(asc(listings.publicTitle), asc(listings.slug), asc(units.name))
    .limit(limit);
