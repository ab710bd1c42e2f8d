import { and, asc, count, eq, gt, lte, or, type SQL, sql } from 'drizzle-orm';
import type { StayDate } from '../../../domain/dates.ts';
import type { Executor, Transaction } from '../../client.ts';
import { prepared } from '../../prepared.ts';
import { blocks } from '../../schema/bookings.ts';
import { listings } from '../../schema/listings.ts';
import { insertRows } from '../bulk.ts';
import type { Slice } from '../paging.ts';
import { type Approach, findPage, inOrderOf } from '../paging.ts';

const blockColumns = {
  id: blocks.id,
  listingId: blocks.listingId,
  unitId: blocks.unitId,
  startDate: blocks.startDate,
  endDate: blocks.endDate,
  reason: blocks.reason,
  source: blocks.source,
  feedId: blocks.feedId,
  createdAt: blocks.createdAt,
};

export type BlockRow = Awaited<ReturnType<typeof blocksById>>[number];
export type NewBlock = typeof blocks.$inferSelect;

export type BlockFilter = {
  /** A building's id finds the blocks of its unit types. */
  listingId?: string | undefined;
  /** Blocks that contain this night or a later one. */
  from?: StayDate | undefined;
  /** Blocks that contain this night or an earlier one. */
  to?: StayDate | undefined;
};

/** One page of a team's blocks, by their first night, and the total number. */
export async function listBlocks(
  db: Executor,
  teamId: number,
  filter: BlockFilter,
  slice: Slice,
): Promise<{ rows: BlockRow[]; total: number }> {
  const find = {
    count: async () => {
      const [counted] = await db
        .select({ total: count(), first: sql<string | null>`min(${blocks.startDate})` })
        .from(blocks)
        .where(matching(teamId, filter, 'count'));
      return counted ?? { total: 0, first: null };
    },
    ids: (approach: Approach, first: string | null) =>
      db
        .select({ id: blocks.id })
        .from(blocks)
        .where(
          and(
            matching(teamId, filter, approach),
            first === null ? undefined : sql`${blocks.startDate} >= ${first}`,
          ),
        )
        .orderBy(asc(blocks.startDate), asc(blocks.id))
        .$dynamic(),
  };
  const { ids, total } = await findPage(find, slice);
  const rows = ids.length === 0 ? [] : await blocksById(db, { teamId, ids });
  return { rows: inOrderOf(ids, rows, ({ id }) => id), total };
}

const blocksById = prepared((db) =>
  db
    .select(blockColumns)
    .from(blocks)
    .where(
      and(eq(blocks.teamId, sql.placeholder('teamId')), sql`${blocks.id} = any(${sql.placeholder('ids')})`),
    ),
);

function matching(teamId: number, { listingId, from, to }: BlockFilter, approach: Approach) {
  return and(
    eq(blocks.teamId, teamId),
    listingId === undefined ? undefined : isOfListing(teamId, listingId, approach),
    from === undefined ? undefined : gt(blocks.endDate, from),
    to === undefined ? undefined : lte(blocks.startDate, to),
  );
}

/** A walk compares texts, so that PostgreSQL does not read by listing and then sort. */
function isOfListing(teamId: number, listingId: string, approach: Approach): SQL {
  const ofListing = sql`from ${listings} where ${eq(listings.teamId, teamId)}
    and ${or(eq(listings.id, listingId), eq(listings.buildingId, listingId))}`;
  return approach === 'walk'
    ? sql`${blocks.listingId}::text = any(array(select ${listings.id}::text ${ofListing}))`
    : sql`${blocks.listingId} = any(array(select ${listings.id} ${ofListing}))`;
}

/** The unit of a block, read without a lock. Returns null if the team has no block with that id. */
export async function findUnitOfBlock(tx: Transaction, teamId: number, id: string): Promise<string | null> {
  const [row] = await tx
    .select({ unitId: blocks.unitId })
    .from(blocks)
    .where(and(eq(blocks.teamId, teamId), eq(blocks.id, id)));
  return row?.unitId ?? null;
}

/** Locks a block, after its unit, and returns what it belongs to. Returns null if the team has no block with that id. */
export async function lockBlock(
  tx: Transaction,
  teamId: number,
  id: string,
): Promise<{ feedId: string | null; unitId: string } | null> {
  const [row] = await tx
    .select({ feedId: blocks.feedId, unitId: blocks.unitId })
    .from(blocks)
    .where(and(eq(blocks.teamId, teamId), eq(blocks.id, id)))
    .for('update');
  return row ?? null;
}

export const insertBlocks = (tx: Transaction, rows: readonly NewBlock[]): Promise<void> =>
  insertRows(tx, blocks, rows);

/** Deletes a block and returns it, or null if the team has none with that id. */
export async function deleteBlock(tx: Transaction, teamId: number, id: string): Promise<BlockRow | null> {
  const [deleted] = await tx
    .delete(blocks)
    .where(and(eq(blocks.teamId, teamId), eq(blocks.id, id)))
    .returning(blockColumns);
  return deleted ?? null;
}
