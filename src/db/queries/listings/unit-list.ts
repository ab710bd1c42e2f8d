import { and, asc, eq, getTableColumns } from 'drizzle-orm';
import type { PageRequest } from '../../../domain/page.ts';
import type { Executor } from '../../client.ts';
import { listings, units } from '../../schema/listings.ts';
import { isListingOfUnit } from '../joins.ts';
import { loadPage } from '../paging.ts';

export type UnitFilter = { listingId?: string | undefined; externalReference?: string | undefined };

/** One page of a team's units, by their listing's title and slug, then by name, and the total number. */
export async function listUnits(
  db: Executor,
  teamId: number,
  { listingId, externalReference }: UnitFilter,
  page: PageRequest,
) {
  const where = and(
    eq(units.teamId, teamId),
    listingId === undefined ? undefined : eq(units.listingId, listingId),
    externalReference === undefined ? undefined : eq(units.externalReference, externalReference),
  );
  const rows = db
    .select(getTableColumns(units))
    .from(units)
    .innerJoin(listings, isListingOfUnit)
    .where(where)
    .orderBy(asc(listings.publicTitle), asc(listings.slug), asc(units.name));
  return loadPage(db.$count(units, where), rows, page);
}
