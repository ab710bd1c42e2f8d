import type { Database, Transaction } from '../../db/client.ts';
import {
  areUnitsUsed,
  deleteUnit as deleteStoredUnit,
  findUnitRecord,
  insertUnits,
  listUnitRecords,
  lockUnitRecord,
  lockUnitsForDeletion,
  touchListing,
  updateUnit,
  wasUnitTaken,
} from '../../db/queries/listings/listing-writes.ts';
import type { UnitRecord } from '../../db/queries/team-file/team-file.ts';
import { lockTeam } from '../../db/queries/teams/teams.ts';
import { MAX_UNITS_OF_LISTING } from '../../domain/limits.ts';
import { isBuilding } from '../../domain/listing.ts';
import { type PageOfRows, type PageRequest, toLimitAndOffset } from '../../domain/page.ts';
import { readTimeOfUuid } from '../../domain/uuid.ts';
import { truncateToSecond } from '../clock.ts';
import { Invalid, NotFound } from '../errors.ts';
import { newId } from '../new-id.ts';
import { recordTeamEvent } from '../team-events.ts';
import {
  type ConditionalCall,
  requireVersion,
  type WriteCall,
  type WriteContext,
  type WriteDependencies,
  write,
} from '../write.ts';
import { writeToListing } from './locking.ts';
import { buildUnitRow } from './part-rows.ts';
import { isNewOrDifferent } from './rows.ts';

export type Unit = UnitRecord;
export type UnitChange = { name?: string | undefined; active?: boolean | null | undefined };

const NAME_TAKEN = { name: ['Another unit of the listing has this name.'] };
const IN_BUILDING = { listing: ['A building has no units of its own: its unit types have them.'] };
const TOO_MANY = { listing: [`A listing has at most ${MAX_UNITS_OF_LISTING} units.`] };
const USED = {
  unit: ['A booking or a block has taken this unit, so it cannot be deleted. Make it inactive instead.'],
};

export { findUnitRecord };

/** One page of units, by name. A listing has at most 500, so all of them are read. */
export async function listUnits(
  db: Database,
  teamId: number,
  listingId: string,
  page: PageRequest,
): Promise<PageOfRows<Unit>> {
  const all = await listUnitRecords(db, teamId, listingId);
  const { limit, offset } = toLimitAndOffset(page);
  return { rows: all.slice(offset, offset + limit), total: all.length };
}

export const createUnit = (
  dependencies: WriteDependencies,
  call: WriteCall<Unit>,
  listingId: string,
  { name, active }: UnitChange & { name: string },
): Promise<Unit> => {
  const target = { listingId, read: async () => null };
  return writeToListing(dependencies, { ...call, isCurrent: null }, target, async (context, listing) => {
    const { tx, writer } = context;
    if (isBuilding(listing.kind)) throw new Invalid(IN_BUILDING);
    const units = await listUnitRecords(tx, writer.teamId, listingId);
    if (units.length >= MAX_UNITS_OF_LISTING) throw new Invalid(TOO_MANY);
    const unit = buildUnitRow({ teamId: writer.teamId, id: newId(), listingId }, { name, active });
    requireFreeName(unit, units);
    await insertUnits(tx, [unit]);
    await touchListingOf(context, unit);
    return unit;
  });
};

/** Changes its name or whether it can be booked. Bookings of an inactive unit stay. */
export const changeUnit = (
  dependencies: WriteDependencies,
  call: ConditionalCall<Unit>,
  id: string,
  change: UnitChange,
): Promise<Unit> =>
  writeToUnit(dependencies, call, { id, lock: lockUnitRecord }, async (context, unit) => {
    const { tx, writer } = context;
    const { name = unit.name, active } = change;
    const after = buildUnitRow(unit, { name, active }, unit);
    if (!isNewOrDifferent(unit, after)) return unit;
    requireFreeName(after, await listUnitRecords(tx, writer.teamId, unit.listingId));
    await updateUnit(tx, after);
    await touchListingOf(context, after);
    return after;
  });

/** Deletes a unit that never had a booking or a block. */
export const deleteUnit = (
  dependencies: WriteDependencies,
  call: ConditionalCall<void, Unit>,
  id: string,
): Promise<void> =>
  writeToUnit(dependencies, call, { id, lock: lockUnitForDeletion }, async (context, unit) => {
    const { tx, writer } = context;
    const { teamId } = writer;
    const isUsed =
      (await areUnitsUsed(tx, teamId, [id])) ||
      (await wasUnitTaken(tx, unit, truncateToSecond(readTimeOfUuid(id))));
    if (isUsed) throw new Invalid(USED);
    await deleteStoredUnit(tx, teamId, id);
    await touchListingOf(context, unit);
  });

const lockUnitForDeletion = async (tx: Transaction, teamId: number, id: string): Promise<Unit | null> =>
  (await lockUnitsForDeletion(tx, teamId, { id }))[0] ?? null;

/** Runs a write on one unit, locked so that nobody can book it meanwhile. */
function writeToUnit<Value>(
  dependencies: WriteDependencies,
  call: ConditionalCall<Value, Unit>,
  { id, lock }: { id: string; lock: typeof lockUnitRecord },
  work: (context: WriteContext, unit: Unit) => Promise<Value>,
): Promise<Value> {
  return write(dependencies, call, async (context) => {
    const { tx, writer } = context;
    await lockTeam(tx, writer.teamId);
    const unit = await lock(tx, writer.teamId, id);
    if (!unit) throw new NotFound();
    await requireVersion(call, () => unit);
    return work(context, unit);
  });
}

function requireFreeName({ id, name }: Unit, units: readonly Unit[]): void {
  if (units.some((other) => other.id !== id && other.name === name)) throw new Invalid(NAME_TAKEN);
}

/** Records a change of the listing, because units are part of it. */
async function touchListingOf(context: WriteContext, { listingId }: Unit): Promise<void> {
  await touchListing(context.tx, context.writer.teamId, listingId, context.now);
  await recordTeamEvent(context, {
    type: 'listing.changed',
    data: { listing_id: listingId, changed: ['units'] },
  });
}
