import { and, asc, count, eq, gt, lt, or } from 'drizzle-orm';
import type { Executor, Transaction } from '../client.ts';
import { blocks } from '../schema/bookings.ts';
import { listings } from '../schema/listings.ts';
import { insertRows } from './bulk.ts';
import type { Slice } from './slice.ts';

const blockColumns = {
  id: blocks.id,
  listingId: blocks.listingId,
  unitId: blocks.unitId,
  startDate: blocks.startDate,
  endDate: blocks.endDate,
  reason: blocks.reason,
  createdAt: blocks.createdAt,
};

export type BlockRow = Awaited<ReturnType<typeof listBlocks>>['rows'][number];
export type NewBlock = typeof blocks.$inferSelect;

export type BlockFilter = {
  /** A building's id finds the blocks of its unit types. */
  listingId?: string | undefined;
  /** Blocks that hold a night from this one on. */
  firstNight?: string | undefined;
  /** Blocks that hold a night up to, and without, this one. */
  beforeNight?: string | undefined;
};

/** One page of a team's blocks, by their first night, and how many there are in all. */
export async function listBlocks(db: Executor, teamId: number, filter: BlockFilter, slice: Slice) {
  const { listingId, firstNight, beforeNight } = filter;
  const matching = and(
    eq(blocks.teamId, teamId),
    listingId === undefined ? undefined : or(eq(listings.id, listingId), eq(listings.buildingId, listingId)),
    firstNight === undefined ? undefined : gt(blocks.endDate, firstNight),
    beforeNight === undefined ? undefined : lt(blocks.startDate, beforeNight),
  );
  const ofListing = and(eq(listings.teamId, blocks.teamId), eq(listings.id, blocks.listingId));
  const [[total], rows] = await Promise.all([
    db.select({ count: count() }).from(blocks).innerJoin(listings, ofListing).where(matching),
    db
      .select(blockColumns)
      .from(blocks)
      .innerJoin(listings, ofListing)
      .where(matching)
      .orderBy(asc(blocks.startDate), asc(blocks.id))
      .limit(slice.limit)
      .offset(slice.offset),
  ]);
  return { rows, total: total?.count ?? 0 };
}

/** Whether the team has a block of that id. */
export async function hasBlock(db: Executor, teamId: number, id: string): Promise<boolean> {
  return (await db.$count(blocks, and(eq(blocks.teamId, teamId), eq(blocks.id, id)))) > 0;
}

export const insertBlocks = (tx: Transaction, rows: readonly NewBlock[]): Promise<void> =>
  insertRows(tx, blocks, rows);

/** Deletes a block; false where the team has none of that id. */
export async function deleteBlock(tx: Transaction, teamId: number, id: string): Promise<boolean> {
  const deleted = await tx
    .delete(blocks)
    .where(and(eq(blocks.teamId, teamId), eq(blocks.id, id)))
    .returning({ id: blocks.id });
  return deleted.length > 0;
}
