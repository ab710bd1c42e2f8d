import { listFixedAmountCharges } from '../../db/queries/listings/charges.ts';
import {
  areUnitsUsed,
  countUsesOfListing,
  deleteListing as deleteStoredListing,
  insertListing,
  insertUnits,
  listSlugsLike,
  listUnitRecords,
  listUnitTypeRecords,
  lockListingForDeletion,
  lockUnitsForDeletion,
} from '../../db/queries/listings/listing-writes.ts';
import { lockListingRecord, updateListingRecord } from '../../db/queries/listings/rates.ts';
import type { ListingRecord } from '../../db/queries/team-file/team-file.ts';
import { lockTeam } from '../../db/queries/teams/teams.ts';
import { MAX_UNIT_TYPES_OF_BUILDING } from '../../domain/limits.ts';
import { isBuilding, isUnitType, needsOwnUnit } from '../../domain/listing.ts';
import { buildSlug } from '../../domain/slug.ts';
import type { ListingChange, NewListing } from '../../schemas/listings/bodies.ts';
import { presentListing } from '../../schemas/listings/listing.ts';
import { Invalid } from '../errors.ts';
import { type Listing, readListing } from '../listings.ts';
import { newId } from '../new-id.ts';
import { readTeam } from '../team/settings.ts';
import { recordTeamEvent } from '../team-events.ts';
import {
  type ConditionalCall,
  type WriteCall,
  type WriteContext,
  type WriteDependencies,
  write,
} from '../write.ts';
import { createCurrencyCheck } from './charge-limits.ts';
import {
  buildListingRow,
  findBuildingContradictions,
  findListingProblems,
  pickInheritedFields,
} from './listing-rows.ts';
import { writeToListing } from './locking.ts';
import { buildUnitRow } from './part-rows.ts';
import { type Problem, throwIfInvalid } from './problems.ts';
import { listChangedNames } from './rows.ts';

/** The fields that cannot change once there are units, bookings or unit types. */
const FIXED = ['kind', 'building_id', 'currency'] as const;

const TERMS: ReadonlySet<string> = new Set(['cancellation_policy', 'reseating']);

const USED = {
  listing: [
    'This listing has bookings, blocks or unit types, so it cannot be deleted. Give it the status archived instead.',
  ],
};

export const createListing = (
  dependencies: WriteDependencies,
  call: WriteCall<Listing>,
  body: NewListing,
): Promise<Listing> => write(dependencies, call, (context) => create(context, body));

export const changeListing = (
  dependencies: WriteDependencies,
  call: ConditionalCall<Listing>,
  listingId: string,
  body: ListingChange,
): Promise<Listing> =>
  writeToListing(dependencies, call, { listingId, read }, (context, listing) =>
    change(context, listing, body),
  );

/** Deletes a listing, unless it ever had a booking or a block. */
export const deleteListing = (
  dependencies: WriteDependencies,
  call: ConditionalCall<void, Listing>,
  listingId: string,
): Promise<void> => writeToListing(dependencies, call, { listingId, read }, remove);

const read = ({ tx, writer }: WriteContext, listing: ListingRecord): Promise<Listing> =>
  readListing(tx, writer.teamId, listing);

async function create(
  context: WriteContext,
  { units: named, building_id, ...body }: NewListing,
): Promise<Listing> {
  const { tx, writer, now } = context;
  const { teamId } = writer;
  await lockTeam(tx, teamId);
  const team = await readTeam(tx, teamId);
  const slug = body.slug ?? (await freeSlug(context, body.public_title));
  const row = buildListingRow({ teamId, now, team }, undefined, { ...body, slug }, building_id ?? null);
  const units = unitNames(named).map((name) => ({ name }));
  const problems = [
    ...findBodyProblems(row, { units }, building_id),
    ...(await findSlugProblems(context, row)),
    ...(await enterBuilding(context, row, body)),
    ...(await findCurrencyConflict(context, row, team.currency)),
  ];
  throwIfInvalid(problems);
  await insertListing(tx, row);
  const isLeftOut = named === undefined || named === null;
  const names = isLeftOut && !isBuilding(row.kind) ? [{ name: row.publicTitle }] : units;
  await insertUnits(
    tx,
    names.map((unit) => newUnit(row, unit.name)),
  );
  await recordTeamEvent(context, { type: 'listing.created', data: { listing_id: row.id, changed: [] } });
  return readListing(tx, teamId, row);
}

async function change(
  context: WriteContext,
  stored: ListingRecord,
  { building_id, ...body }: ListingChange,
): Promise<Listing> {
  const { tx, writer, now } = context;
  const { teamId } = writer;
  const team = await readTeam(tx, teamId);
  const row = buildListingRow({ teamId, now, team }, stored, body, building_id);
  const problems = [
    ...findBodyProblems(row, {}, row.buildingId),
    ...(await enterBuilding(context, row, body)),
  ];
  const changed = listChangedNames(shownFields(stored), shownFields(row));
  if (changed.includes('slug')) problems.push(...(await findSlugProblems(context, row)));
  problems.push(...(await findFixedFieldProblems(context, stored, changed)));
  if (changed.includes('currency'))
    problems.push(...(await findCurrencyConflict(context, row, team.currency)));
  throwIfInvalid(problems);
  if (changed.length === 0) return readListing(tx, teamId, stored);
  // Bookings show their listing's last change, so a change of terms alone must not touch it.
  const areTermsAlone = changed.every((field) => TERMS.has(field));
  const after = areTermsAlone ? row : { ...row, updatedAt: now };
  await updateListingRecord(tx, after);
  // A building without unit types may become a place of its own, which is sold by its unit.
  const needsFirstUnit =
    needsOwnUnit(after.kind) &&
    !needsOwnUnit(stored.kind) &&
    (await listUnitRecords(tx, teamId, after.id)).length === 0;
  if (needsFirstUnit) await insertUnits(tx, [newUnit(after, after.publicTitle)]);
  await recordListingChange(context, after.id, needsFirstUnit ? [...changed, 'units'] : changed);
  if (isBuilding(after.kind)) await passOn(context, after);
  return readListing(tx, teamId, after);
}

async function remove(context: WriteContext, { id }: ListingRecord): Promise<void> {
  const { tx, writer } = context;
  const { teamId } = writer;
  // Units before the listing, in the order in which bookings lock them. A booking that waits then finds no unit.
  const units = await lockUnitsForDeletion(tx, teamId, { listingId: id });
  await lockListingForDeletion(tx, teamId, id);
  const { bookings, blocks, unitTypes } = await countUsesOfListing(tx, teamId, id);
  const unitIds = units.map((unit) => unit.id);
  if (bookings + blocks + unitTypes > 0 || (await areUnitsUsed(tx, teamId, unitIds))) throw new Invalid(USED);
  await deleteStoredListing(tx, teamId, id);
  await recordTeamEvent(context, { type: 'listing.deleted', data: { listing_id: id, changed: [] } });
}

/** The names of the units in a body: a list, or a number of units that are named 1, 2, 3 and so on. */
const unitNames = (units: NewListing['units']): readonly string[] =>
  typeof units === 'number' ? Array.from({ length: units }, (_, index) => String(index + 1)) : (units ?? []);

const newUnit = ({ teamId, id: listingId }: ListingRecord, name: string) =>
  buildUnitRow({ teamId, listingId, id: newId() }, { name });

/** A body names a building by its id, and units by their names alone. */
const findBodyProblems = (
  row: ListingRecord,
  body: Parameters<typeof findListingProblems>[1],
  building: unknown,
) =>
  findListingProblems(row, body, { building, field: 'building_id' }).map((problem) =>
    problem.path[0] === 'units' ? { ...problem, path: problem.path.slice(0, 2) } : problem,
  );

/** A slug made from a title that the team does not use yet. */
async function freeSlug({ tx, writer }: WriteContext, title: string): Promise<string> {
  const wished = buildSlug(title);
  const taken = new Set(await listSlugsLike(tx, writer.teamId, wished));
  let slug = wished;
  for (let number = 2; taken.has(slug); number += 1) slug = `${wished}-${number}`;
  return slug;
}

async function findSlugProblems({ tx, writer }: WriteContext, { slug }: ListingRecord): Promise<Problem[]> {
  const taken = await listSlugsLike(tx, writer.teamId, slug);
  return taken.includes(slug) ? [{ path: ['slug'], message: 'must not be that of another listing' }] : [];
}

/**
 * Puts a unit type into its building, whose address, time zone and currency it gets. Reports an unknown building, and
 * values of the body that contradict the building.
 */
async function enterBuilding(
  { tx, writer: { teamId } }: WriteContext,
  row: ListingRecord,
  change: Pick<ListingChange, 'currency' | 'timezone' | 'address'>,
): Promise<Problem[]> {
  const wrong = (message: string): Problem[] => [{ path: ['building_id'], message }];
  if (!isUnitType(row.kind) || row.buildingId === null) {
    row.buildingId = null;
    return [];
  }
  const building = await lockListingRecord(tx, teamId, row.buildingId);
  if (!building || building.id === row.id || !isBuilding(building.kind))
    return wrong('must be the id of a building of the team');
  const others = (await listUnitTypeRecords(tx, teamId, building.id)).filter((type) => type.id !== row.id);
  if (others.length >= MAX_UNIT_TYPES_OF_BUILDING)
    return wrong(`must have at most ${MAX_UNIT_TYPES_OF_BUILDING} unit types`);
  Object.assign(row, pickInheritedFields(building));
  return findBuildingContradictions(change, building);
}

/** Fixed amounts are in the team's currency: none may apply to a listing in another one. */
async function findCurrencyConflict(
  { tx, writer: { teamId } }: WriteContext,
  row: ListingRecord,
  teamCurrency: string,
): Promise<Problem[]> {
  if (row.currency === teamCurrency) return [];
  const message = createCurrencyCheck(teamCurrency, await listFixedAmountCharges(tx, teamId))(row);
  return message ? [{ path: ['currency'], message }] : [];
}

async function findFixedFieldProblems(
  { tx, writer }: WriteContext,
  { id }: ListingRecord,
  changed: readonly string[],
): Promise<Problem[]> {
  const fixed = FIXED.filter((field) => changed.includes(field));
  if (fixed.length === 0) return [];
  const { units, bookings, unitTypes } = await countUsesOfListing(tx, writer.teamId, id);
  if (units + bookings + unitTypes === 0) return [];
  const message = 'cannot be changed once the listing has units, bookings or unit types';
  return fixed.map((field) => ({ path: [field], message }));
}

/** Gives a building's unit types its address, time zone and currency. */
async function passOn(context: WriteContext, building: ListingRecord): Promise<void> {
  const { tx, writer, now } = context;
  for (const stored of await listUnitTypeRecords(tx, writer.teamId, building.id)) {
    const row = { ...stored, ...pickInheritedFields(building) };
    const changed = listChangedNames(shownFields(stored), shownFields(row));
    if (changed.length === 0) continue;
    await updateListingRecord(tx, { ...row, updatedAt: now });
    await recordListingChange(context, row.id, changed);
  }
}

const recordListingChange = (context: WriteContext, listingId: string, changed: string[]): Promise<void> =>
  recordTeamEvent(context, { type: 'listing.changed', data: { listing_id: listingId, changed } });

/** A listing's own fields by their names in the API, to find those that differ. */
function shownFields(listing: ListingRecord) {
  const { photos, created_at, updated_at, ...fields } = presentListing({ ...listing, photos: [] });
  return fields;
}
