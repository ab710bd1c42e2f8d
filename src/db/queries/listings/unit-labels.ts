import { asc } from 'drizzle-orm';
import type { Executor } from '../../client.ts';
import { listings, units } from '../../schema/listings.ts';
import { isListingOfUnit } from '../joins.ts';
import { firstRow, matches } from '../statements.ts';
import { buildingTitle } from './building-title.ts';

/** The titles of listing and building tell units of the same name apart. */
export type UnitLabel = Awaited<ReturnType<typeof selectLabels>>[number];

export const unitLabelColumns = {
  id: units.id,
  name: units.name,
  active: units.active,
  listingId: listings.id,
  listingTitle: listings.publicTitle,
  buildingTitle,
  timezone: listings.timezone,
};
const selectLabels = (db: Executor) =>
  db.select(unitLabelColumns).from(units).innerJoin(listings, isListingOfUnit).$dynamic();

export const findUnitLabel = (db: Executor, teamId: number, id: string) =>
  firstRow(selectLabels(db).where(matches(units, { teamId, id })));

export const listUnitLabels = (db: Executor, teamId: number, ids: readonly string[]) =>
  selectLabels(db).where(matches(units, { teamId, id: ids }));

/** By listing and name. */
export const listActiveUnits = (db: Executor, teamId: number, limit: number) =>
  selectLabels(db)
    .where(matches(units, { teamId, active: true }))
    .orderBy(asc(listings.publicTitle), asc(listings.slug), asc(units.name))
    .limit(limit);
