import type { Transaction } from '../../../../db/client.ts';
import { deleteBlocks } from '../../../../db/queries/bookings/blocks.ts';
import { replaceChangedRows, upsertRows } from '../../../../db/queries/bulk.ts';
import { insertTeamEvents } from '../../../../db/queries/events/team-events.ts';
import { blocks as blockTable, occupancies as nightTable } from '../../../../db/schema/bookings.ts';
import { buildBlockEvent } from '../../../../services/blocks.ts';
import { expireHolds } from '../../../../services/bookings/expire.ts';
import { ChangedMeanwhile } from '../../../../services/errors.ts';
import { buildEventRow } from '../../../../services/team-events.ts';
import { listBlocksWithNames, listOccupancyRecords, loadBookingRecords } from '../../db/queries/bookings.ts';
import { planBlocks } from './blocks.ts';
import { planStays } from './bookings/stays.ts';
import type { PlannedCatalogue } from './catalogue.ts';
import { type ImportContext, throwIfRefused } from './context.ts';
import type { LockedRows } from './locks.ts';
import { planOccupancies } from './occupancies.ts';

export async function planNights(
  tx: Transaction,
  context: ImportContext,
  { listings, coupons }: PlannedCatalogue,
  { unitIds, lapsedIds, joined, guestIds, erased }: LockedRows,
) {
  const { teamId, file } = context;
  const stays = await planStays(tx, context, { listings, guestIds, erased, coupons });
  const storedBlocks = file.blocks.isGiven ? await listBlocksWithNames(tx, teamId) : [];
  const blocks = planBlocks(
    context,
    storedBlocks.map(({ block }) => block),
    listings,
  );
  throwIfRefused(context);
  const stored = await listOccupancyRecords(tx, teamId, unitIds);
  const occupancies = await planOccupancies(tx, context, { stays, blocks }, { stored, joined, listings });
  if (!occupancies.lapsedIds.every((id) => lapsedIds.has(id))) throw new ChangedMeanwhile();
  return { stays, blocks, occupancies };
}

/** Lapsed holds that still have some of the imported nights are cancelled first. */
export async function storeNights(
  tx: Transaction,
  { teamId, now, events }: ImportContext,
  { blocks, occupancies }: Awaited<ReturnType<typeof planNights>>,
): Promise<void> {
  if (occupancies.lapsedIds.length > 0)
    await expireHolds(
      { tx, teamId, now, events },
      await loadBookingRecords(tx, teamId, { codes: [], ids: occupancies.lapsedIds }),
    );
  await upsertRows(tx, blockTable, blocks.written);
  await replaceChangedRows(tx, nightTable, occupancies);
  const removedIds = blocks.removed.map(({ id }) => id);
  await deleteBlocks(tx, teamId, removedIds);
  // Not in the feed, because the import as a whole is one event there. Still stored, because calendars may
  // send deleted blocks back for days, which must not be taken as new.
  const scope = { teamId, now, actor: { type: 'system' as const, name: null } };
  const gone = blocks.removed.map((block) => buildEventRow(scope, buildBlockEvent('block.deleted', block)));
  await insertTeamEvents(
    tx,
    gone.map((event) => ({ ...event, inFeed: false })),
  );
}
