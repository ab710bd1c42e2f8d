/** A listing's rates, seasons and day overrides (docs/rules.md, 6.1 and 16.3). */
import { asc } from 'drizzle-orm';
import type { Executor, Transaction } from '../../client.ts';
import { listings, seasons } from '../../schema/listings.ts';
import { type RowDifference, storeRowDifference } from '../bulk.ts';
import { raiseCatalogueVersion } from '../catalogue/versions.ts';
import { firstRow, matches } from '../statements.ts';
import type { ListingRecord } from './listings.ts';

export type SeasonRecord = typeof seasons.$inferSelect;

const selectListingRecord = (db: Executor, teamId: number, id: string) =>
  db.select().from(listings).where(matches(listings, { teamId, id }));

export const findListingRecord = (db: Executor, teamId: number, id: string) =>
  firstRow(selectListingRecord(db, teamId, id));

/** Against other changes of its rates, but not against bookings. */
export const lockListingRecord = (tx: Transaction, teamId: number, id: string) =>
  firstRow(selectListingRecord(tx, teamId, id).for('no key update'));

export async function updateListingRecord(tx: Transaction, listing: ListingRecord): Promise<void> {
  const { teamId, id, ...columns } = listing;
  await raiseCatalogueVersion(tx, teamId);
  await tx.update(listings).set(columns).where(matches(listings, { teamId, id }));
}

/** All, or some by id. */
export const listListingsToAdjust = (tx: Transaction, teamId: number, ids: readonly string[] | null) =>
  tx
    .select()
    .from(listings)
    .where(matches(listings, ids === null ? { teamId, status: 'active' } : { teamId, id: ids }))
    .orderBy(asc(listings.id));

export const listSeasons = (db: Executor, teamId: number, listingId: string) =>
  db.select().from(seasons).where(matches(seasons, { teamId, listingId })).orderBy(asc(seasons.startDate));

export async function storeSeasonDifference(
  tx: Transaction,
  teamId: number,
  difference: RowDifference<SeasonRecord>,
): Promise<void> {
  await raiseCatalogueVersion(tx, teamId);
  await storeRowDifference(tx, seasons, difference);
}
