import type { ListingRecord } from '../../../../db/queries/listings/listings.ts';
import type { UnitRecord } from '../../../../db/queries/listings/writes.ts';
import { replaceCustomFields } from '../../../../domain/custom-fields.ts';
import { toFieldName } from '../../../../domain/field-names.ts';
import { MAX_UNIT_TYPES_OF_BUILDING, MAX_UNITS_OF_LISTING } from '../../../../domain/limits.ts';
import { isBuilding, isUnitType, needsOwnUnit } from '../../../../domain/listing.ts';
import { areStayBoundsCrossed, listCrossedRules } from '../../../../domain/pricing/bounds.ts';
import { toListingColumns } from '../../../../schemas/listings/columns.ts';
import type { ListingEntry } from '../../../../schemas/listings/listing.ts';
import { toPhotoColumns } from '../../../../schemas/listings/photo.ts';
import { toUnitColumns } from '../../../../schemas/listings/unit.ts';
import {
  buildListingRow,
  findBuildingContradictions,
  findListingProblems,
  pickInheritedFields,
} from '../../../../services/catalogue/listing-rows.ts';
import { buildUnitRow } from '../../../../services/catalogue/part-rows.ts';
import { presentValue } from '../../../../services/catalogue/problems.ts';
import { diffRows, isNewOrDifferent, type RowDifference } from '../../../../services/catalogue/rows.ts';
import { describeListing } from '../../../../services/catalogue/translations.ts';
import { newId } from '../../../../services/new-id.ts';
import type { FileEntry } from '../../../../services/team-file-part.ts';
import type { ImportContext } from './context.ts';
import { createEntryMatcher } from './ids.ts';
import { reportTextProblems } from './languages.ts';

export type PlannedListing = {
  row: ListingRecord;
  stored: ListingRecord | undefined;
  entry: FileEntry<ListingEntry> | null;
  units: UnitRecord[];
  unitChanges: RowDifference<UnitRecord>;
};

/** Whether or not the file contains them. */
export type PlannedListings = {
  bySlug: Map<string, PlannedListing>;
  byId: Map<string, PlannedListing>;
  /** By the building's id. */
  unitTypesOf: Map<string, PlannedListing[]>;
};

/** Until units are planned. */
const NO_UNITS = { units: [], unitChanges: { written: [], replaced: [], removed: [] } };

type Stored = { listings: readonly ListingRecord[]; units: readonly UnitRecord[] };

/**
 * A unit type takes its building's address, time zone and currency, even if the file includes only the
 * building.
 */
export function planListings(context: ImportContext, stored: Stored): PlannedListings {
  const { file, problems } = context;
  const bySlug = new Map<string, PlannedListing>();
  const match = createEntryMatcher(context, (row: ListingRecord) => row.slug)(stored.listings);
  for (const entry of file.listings.entries) {
    const { place, value } = entry;
    const before = match(entry, value.slug);
    const row = buildListingRow(context, before, toListingColumns(value), replaceCustomFields);
    const building = value.building === undefined ? before?.buildingId : value.building;
    const { units, days } = value;
    const parts = {
      units,
      days,
      // A photo that names an image file counts as having an address.
      photos: value.photos?.map((photo) =>
        toPhotoColumns({ ...photo, original_url: photo.original_url ?? photo.file }),
      ),
    };
    problems.addIssues(place, findListingProblems(row, parts, { building, field: 'building' }));
    reportTextProblems(context, place, describeListing(row));
    noteContradictions(context, entry, row);
    if (before && row.kind && before.kind !== row.kind)
      problems.refuse(place, 'kind', `must stay ${presentValue(before.kind)}`, row.kind);
    bySlug.set(value.slug, { row, stored: before, entry, ...NO_UNITS });
  }
  const claimed = new Set([...bySlug.values()].map(({ row }) => row.id));
  for (const row of stored.listings) {
    // If the file gives a listing (found by its id) a new slug, another listing may take the former one.
    if (!claimed.has(row.id) && !bySlug.has(row.slug))
      bySlug.set(row.slug, { row: { ...row }, stored: row, entry: null, ...NO_UNITS });
  }
  const all = [...bySlug.values()];
  const byId = new Map(all.map((listing) => [listing.row.id, listing]));
  for (const listing of all) enterBuilding(context, listing, { bySlug, byId });
  planUnits(context, all, stored.units);
  const unitTypesOf = Map.groupBy(
    all.filter(({ row }) => row.buildingId !== null),
    ({ row }) => row.buildingId ?? '',
  );
  for (const [buildingId, types] of unitTypesOf) {
    const place = types.find(({ entry }) => entry)?.entry?.place;
    if (!place || types.length <= MAX_UNIT_TYPES_OF_BUILDING) continue;
    const slug = presentValue(byId.get(buildingId)?.row.slug);
    problems.add(
      place,
      `building must have at most ${MAX_UNIT_TYPES_OF_BUILDING} unit types, and ${slug} has ${types.length}`,
    );
  }
  return { bySlug, byId, unitTypesOf };
}

/** Bounds that contradict each other, as in files of earlier versions, are taken with a note. */
function noteContradictions(
  { notices }: ImportContext,
  { place, value }: FileEntry<ListingEntry>,
  row: ListingRecord,
): void {
  if (value.rules)
    for (const { lower, upper } of listCrossedRules(row))
      notices.push(
        `${place}: rules.${toFieldName(lower)}, ${row[lower]}, is more than ${toFieldName(upper)}, ${row[upper]}, so nothing can be booked`,
      );
  for (const [part, items] of [
    ['seasons', value.seasons?.map((season) => ({ ...season, name: `from ${season.start_date}` }))],
    ['days', value.days?.map((day) => ({ ...day, name: `on ${day.date}` }))],
  ] as const) {
    const crossed = (items ?? []).filter(({ min_stay = null, max_stay = null }) =>
      areStayBoundsCrossed({ minStay: min_stay, maxStay: max_stay }),
    );
    if (crossed.length > 0)
      notices.push(
        `${place}: in ${crossed.length} of its ${part}, min_stay is more than max_stay, so no stay can begin, first ${crossed[0]?.name}`,
      );
  }
}

/**
 * The file may repeat the building's address, time zone and currency in a unit type, but must not contradict
 * them.
 */
function enterBuilding(
  { problems }: ImportContext,
  { row, entry }: PlannedListing,
  { bySlug, byId }: Pick<PlannedListings, 'bySlug' | 'byId'>,
): void {
  const slug = entry?.value.building;
  const building = slug ? bySlug.get(slug) : byId.get(row.buildingId ?? '');
  const isOne = building && (!building.row.kind || isBuilding(building.row.kind));
  if (entry && slug && !isOne)
    problems.refuse(entry.place, 'building', 'must be the slug of a building', slug);
  if (!isUnitType(row.kind) || !building || !isOne) return;
  row.buildingId = building.row.id;
  if (entry)
    problems.addIssues(entry.place, findBuildingContradictions(toListingColumns(entry.value), building.row));
  Object.assign(row, pickInheritedFields(building.row));
}

/** Units in the file are the stored ones with the same names. Others are kept. */
function planUnits(
  context: ImportContext,
  listings: readonly PlannedListing[],
  stored: readonly UnitRecord[],
): void {
  const storedOf = Map.groupBy(stored, (unit) => unit.listingId);
  const listingIdByUnitId = new Map(stored.map((unit) => [unit.id, unit.listingId]));
  for (const listing of listings) {
    const before = storedOf.get(listing.row.id) ?? [];
    const unitsOfFile = planUnitsOfFile(context, listing, before, listingIdByUnitId);
    const named = new Set(unitsOfFile.map(({ id }) => id));
    listing.units = [...unitsOfFile, ...before.filter(({ id }) => !named.has(id))];
    listing.unitChanges = diffRows(before, listing.units, ({ id }) => id);
    const { length } = listing.units;
    if (listing.entry && length > MAX_UNITS_OF_LISTING)
      context.problems.refuse(
        listing.entry.place,
        'units',
        `must be at most ${MAX_UNITS_OF_LISTING}`,
        length,
      );
  }
}

function planUnitsOfFile(
  { teamId, now, problems }: ImportContext,
  { entry, row, stored }: PlannedListing,
  before: readonly UnitRecord[],
  listingOf: ReadonlyMap<string, string>,
): UnitRecord[] {
  if (!entry) return [];
  const refuse = (index: number, must: string, id: string) =>
    problems.refuse(entry.place, `units[${index}].id`, `must ${must}`, id);
  const byName = new Map(before.map((unit) => [unit.name, unit]));
  const byId = new Map(before.map((unit) => [unit.id, unit]));
  const claimed = new Set<string>();
  // A new standalone listing without units gets one, named like its title.
  const needsOne = !stored && row.kind && needsOwnUnit(row.kind) && !entry.value.units;
  const units = needsOne ? [{ name: row.publicTitle }] : (entry.value.units ?? []);
  return units.map(toUnitColumns).map((unit, index) => {
    const { id } = unit;
    const sameName = byName.get(unit.name);
    if (id && (listingOf.get(id) ?? row.id) !== row.id)
      refuse(index, "not be that of another listing's unit", id);
    if (sameName && id && sameName.id !== id) refuse(index, 'be the stored one or left out', id);
    const match = sameName ?? (id ? byId.get(id) : undefined);
    if (match && claimed.has(match.id)) refuse(index, 'not be that of another unit in the file', match.id);
    const keys = { teamId, listingId: row.id, id: match?.id ?? id ?? newId(), now };
    const planned = buildUnitRow(keys, unit, match, replaceCustomFields);
    if (!unit.updatedAt && isNewOrDifferent(match, planned)) planned.updatedAt = now;
    claimed.add(planned.id);
    return planned;
  });
}

/** A building sells the units of its unit types. */
export const listUnitsSoldBy = (
  { row, units }: PlannedListing,
  { unitTypesOf }: PlannedListings,
): UnitRecord[] =>
  isBuilding(row.kind) ? (unitTypesOf.get(row.id) ?? []).flatMap((type) => type.units) : units;

/** Units that become active in a building, new or inactive before. */
export const listJoiningUnits = ({ byId }: PlannedListings) =>
  [...byId.values()].flatMap(({ row, unitChanges, entry }) => {
    const { buildingId, timezone } = row;
    if (buildingId === null) return [];
    const before = new Map(unitChanges.replaced.map((unit) => [unit.id, unit]));
    return unitChanges.written
      .filter(({ id, active }) => active && !before.get(id)?.active)
      .map(({ id }) => ({ id, buildingId, timezone, entry }));
  });

/** Reports a slug that neither the file nor the team has. */
export function findPlannedListing(
  { problems }: ImportContext,
  place: string,
  { slug, field = 'listing' }: { slug: string | undefined; field?: string },
  { bySlug }: Pick<PlannedListings, 'bySlug'>,
): PlannedListing | null {
  if (slug === undefined) return null;
  const listing = bySlug.get(slug);
  if (!listing) problems.refuse(place, field, 'must be the slug of a listing', slug);
  return listing ?? null;
}

/** Reports a unit that the listing does not have. */
export function findPlannedUnit(
  { problems }: ImportContext,
  place: string,
  listing: PlannedListing | null,
  { name, field = 'unit' }: { name: string | null | undefined; field?: string },
): UnitRecord | null {
  if (!listing || !name) return null;
  const unit = listing.units.find((each) => each.name === name);
  if (!unit)
    problems.refuse(place, field, `must be the name of a unit of ${presentValue(listing.row.slug)}`, name);
  return unit ?? null;
}
