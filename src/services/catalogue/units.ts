import type { Database, Transaction } from '../../db/client.ts';
import type { UnitRecord } from '../../db/queries/listings/listing-writes.ts';
import {
  areUnitsUsed,
  deleteUnit as deleteStoredUnit,
  insertUnits,
  listUnitRecords,
  lockUnitRecord,
  lockUnitsForDeletion,
  findUnitRecord as selectUnitRecord,
  touchListing,
  updateUnit,
  wasUnitTaken,
} from '../../db/queries/listings/listing-writes.ts';
import { lockTeam } from '../../db/queries/teams/teams.ts';
import { readTimeOfUuid } from '../../domain/formats.ts';
import { MAX_UNITS_OF_LISTING } from '../../domain/limits.ts';
import { isBuilding } from '../../domain/listing.ts';
import { type PageOfRows, type PageRequest, toLimitAndOffset } from '../../domain/page.ts';
import { truncateToSecond } from '../clock.ts';
import { Invalid, NotFound } from '../errors.ts';
import { newId } from '../new-id.ts';
import { recordTeamEvent } from '../team-events.ts';
import type { ReadScope, TeamScope, WriteScope } from '../team-scope.ts';
import { type ConditionalOptions, requireVersion, type WriteOptions, write } from '../write.ts';
import { writeToListing } from './locking.ts';
import { buildUnitRow, type UnitChange, type UnitColumns } from './part-rows.ts';
import { listChangedColumns } from './rows.ts';

export const findUnitRecord = ({ db, teamId }: ReadScope, id: string) => selectUnitRecord(db, teamId, id);

export type Unit = UnitRecord;

const NAME_TAKEN = { name: ['Another unit of the listing has this name.'] };
const IN_BUILDING = { listing: ['A building has no units of its own: its unit types have them.'] };
const TOO_MANY = { listing: [`A listing has at most ${MAX_UNITS_OF_LISTING} units.`] };
const USED = {
  unit: ['A booking or a block has taken this unit, so it cannot be deleted. Make it inactive instead.'],
};

/** One page of units, by name. A listing has at most 500, so all of them are read. */
export async function listUnits(
  { db, teamId }: ReadScope<Database>,
  listingId: string,
  page: PageRequest,
): Promise<PageOfRows<Unit>> {
  const all = await listUnitRecords(db, teamId, listingId);
  const { limit, offset } = toLimitAndOffset(page);
  return { rows: all.slice(offset, offset + limit), total: all.length };
}

export const createUnit = (
  scope: TeamScope,
  listingId: string,
  columns: UnitColumns,
  options: WriteOptions<Unit> = {},
): Promise<Unit> => {
  const target = { listingId, read: async () => null };
  return writeToListing(
    scope,
    target,
    async (scope, listing) => {
      const { tx, teamId } = scope;
      if (isBuilding(listing.kind)) throw new Invalid(IN_BUILDING);
      const units = await listUnitRecords(tx, teamId, listingId);
      if (units.length >= MAX_UNITS_OF_LISTING) throw new Invalid(TOO_MANY);
      const unit = buildUnitRow({ teamId, id: newId(), listingId }, columns);
      requireFreeName(unit, units);
      await insertUnits(tx, [unit]);
      await touchListingOf(scope, unit);
      return unit;
    },
    { ...options, isCurrent: null },
  );
};

/** Changes its name or whether it can be booked. Bookings of an inactive unit stay. */
export const changeUnit = (
  scope: TeamScope,
  id: string,
  change: UnitChange,
  options: ConditionalOptions<Unit> = {},
): Promise<Unit> =>
  writeToUnit(
    scope,
    { id, lock: lockUnitRecord },
    async (scope, unit) => {
      const { tx, teamId } = scope;
      const after = buildUnitRow(unit, change, unit);
      const changed = listChangedColumns(unit, after);
      if (changed.length === 0) return unit;
      requireFreeName(after, await listUnitRecords(tx, teamId, unit.listingId));
      await updateUnit(tx, after);
      const isUntouched = changed.every((column) => scope.fieldMarks.untouchedBy.units.has(column));
      if (isUntouched) await recordChangeOfUnits(scope, after);
      else await touchListingOf(scope, after);
      return after;
    },
    options,
  );

/** Deletes a unit that never had a booking or a block. */
export const deleteUnit = (
  scope: TeamScope,
  id: string,
  options: ConditionalOptions<void, Unit> = {},
): Promise<void> =>
  writeToUnit(
    scope,
    { id, lock: lockUnitForDeletion },
    async (scope, unit) => {
      const { tx, teamId } = scope;
      const isUsed =
        (await areUnitsUsed(tx, teamId, [id])) ||
        (await wasUnitTaken(tx, unit, truncateToSecond(readTimeOfUuid(id))));
      if (isUsed) throw new Invalid(USED);
      for (const onDelete of scope.hooks.onDelete) await onDelete(scope, { unitIds: [id], listingId: null });
      await deleteStoredUnit(tx, teamId, id);
      await touchListingOf(scope, unit);
    },
    options,
  );

const lockUnitForDeletion = async (tx: Transaction, teamId: number, id: string): Promise<Unit | null> =>
  (await lockUnitsForDeletion(tx, teamId, { id }))[0] ?? null;

/** Runs a write on one unit, locked so that nobody can book it meanwhile. */
function writeToUnit<Value>(
  scope: TeamScope,
  { id, lock }: { id: string; lock: typeof lockUnitRecord },
  work: (context: WriteScope, unit: Unit) => Promise<Value>,
  options: ConditionalOptions<Value, Unit> = {},
): Promise<Value> {
  return write(scope, options, async (scope) => {
    const { tx, teamId } = scope;
    await lockTeam(tx, teamId);
    const unit = await lock(tx, teamId, id);
    if (!unit) throw new NotFound();
    await requireVersion(options, () => unit);
    return work(scope, unit);
  });
}

function requireFreeName({ id, name }: Unit, units: readonly Unit[]): void {
  if (units.some((other) => other.id !== id && other.name === name)) throw new Invalid(NAME_TAKEN);
}

/** Records a change of the listing, because units are part of it. */
async function touchListingOf(scope: WriteScope, unit: Unit): Promise<void> {
  await touchListing(scope.tx, scope.teamId, unit.listingId, scope.now);
  await recordChangeOfUnits(scope, unit);
}

const recordChangeOfUnits = (scope: WriteScope, { listingId }: Unit): Promise<void> =>
  recordTeamEvent(scope, {
    type: 'listing.changed',
    data: { listing_id: listingId, changed: ['units'] },
  });
