import { listFixedAmountCharges, listListingSlugs } from '../../db/queries/listings/charges.ts';
import type { ListingRecord } from '../../db/queries/listings/listings.ts';
import { lockListingRecord, updateListingRecord } from '../../db/queries/listings/rates.ts';
import { recordSellableDays } from '../../db/queries/listings/sellable-days.ts';
import {
  countUsesOfListing,
  EMPTY_UNIT,
  insertListing,
  insertUnits,
  listSlugsLike,
  listUnitRecords,
  listUnitTypeRecords,
  type UnitRecord,
} from '../../db/queries/listings/writes.ts';
import { deleteAccessToListing } from '../../db/queries/people/access-listings.ts';
import { lockTeam } from '../../db/queries/teams/teams.ts';
import { listFieldNames, toFieldName } from '../../domain/field-names.ts';
import { MAX_UNIT_TYPES_OF_BUILDING } from '../../domain/limits.ts';
import { isBuilding, isUnitType, needsOwnUnit } from '../../domain/listing.ts';
import { buildSlug } from '../../domain/text/slug.ts';
import { requireAllListings } from '../access/access.ts';
import { joinBuilding } from '../bookings/join-building.ts';
import { type Listing, readListing } from '../listings.ts';
import { newId } from '../new-id.ts';
import { readTeam } from '../team/settings.ts';
import { recordTeamEvent } from '../team-events.ts';
import type { TeamScope, WriteScope } from '../team-scope.ts';
import { type ConditionalOptions, type WriteOptions, write } from '../write.ts';
import { findHolder } from '../writing/holder.ts';
import { findOwnFieldProblems } from '../writing/own-fields.ts';
import { createCurrencyCheck } from './charge-limits.ts';
import {
  buildListingRow,
  findBuildingContradictions,
  findListingProblems,
  type ListingColumns,
  pickInheritedFields,
} from './listing-rows.ts';
import { CATALOGUE_CONSTRAINTS, writeToListing } from './locking.ts';
import { UNIT_DEFAULTS } from './part-rows.ts';
import { type Problem, throwIfInvalid } from './problems.ts';
import { listChangedColumns } from './rows.ts';
import { findCrossedRuleProblems } from './rule-bounds.ts';
import { describeListing, findProblemsOfTexts } from './translations.ts';

/** `units` are names, or a number. Without either, a listing gets one unit, unless it is a building. */
export type NewListing = {
  listing: ListingColumns & { publicTitle: string };
  units: readonly string[] | number | null | undefined;
};

type Column = keyof ListingRecord;

/** They cannot change once there are units, bookings or unit types. */
const FIXED = ['kind', 'buildingId', 'currency'] as const satisfies readonly Column[];

export const createListing = (
  scope: TeamScope,
  input: NewListing,
  options: WriteOptions<Listing> = {},
): Promise<Listing> => write(scope, options, (scope) => addListing(scope, input), CATALOGUE_CONSTRAINTS);

export const changeListing = (
  scope: TeamScope,
  listingId: string,
  columns: ListingColumns,
  options: ConditionalOptions<Listing> = {},
): Promise<Listing> =>
  writeToListing(
    scope,
    { listingId, read },
    (scope, listing) => changeLocked(scope, listing, columns),
    options,
  );

const read = ({ tx, teamId }: WriteScope, listing: ListingRecord): Promise<Listing> =>
  readListing(tx, teamId, listing);

export async function addListing(scope: WriteScope, { listing, units: named }: NewListing): Promise<Listing> {
  requireAllListings(scope.access);
  const { tx, teamId, now } = scope;
  await lockTeam(tx, teamId);
  const team = await readTeam({ db: tx, teamId });
  const slug = listing.slug ?? (await freeSlug(scope, listing.publicTitle));
  const row = buildListingRow({ teamId, now, team }, undefined, { ...listing, slug });
  const units = unitNames(named).map((name) => ({ name }));
  const problems = [
    ...findBodyProblems(row, { units }, listing.buildingId),
    ...findCrossedRuleProblems(row, listing),
    ...(await findSlugProblems(scope, row)),
    ...(await enterBuilding(scope, row, listing)),
    ...(await findCurrencyConflict(scope, row, team.currency)),
    ...(await findOwnFieldProblems(scope, 'listings', row, null)),
    ...findProblemsOfTexts(describeListing(row), team.languages[0]),
  ];
  throwIfInvalid(problems);
  await insertListing(tx, row);
  const isLeftOut = named === undefined || named === null;
  const names = isLeftOut && !isBuilding(row.kind) ? [{ name: row.publicTitle }] : units;
  const added = names.map((unit) => newUnit(row, unit.name, now));
  await insertUnits(tx, added);
  const { buildingId, timezone } = row;
  const unitIds = added.map(({ id }) => id);
  await joinBuilding(scope, { buildingId, timezone, unitIds, field: 'availability' });
  await recordSellableDays(tx, teamId, { listingId: row.id, now });
  const data = { listing_id: row.id, changed: [], units: toTouchedUnits(added) };
  await recordTeamEvent(scope, { type: 'listing.created', data });
  return readListing(tx, teamId, row);
}

/** The caller has locked the listing. */
export async function changeLocked(
  scope: WriteScope,
  stored: ListingRecord,
  columns: ListingColumns,
): Promise<Listing> {
  const { tx, teamId, now } = scope;
  const team = await readTeam({ db: tx, teamId });
  const row = buildListingRow({ teamId, now, team }, stored, columns);
  const problems = [
    ...findBodyProblems(row, {}, row.buildingId),
    ...(await enterBuilding(scope, row, columns)),
    ...(await findOwnFieldProblems(scope, 'listings', row, stored)),
    ...findProblemsOfTexts(describeListing(row), team.languages[0]),
  ];
  const changed = listChangedColumns(stored, row);
  if (changed.includes('slug')) problems.push(...(await findSlugProblems(scope, row)));
  problems.push(...(await findFixedFieldProblems(scope, stored, changed)));
  if (changed.includes('currency')) problems.push(...(await findCurrencyConflict(scope, row, team.currency)));
  throwIfInvalid(problems);
  if (changed.length === 0) return readListing(tx, teamId, stored);
  const after = { ...row, updatedAt: now };
  await updateListingRecord(tx, after);
  if (isUnitType(after.kind) && !isUnitType(stored.kind)) await deleteAccessToListing(tx, teamId, after.id);
  // A building without unit types may become a standalone listing, which then needs a unit of its own.
  const needsFirstUnit =
    needsOwnUnit(after.kind) &&
    !needsOwnUnit(stored.kind) &&
    (await listUnitRecords(tx, teamId, after.id)).length === 0;
  const added = needsFirstUnit ? [newUnit(after, after.publicTitle, now)] : [];
  await insertUnits(tx, added);
  await recordSellableDays(tx, teamId, { listingId: after.id, now });
  const fields = listFieldNames(changed);
  await recordListingChange(scope, after.id, needsFirstUnit ? [...fields, 'units'] : fields, added);
  if (isBuilding(after.kind)) await passOn(scope, after);
  return readListing(tx, teamId, after);
}

/** A number of units gives the names 1, 2, 3 and so on. */
const unitNames = (units: NewListing['units']): readonly string[] =>
  typeof units === 'number' ? Array.from({ length: units }, (_, index) => String(index + 1)) : (units ?? []);

const newUnit = ({ teamId, id: listingId }: ListingRecord, name: string, now: Date): UnitRecord => ({
  ...EMPTY_UNIT,
  ...UNIT_DEFAULTS,
  teamId,
  listingId,
  id: newId(),
  name,
  updatedAt: now,
});

/** A body names a building by its id, and units by their names alone. */
const findBodyProblems = (
  row: ListingRecord,
  body: Parameters<typeof findListingProblems>[1],
  building: unknown,
) =>
  findListingProblems(row, body, { building, field: 'building_id' }).map((problem) =>
    problem.path[0] === 'units' ? { ...problem, path: problem.path.slice(0, 2) } : problem,
  );

/** That no listing of the team has yet. */
async function freeSlug({ tx, teamId }: WriteScope, title: string): Promise<string> {
  const wished = buildSlug(title);
  const taken = new Set(await listSlugsLike(tx, teamId, wished));
  let slug = wished;
  for (let number = 2; taken.has(slug); number += 1) slug = `${wished}-${number}`;
  return slug;
}

async function findSlugProblems({ tx, teamId }: WriteScope, { slug }: ListingRecord): Promise<Problem[]> {
  const holder = await findHolder(tx, async (tx) => {
    const [listing] = await listListingSlugs(tx, teamId, { slugs: [slug] });
    return listing?.id ?? null;
  });
  if (!holder) return [];
  return [{ path: ['slug'], code: 'taken', ...holder, message: 'must not be that of another listing' }];
}

/**
 * It then has the building's address, time zone and currency. Refuses an unknown building, and values that
 * contradict it.
 */
async function enterBuilding(
  { tx, teamId }: WriteScope,
  row: ListingRecord,
  columns: ListingColumns,
): Promise<Problem[]> {
  if (!isUnitType(row.kind) || row.buildingId === null) {
    row.buildingId = null;
    return [];
  }
  const building = await lockListingRecord(tx, teamId, row.buildingId);
  if (!building || building.id === row.id || !isBuilding(building.kind))
    return [{ path: ['building_id'], code: 'unknown', message: 'must be the id of a building of the team' }];
  const others = (await listUnitTypeRecords(tx, teamId, building.id)).filter((type) => type.id !== row.id);
  if (others.length >= MAX_UNIT_TYPES_OF_BUILDING)
    return [
      {
        path: ['building_id'],
        code: 'limit',
        message: `must have at most ${MAX_UNIT_TYPES_OF_BUILDING} unit types`,
      },
    ];
  Object.assign(row, pickInheritedFields(building));
  return findBuildingContradictions(columns, building);
}

/** Fixed amounts of charges are in the team's currency, so none of them may apply to a listing in another. */
async function findCurrencyConflict(
  { tx, teamId }: WriteScope,
  row: ListingRecord,
  teamCurrency: string,
): Promise<Problem[]> {
  if (row.currency === teamCurrency) return [];
  const message = createCurrencyCheck(teamCurrency, await listFixedAmountCharges(tx, teamId))(row);
  return message ? [{ path: ['currency'], code: 'contradicts', message }] : [];
}

async function findFixedFieldProblems(
  { tx, teamId }: WriteScope,
  { id }: ListingRecord,
  changed: readonly Column[],
): Promise<Problem[]> {
  const fixed = FIXED.filter((column) => changed.includes(column));
  if (fixed.length === 0) return [];
  const { units, bookings, unitTypes } = await countUsesOfListing(tx, teamId, id);
  if (units + bookings + unitTypes === 0) return [];
  const message = 'cannot be changed once the listing has units, bookings or unit types';
  return fixed.map((column) => ({ path: [toFieldName(column)], code: 'state', message }));
}

/** Address, time zone and currency, to the unit types. */
async function passOn(scope: WriteScope, building: ListingRecord): Promise<void> {
  const { tx, teamId, now } = scope;
  for (const stored of await listUnitTypeRecords(tx, teamId, building.id)) {
    const row = { ...stored, ...pickInheritedFields(building) };
    const changed = listChangedColumns(stored, row);
    if (changed.length === 0) continue;
    await updateListingRecord(tx, { ...row, updatedAt: now });
    await recordListingChange(scope, row.id, listFieldNames(changed));
  }
}

const recordListingChange = (
  scope: WriteScope,
  listingId: string,
  changed: string[],
  units: readonly UnitRecord[] = [],
): Promise<void> =>
  recordTeamEvent(scope, {
    type: 'listing.changed',
    data: { listing_id: listingId, changed, units: toTouchedUnits(units) },
  });

const toTouchedUnits = (units: readonly UnitRecord[]) => units.map(({ id }) => ({ id, deleted: false }));
