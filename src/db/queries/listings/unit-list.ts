import { and, asc, eq, getTableColumns } from 'drizzle-orm';
import type { PageRequest } from '../../../domain/page.ts';
import type { Executor } from '../../client.ts';
import { listings, units } from '../../schema/listings.ts';
import { isListingOfUnit } from '../joins.ts';
import { type ChangeFilter, isChangedSince, loadPage, orderByChange, readInOrder } from '../paging.ts';
import { matches } from '../statements.ts';

export type UnitFilter = ChangeFilter & {
  listingId?: string | undefined;
  externalReference?: string | undefined;
};

/** Sorted by their listing's title and slug, then by name. */
export async function listUnits(
  db: Executor,
  teamId: number,
  { listingId, externalReference, ...changes }: UnitFilter,
  page: PageRequest,
) {
  const where = and(
    eq(units.teamId, teamId),
    listingId === undefined ? undefined : eq(units.listingId, listingId),
    externalReference === undefined ? undefined : eq(units.externalReference, externalReference),
    isChangedSince(units, changes),
  );
  const rows = db
    .select(getTableColumns(units))
    .from(units)
    .innerJoin(listings, isListingOfUnit)
    .where(where)
    .orderBy(
      ...(changes.sort
        ? orderByChange(units)
        : [asc(listings.publicTitle), asc(listings.slug), asc(units.name)]),
    );
  return loadPage(db.$count(units, where), rows, page);
}

export const listUnitsByIds = (db: Executor, teamId: number, ids: readonly string[]) =>
  readInOrder(ids, (some) =>
    db
      .select()
      .from(units)
      .where(matches(units, { teamId, id: some })),
  );
