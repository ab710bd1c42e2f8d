/** A listing's rates, seasons and day overrides, as a team reads and writes them (docs/rules.md, 16). */
import { and, asc, eq } from 'drizzle-orm';
import type { Executor, Transaction } from '../../client.ts';
import { listings, seasons } from '../../schema/listings.ts';
import { storeDifference } from '../bulk.ts';
import type { ListingRecord, SeasonRecord } from '../team-file/team-file.ts';

const one = (teamId: number, id: string) => and(eq(listings.teamId, teamId), eq(listings.id, id));

/** The whole row of a listing. */
export async function findListingRecord(
  db: Executor,
  teamId: number,
  id: string,
): Promise<ListingRecord | null> {
  const [row] = await db.select().from(listings).where(one(teamId, id));
  return row ?? null;
}

/** Makes other writers of the listing wait, but not requests that book it. */
export async function lockListingRecord(
  tx: Transaction,
  teamId: number,
  id: string,
): Promise<ListingRecord | null> {
  const [row] = await tx.select().from(listings).where(one(teamId, id)).for('no key update');
  return row ?? null;
}

export async function updateListingRecord(tx: Transaction, listing: ListingRecord): Promise<void> {
  const { teamId, id, ...columns } = listing;
  await tx.update(listings).set(columns).where(one(teamId, id));
}

/** A listing's seasons, by first day. */
export const listSeasons = (db: Executor, teamId: number, listingId: string): Promise<SeasonRecord[]> =>
  db
    .select()
    .from(seasons)
    .where(and(eq(seasons.teamId, teamId), eq(seasons.listingId, listingId)))
    .orderBy(asc(seasons.startDate));

export const storeSeasons = (
  tx: Transaction,
  difference: { written: SeasonRecord[]; removed: SeasonRecord[] },
): Promise<void> => storeDifference(tx, seasons, difference);
