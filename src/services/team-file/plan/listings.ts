import type { ListingRecord, UnitRecord } from '../../../db/queries/team-file/team-file.ts';
import { isBuilding } from '../../../domain/listing.ts';
import { shown } from '../../catalogue/problems.ts';
import { differs } from '../../catalogue/rows.ts';
import { LISTING, type ListingEntry } from '../../team-data/listing.ts';
import { listingRow, storedListing } from '../../team-data/listing-row.ts';
import type { Entry } from '../read.ts';
import { buildingOf, checkUnitTypeCounts, takeFromBuilding } from './buildings.ts';
import type { ImportContext } from './context.ts';
import { planUnits } from './listing-units.ts';
import { createMatcher } from './matching.ts';
import { wholeEntry } from './wholes.ts';

/** A listing's own fields in a file. Its photos, seasons and days stay in the file until they are stored. */
export type ListingHead = Omit<ListingEntry, 'photos' | 'seasons' | 'days'>;

/** A listing to be stored, with the file's entry and the stored row. */
export type PlannedListing = {
  row: ListingRecord;
  stored: ListingRecord | undefined;
  entry: Entry<ListingHead> | null;
  units: UnitRecord[];
  unitsByName: Map<string, UnitRecord>;
  /** The units that are new or differ. */
  changedUnits: UnitRecord[];
};

/** All listings after the import: the file's, merged with the stored ones. */
export type PlannedListings = {
  bySlug: Map<string, PlannedListing>;
  byId: Map<string, PlannedListing>;
  /** The unit types of each building, by its id. */
  unitTypesOf: Map<string, PlannedListing[]>;
};

type Stored = { listings: readonly ListingRecord[]; units: readonly UnitRecord[] };
type TeamDefaults = { currency: string; timezone: string };

/**
 * Merges the file's listings with the team's. A unit type takes its building's address, time zone and currency, even if
 * the file includes only the building.
 */
export function planListings(context: ImportContext, stored: Stored, team: TeamDefaults): PlannedListings {
  const bySlug = new Map<string, PlannedListing>();
  const incomplete: Entry<ListingEntry>[] = [];
  const match = createMatcher(context, (row: ListingRecord) => row.slug)(stored.listings);
  for (const entry of context.file.listings.entries) {
    const before = match(entry, entry.value.slug);
    const whole = wholeEntry(
      context,
      LISTING,
      withStoredRate(entry, before),
      before && storedListing(before),
    );
    if (!whole) incomplete.push(entry);
    else {
      const { place, value } = whole;
      if (before && before.kind !== value.kind)
        context.problems.add(place, `kind must stay ${shown(before.kind)}, not ${shown(value.kind)}`);
      bySlug.set(value.slug, planned(listingRow(context, value, before, team), before, headOf(entry)));
    }
  }
  const claimed = new Set([...bySlug.values()].map(({ row }) => row.id));
  for (const row of stored.listings) {
    // A listing that is matched by id and renamed frees its slug, also for another entry.
    if (!claimed.has(row.id) && !bySlug.has(row.slug)) bySlug.set(row.slug, planned({ ...row }, row, null));
  }
  const byId = new Map([...bySlug.values()].map((listing) => [listing.row.id, listing]));
  for (const listing of bySlug.values()) takeFromBuilding(context, listing, { bySlug, byId });
  for (const { place, value } of incomplete) buildingOf(context, place, value.building, { bySlug });
  planUnits(context, [...bySlug.values()], stored.units);
  const unitTypes = [...bySlug.values()].filter(({ row }) => row.buildingId !== null);
  const unitTypesOf = Map.groupBy(unitTypes, ({ row }) => row.buildingId ?? '');
  checkUnitTypeCounts(context, byId, unitTypesOf);
  return { bySlug, byId, unitTypesOf };
}

/** All units that a listing sells: its own, or for a building those of its unit types. */
export const unitsSoldBy = (
  { row, units }: PlannedListing,
  { unitTypesOf }: PlannedListings,
): UnitRecord[] =>
  isBuilding(row.kind) ? (unitTypesOf.get(row.id) ?? []).flatMap((type) => type.units) : units;

/** The listing with that slug. Reports a problem if neither the file nor the team has it. */
export function listingOf(
  { problems, file }: ImportContext,
  place: string,
  { slug, field = 'listing' }: { slug: string | undefined; field?: string },
  { bySlug }: Pick<PlannedListings, 'bySlug'>,
): PlannedListing | null {
  if (slug === undefined) return null;
  const listing = bySlug.get(slug);
  if (!listing && !file.listings.byKey.has(slug)) {
    problems.add(place, `${field} must be the slug of a listing, not ${shown(slug)}`);
  }
  return listing ?? null;
}

/** Whether a listing is new or differs. If so, it was changed now, unless the file says when. */
export function touchListing(
  { now }: ImportContext,
  listing: PlannedListing,
  partsChanged: boolean,
): boolean {
  const changed = partsChanged || listing.changedUnits.length > 0 || differs(listing.stored, listing.row);
  if (changed && !listing.entry?.value.updated_at) listing.row.updatedAt = now;
  return changed;
}

const planned = (
  row: ListingRecord,
  stored: ListingRecord | undefined,
  entry: PlannedListing['entry'],
): PlannedListing => ({ row, stored, entry, units: [], unitsByName: new Map(), changedUnits: [] });

/** Each rate can be left out, so the nightly rate may be a stored one. */
const withStoredRate = (
  entry: Entry<ListingEntry>,
  stored: ListingRecord | undefined,
): Entry<ListingEntry> =>
  entry.value.rates && stored
    ? { ...entry, value: { ...entry.value, rates: { nightly: stored.nightlyCents, ...entry.value.rates } } }
    : entry;

function headOf({ value, ...entry }: Entry<ListingEntry>): Entry<ListingHead> {
  const { photos, seasons, days, ...head } = value;
  return { ...entry, value: head };
}
