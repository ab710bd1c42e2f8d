import { and, asc, eq, gt, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import type { StayDate } from '../../../domain/dates/dates.ts';
import type { NightSpan } from '../../../domain/inventory/inventory.ts';
import type { PageRequest } from '../../../domain/page.ts';
import type { Executor, Transaction } from '../../client.ts';
import { blocks } from '../../schema/bookings.ts';
import { listings } from '../../schema/listings.ts';
import { insertRows } from '../bulk.ts';
import { type ChangeFilter, isChangedSince, loadPage, orderByChange, readInOrder } from '../paging.ts';
import { columnsExcept, firstRow, matches } from '../statements.ts';

const blockRowColumns = columnsExcept(blocks, 'teamId');

export type BlockRecord = typeof blocks.$inferSelect;
export type BlockRow = Awaited<ReturnType<typeof selectBlocks>>[number];

export type BlockFilter = ChangeFilter & {
  /** A building's id finds the blocks of its unit types. */
  listingId?: string | undefined;
  /** Blocks with this night or a later one. */
  from?: StayDate | undefined;
  /** Blocks with this night or an earlier one. */
  to?: StayDate | undefined;
};

/** By first night. */
export async function listBlocks(db: Executor, teamId: number, filter: BlockFilter, page: PageRequest) {
  const { listingId, from, to, sort } = filter;
  const where = and(
    eq(blocks.teamId, teamId),
    listingId === undefined ? undefined : isBlockOfListing(teamId, listingId),
    from === undefined ? undefined : gt(blocks.endDate, from),
    to === undefined ? undefined : lte(blocks.startDate, to),
    isChangedSince(blocks, filter),
  );
  const orderBy = sort ? orderByChange(blocks) : [asc(blocks.startDate), asc(blocks.id)];
  const rows = selectBlocks(db, where).orderBy(...orderBy);
  return loadPage(db.$count(blocks, where), rows, page);
}

export const listBlocksByIds = (db: Executor, teamId: number, ids: readonly string[]) =>
  readInOrder(ids, (some) => selectBlocks(db, matches(blocks, { teamId, id: some })));

const selectBlocks = (db: Executor, where: SQL | undefined) =>
  db.select(blockRowColumns).from(blocks).where(where);

const isBlockOfListing = (teamId: number, listingId: string): SQL =>
  sql`${blocks.listingId} = any(array(select ${listings.id} from ${listings} where ${eq(listings.teamId, teamId)}
    and ${or(eq(listings.id, listingId), eq(listings.buildingId, listingId))}))`;

const selectUnitAndFeedOfBlock = (tx: Transaction, teamId: number, id: string) =>
  tx
    .select({ feedId: blocks.feedId, unitId: blocks.unitId })
    .from(blocks)
    .where(matches(blocks, { teamId, id }));

/** Without a lock. */
export const findUnitIdOfBlock = async (tx: Transaction, teamId: number, id: string) =>
  (await firstRow(selectUnitAndFeedOfBlock(tx, teamId, id)))?.unitId ?? null;

/** Without a lock. */
export const findBlock = (tx: Transaction, teamId: number, id: string): Promise<BlockRow | null> =>
  firstRow(selectBlocks(tx, matches(blocks, { teamId, id })));

/** Locks the unit before the block, because every writer locks units first. */
export const lockBlock = (tx: Transaction, teamId: number, id: string) =>
  firstRow(selectUnitAndFeedOfBlock(tx, teamId, id).for('update'));

export const insertBlocks = (tx: Transaction, rows: readonly BlockRecord[]) => insertRows(tx, blocks, rows);

/** Returns the deleted block, or null if the team has none with that id. */
export const deleteBlock = (tx: Transaction, teamId: number, id: string): Promise<BlockRow | null> =>
  firstRow(tx.delete(blocks).where(matches(blocks, { teamId, id })).returning(blockRowColumns));

export async function deleteBlocks(tx: Transaction, teamId: number, ids: readonly string[]) {
  if (ids.length === 0) return;
  await tx.delete(blocks).where(matches(blocks, { teamId, id: ids }));
}

/** Before a write locks bookings. */
export async function lockBlocks(tx: Transaction, teamId: number, ids: readonly string[]): Promise<void> {
  const some = tx
    .select({ id: blocks.id })
    .from(blocks)
    .where(matches(blocks, { teamId, id: ids }));
  await some.orderBy(asc(blocks.id)).for('update');
}

export const lockBlocksOfEvent = (
  tx: Transaction,
  teamId: number,
  { feedId, uid }: { feedId: string; uid: string },
  { startDate, endDate, unitIds }: NightSpan & { unitIds: readonly string[] },
): Promise<BlockRecord[]> =>
  tx
    .select()
    .from(blocks)
    .where(
      and(
        matches(blocks, { teamId, feedId, uid, unitId: unitIds }),
        lt(blocks.startDate, endDate),
        gt(blocks.endDate, startDate),
      ),
    )
    .orderBy(asc(blocks.id))
    .for('update');
