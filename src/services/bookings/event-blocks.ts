import {
  type BlockRecord,
  deleteBlocks,
  insertBlocks,
  lockBlocksOfEvent,
} from '../../db/queries/bookings/blocks.ts';
import { deleteOccupanciesOfBlocks, insertOccupancies } from '../../db/queries/bookings/occupancies.ts';
import type { NightSpan } from '../../domain/inventory/inventory.ts';
import { buildBlockEvent } from '../blocks.ts';
import { newId } from '../new-id.ts';
import { recordTeamEvents } from '../team-events.ts';
import type { WriteScope } from '../team-scope.ts';

/**
 * Frees nights that a booking is to take and that blocks of its own event have, in units that the caller has locked. What
 * these blocks have beside stays blocked (docs/rules.md, 18.14). In another unit, the feed frees them within seconds.
 */
export async function takeOverNightsOfEvent(
  scope: WriteScope,
  event: { feedId: string; uid: string },
  nights: NightSpan & { unitIds: readonly string[] },
): Promise<void> {
  const { tx, teamId, now } = scope;
  const taken = await lockBlocksOfEvent(tx, teamId, event, nights);
  if (taken.length === 0) return;
  const ids = taken.map(({ id }) => id);
  await deleteOccupanciesOfBlocks(tx, teamId, ids);
  await deleteBlocks(tx, teamId, ids);
  const rests = taken.flatMap((block) =>
    listRests(block, nights).map(
      (rest, index): BlockRecord => ({
        ...block,
        ...rest,
        id: index === 0 ? block.id : newId(),
        updatedAt: now,
      }),
    ),
  );
  await insertBlocks(tx, rests);
  const occupied = rests.map(({ id: blockId, unitId, startDate, endDate }) => ({
    unitId,
    startDate,
    endDate,
    blockId,
    bookingId: null,
    expiresAt: null,
  }));
  await insertOccupancies(tx, teamId, occupied, now);
  await recordTeamEvents(scope, [
    ...taken.map((block) => buildBlockEvent('block.deleted', block)),
    ...rests.map((block) => buildBlockEvent('block.created', block)),
  ]);
}

/** The nights of a span that are before or after others. */
const listRests = ({ startDate, endDate }: NightSpan, others: NightSpan): NightSpan[] =>
  [
    { startDate, endDate: others.startDate },
    { startDate: others.endDate, endDate },
  ].filter((rest) => rest.startDate < rest.endDate);
