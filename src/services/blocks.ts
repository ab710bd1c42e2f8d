import {
  type BlockFilter,
  type BlockRow,
  deleteBlock as deleteStoredBlock,
  findUnitIdOfBlock,
  insertBlocks,
  lockBlock,
  listBlocks as selectBlocks,
} from '../db/queries/bookings/blocks.ts';
import {
  deleteOccupanciesOfBlocks,
  insertOccupancies,
  type LockedUnit,
  listOccupanciesOfUnits,
  lockUnits,
  lockUnitsOfListing,
} from '../db/queries/bookings/occupancies.ts';
import { findListingRecord } from '../db/queries/listings/rates.ts';
import { listFreeUnits, type NightSpan } from '../domain/inventory/inventory.ts';
import type { PageRequest } from '../domain/page.ts';
import { filterLapsedHoldIds, lockAndExpireHolds, partitionByLapse } from './bookings/expire.ts';
import { ChangedMeanwhile, Invalid, NotFound } from './errors.ts';
import type { FieldMessages } from './field-messages.ts';
import { newId } from './new-id.ts';
import { type NonBookingEvent, recordTeamEvent, recordTeamEvents } from './team-events.ts';
import type { ReadScope, TeamScope, WriteScope } from './team-scope.ts';
import { type WriteOptions, write } from './write.ts';
import { NIGHTS_TAKEN_MESSAGES } from './writing/constraint-messages.ts';

export type { BlockRow as Block };

/** By first night. */
export const listBlocks = ({ db, teamId }: ReadScope, filter: BlockFilter, page: PageRequest) =>
  selectBlocks(db, teamId, filter, page);
export type NewBlocks = { listingId: string; unitId: string | null; span: NightSpan; reason: string | null };
/**
 * One unit, or all active units of the listing with a block each. If any night is taken, nothing is blocked.
 */
export function createBlocks(
  scope: TeamScope,
  input: NewBlocks,
  options: WriteOptions<BlockRow[]> = {},
): Promise<BlockRow[]> {
  return write(scope, options, (scope) => create(scope, input), NIGHTS_TAKEN_MESSAGES);
}

/** The block of a calendar feed cannot be deleted. */
export function deleteBlock(scope: TeamScope, id: string, options: WriteOptions<void> = {}): Promise<void> {
  return write(scope, options, async (scope) => {
    const { tx, teamId } = scope;
    const unitId = await findUnitIdOfBlock(tx, teamId, id);
    if (unitId === null) throw new NotFound();
    await lockUnits(tx, teamId, [unitId]);
    const locked = await lockBlock(tx, teamId, id);
    if (!locked) throw new NotFound();
    if (locked.unitId !== unitId) throw new ChangedMeanwhile();
    if (locked.feedId !== null) throw new Invalid(OF_FEED);
    await deleteOccupanciesOfBlocks(tx, teamId, [id]);
    const block = await deleteStoredBlock(tx, teamId, id);
    if (!block) throw new NotFound();
    await recordTeamEvent(scope, buildBlockEvent('block.deleted', block));
  });
}

const NO_LISTING: FieldMessages = {
  listing_id: [{ code: 'unknown', sentence: 'The team has no listing with this id.' }],
};
const OF_FEED: FieldMessages = {
  block: [
    {
      code: 'state',
      sentence: 'This block came from a calendar feed. It goes once the feed no longer has its event.',
    },
  ],
};
const NO_UNIT: FieldMessages = {
  unit_id: [{ code: 'unknown', sentence: 'The listing has no unit with this id.' }],
};
const NO_ACTIVE_UNIT: FieldMessages = {
  listing_id: [{ code: 'state', sentence: 'The listing has no active unit.' }],
};
const NIGHTS_TAKEN: FieldMessages = {
  availability: [{ code: 'rule', sentence: 'Some of these nights are taken already.' }],
};

async function create(
  scope: WriteScope,
  { listingId, unitId, span, reason }: NewBlocks,
): Promise<BlockRow[]> {
  const { tx, teamId, now } = scope;
  const listing = await findListingRecord(tx, teamId, listingId);
  if (!listing) throw new Invalid(NO_LISTING);
  const locked = await lockUnitsOfListing(tx, teamId, listingId, unitId === null ? [] : [unitId]);
  const unit = locked.find(({ id }) => id === unitId);
  // The units of a building are the units of its unit types.
  const isOfListing = unit && [unit.listingId, unit.buildingId].includes(listingId);
  if (unitId !== null && !isOfListing) throw new Invalid(NO_UNIT);
  const units = unit ? [unit] : locked;
  if (units.length === 0) throw new Invalid(NO_ACTIVE_UNIT);
  const unitIds = units.map(({ id }) => id);
  const { held, lapsed } = partitionByLapse(await listOccupanciesOfUnits(tx, teamId, unitIds, span), now);
  if (listFreeUnits({ units, wholeBuilding: false, occupancies: held }, span).length < units.length) {
    throw new Invalid(NIGHTS_TAKEN);
  }
  await lockAndExpireHolds(scope, filterLapsedHoldIds(lapsed, unitIds, span));
  const blocks = units.map((one) => buildBlock(one, span, reason, now));
  await insertBlocks(
    tx,
    blocks.map((block) => ({ teamId, ...block })),
  );
  await insertOccupancies(
    tx,
    teamId,
    blocks.map((block) => ({
      ...span,
      unitId: block.unitId,
      bookingId: null,
      blockId: block.id,
      expiresAt: null,
    })),
    now,
  );
  await recordTeamEvents(
    scope,
    blocks.map((block) => buildBlockEvent('block.created', block)),
  );
  return blocks;
}

type EventBlock = Pick<BlockRow, 'id' | 'listingId' | 'unitId' | 'startDate' | 'endDate'>;

export const buildBlockEvent = (
  type: 'block.created' | 'block.deleted',
  { id, listingId, unitId, startDate, endDate }: EventBlock,
): NonBookingEvent => ({
  type,
  data: {
    block_id: id,
    listing_id: listingId,
    unit_id: unitId,
    start_date: startDate,
    end_date: endDate,
  },
});

export const buildBlockChangedEvent = (
  { id, listingId, unitId }: Pick<BlockRow, 'id' | 'listingId' | 'unitId'>,
  changed: string[],
): NonBookingEvent => ({
  type: 'block.changed',
  data: { block_id: id, listing_id: listingId, unit_id: unitId, changed },
});

const buildBlock = (unit: LockedUnit, span: NightSpan, reason: string | null, now: Date): BlockRow => ({
  id: newId(),
  listingId: unit.listingId,
  unitId: unit.id,
  ...span,
  reason,
  source: null,
  uid: null,
  eventStartDate: null,
  eventEndDate: null,
  summary: null,
  description: null,
  link: null,
  feedId: null,
  createdAt: now,
  updatedAt: now,
});
