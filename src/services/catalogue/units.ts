import type { Database, Transaction } from '../../db/client.ts';
import { lockUnitsOfSameBuilding } from '../../db/queries/bookings/occupancies.ts';
import type { ListingRecord } from '../../db/queries/listings/listings.ts';
import { findListingRecord } from '../../db/queries/listings/rates.ts';
import { recordSellableDays } from '../../db/queries/listings/sellable-days.ts';
import { listUnits as selectUnits, type UnitFilter } from '../../db/queries/listings/unit-list.ts';
import {
  areUnitsUsed,
  deleteUnit as deleteStoredUnit,
  insertUnits,
  listUnitRecords,
  lockUnitRecord,
  lockUnitsForDeletion,
  findUnitRecord as selectUnitRecord,
  touchListing,
  type UnitRecord,
  updateUnit,
  wasUnitTaken,
} from '../../db/queries/listings/writes.ts';
import type { TouchedUnit } from '../../domain/events.ts';
import { readTimeOfUuid } from '../../domain/formats.ts';
import { MAX_UNITS_OF_LISTING } from '../../domain/limits.ts';
import { isBuilding } from '../../domain/listing.ts';
import { type PageOfRows, type PageRequest, takePage } from '../../domain/page.ts';
import { joinBuilding } from '../bookings/join-building.ts';
import { truncateToSecond } from '../clock.ts';
import { Invalid, throwIfAnyMessages } from '../errors.ts';
import type { FieldMessages } from '../field-messages.ts';
import { newId } from '../new-id.ts';
import { recordTeamEvent } from '../team-events.ts';
import type { ReadScope, TeamScope, WriteScope } from '../team-scope.ts';
import type { ConditionalOptions, WriteOptions } from '../write.ts';
import { findOwnFieldProblems } from '../writing/own-fields.ts';
import { writeToCatalogue, writeToListing } from './locking.ts';
import { buildUnitRow, type UnitChange, type UnitColumns } from './part-rows.ts';
import { toFieldMessages } from './problems.ts';
import { listChangedColumns } from './rows.ts';

export const findUnitRecord = ({ db, teamId }: ReadScope, id: string) => selectUnitRecord(db, teamId, id);

export type Unit = UnitRecord;

const IN_BUILDING: FieldMessages = {
  listing: [
    {
      code: 'not_allowed',
      sentence: 'A building has no units of its own: its unit types have them.',
    },
  ],
};
const TOO_MANY: FieldMessages = {
  listing: [{ code: 'limit', sentence: `A listing has at most ${MAX_UNITS_OF_LISTING} units.` }],
};
const USED: FieldMessages = {
  unit: [
    {
      code: 'state',
      sentence:
        'A booking or a block has taken this unit, so it cannot be deleted. Make it inactive instead.',
    },
  ],
};

const buildNameTakenMessage = (existing: string): FieldMessages => ({
  name: [{ code: 'taken', existing, sentence: 'Another unit of the listing has this name.' }],
});

/** By their listing's title and slug, then by name. */
export const listUnits = ({ db, teamId }: ReadScope, filter: UnitFilter, page: PageRequest) =>
  selectUnits(db, teamId, filter, page);

/** By name. A listing has at most 500 units, so all of them are read. */
export async function listUnitsOfListing(
  { db, teamId }: ReadScope<Database>,
  { listingId, externalReference }: UnitFilter & { listingId: string },
  page: PageRequest,
): Promise<PageOfRows<Unit>> {
  const records = await listUnitRecords(db, teamId, listingId);
  const all = records.filter(
    (unit) => externalReference === undefined || unit.externalReference === externalReference,
  );
  return takePage(all, page);
}

export const createUnit = (
  scope: TeamScope,
  listingId: string,
  columns: UnitColumns,
  options: WriteOptions<Unit> = {},
): Promise<Unit> =>
  writeToListing(
    scope,
    { listingId, read: async () => null },
    async (scope, listing) => {
      const others = await listUnitRecords(scope.tx, scope.teamId, listingId);
      const unit = await addUnit(scope, listing, columns, others);
      await touchListingOf(scope, unit.listingId, [{ id: unit.id, deleted: false }]);
      return unit;
    },
    { ...options, isCurrent: null },
  );

/** All or none. If a name is taken, the refusal names it. */
export const createUnits = (
  scope: TeamScope,
  listingId: string,
  all: readonly UnitColumns[],
  options: WriteOptions<Unit[]> = {},
): Promise<Unit[]> =>
  writeToListing(
    scope,
    { listingId, read: async () => null },
    async (scope, listing) => {
      const stored = await listUnitRecords(scope.tx, scope.teamId, listingId);
      const idsByName = new Map(stored.map(({ id, name }) => [name, id]));
      const units: Unit[] = [];
      for (const columns of all) {
        const { name } = columns;
        const existing = idsByName.get(name);
        if (existing !== undefined)
          throw new Invalid({
            name: [{ code: 'taken', existing, sentence: `Another unit has the name “${name}”.` }],
          });
        const unit = await addUnit(scope, listing, columns, [...stored, ...units]);
        idsByName.set(name, unit.id);
        units.push(unit);
      }
      await touchListingOf(
        scope,
        listing.id,
        units.map((unit) => ({ id: unit.id, deleted: false })),
      );
      return units;
    },
    { ...options, isCurrent: null },
  );

async function addUnit(
  scope: WriteScope,
  { id: listingId, kind, buildingId, timezone }: ListingRecord,
  columns: UnitColumns,
  others: readonly Unit[],
): Promise<Unit> {
  const { tx, teamId } = scope;
  if (isBuilding(kind)) throw new Invalid(IN_BUILDING);
  const unit = buildUnitRow({ teamId, id: newId(), listingId, now: scope.now }, columns);
  await requireFree(scope, unit, others, null);
  await insertUnits(tx, [unit]);
  if (unit.active)
    await joinBuilding(scope, { buildingId, timezone, unitIds: [unit.id], field: 'availability' });
  return unit;
}

/** Bookings of an inactive unit stay. */
export const changeUnit = (
  scope: TeamScope,
  id: string,
  change: UnitChange,
  options: ConditionalOptions<Unit> = {},
): Promise<Unit> =>
  writeToUnit(
    scope,
    { id, lock: change.active === true ? lockUnitToActivate : lockUnitRecord },
    async (scope, unit) => {
      const { tx, teamId, now } = scope;
      const row = buildUnitRow({ ...unit, now }, change, unit);
      const changed = listChangedColumns(unit, row);
      const after = { ...row, updatedAt: now };
      if (changed.length === 0) return unit;
      await requireFree(scope, after, await listUnitRecords(tx, teamId, unit.listingId), unit);
      await updateUnit(tx, after);
      if (after.active && !unit.active) await letJoin(scope, after);
      await touchListingOf(scope, after.listingId, [{ id, deleted: false }]);
      return after;
    },
    options,
  );

async function lockUnitToActivate(tx: Transaction, teamId: number, id: string): Promise<Unit | null> {
  await lockUnitsOfSameBuilding(tx, teamId, id);
  return lockUnitRecord(tx, teamId, id);
}

async function letJoin(scope: WriteScope, { id, listingId }: Unit): Promise<void> {
  const listing = await findListingRecord(scope.tx, scope.teamId, listingId);
  if (!listing) return;
  const { buildingId, timezone } = listing;
  await joinBuilding(scope, { buildingId, timezone, unitIds: [id], field: 'active' });
}

/** By a block that is deleted now, or by a booking that has moved. */
export const wasUnitEverTaken = ({ db }: ReadScope, unit: Unit): Promise<boolean> =>
  wasUnitTaken(db, unit, truncateToSecond(readTimeOfUuid(unit.id)));

/** Such a unit cannot be deleted. */
const isUnitUsed = async ({ db, teamId }: ReadScope, unit: Unit): Promise<boolean> =>
  (await areUnitsUsed(db, teamId, [unit.id])) || (await wasUnitEverTaken({ db, teamId }, unit));

/** Refused if it ever had a booking or a block. */
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
      if (await isUnitUsed({ db: tx, teamId }, unit)) throw new Invalid(USED);
      for (const onDelete of scope.hooks.onDelete) await onDelete(scope, { unitIds: [id], listingId: null });
      await deleteStoredUnit(tx, teamId, id);
      await touchListingOf(scope, unit.listingId, [{ id, deleted: true }]);
    },
    options,
  );

const lockUnitForDeletion = async (tx: Transaction, teamId: number, id: string): Promise<Unit | null> =>
  (await lockUnitsForDeletion(tx, teamId, { id }))[0] ?? null;

/** Locked, so that nobody can book the unit meanwhile. */
const writeToUnit = <Value>(
  scope: TeamScope,
  { id, lock }: { id: string; lock: typeof lockUnitRecord },
  work: (context: WriteScope, unit: Unit) => Promise<Value>,
  options: ConditionalOptions<Value, Unit> = {},
): Promise<Value> =>
  writeToCatalogue(
    scope,
    { lock: (tx, teamId) => lock(tx, teamId, id), read: (_scope, unit) => unit },
    work,
    options,
  );

/** Names are unique in the listing, and references in the team. A listing also has a limit of units. */
async function requireFree(
  scope: WriteScope,
  unit: Unit,
  units: readonly Unit[],
  before: Unit | null,
): Promise<void> {
  const namesake = units.find((other) => other.id !== unit.id && other.name === unit.name);
  throwIfAnyMessages({
    ...(before === null && units.length >= MAX_UNITS_OF_LISTING ? TOO_MANY : {}),
    ...(namesake ? buildNameTakenMessage(namesake.id) : {}),
    ...toFieldMessages(await findOwnFieldProblems(scope, 'units', unit, before)),
  });
}

/**
 * Units are part of their listing: its `updated_at` moves, with an event, and the days on which its units can
 * be sold follow.
 */
async function touchListingOf(scope: WriteScope, listingId: string, units: TouchedUnit[]): Promise<void> {
  const { tx, teamId, now } = scope;
  await touchListing(tx, teamId, listingId, now);
  await recordSellableDays(tx, teamId, { listingId, now });
  await recordTeamEvent(scope, {
    type: 'listing.changed',
    data: { listing_id: listingId, changed: ['units'], units },
  });
}
