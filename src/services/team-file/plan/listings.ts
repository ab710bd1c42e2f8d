import type { ListingRecord, UnitRecord } from '../../../db/queries/team-file.ts';
import { MAX_UNIT_TYPES } from '../../../domain/limits.ts';
import { contradictionsOf } from '../../team-data/contradictions.ts';
import type { ListingEntry } from '../../team-data/listing.ts';
import { LISTING_RULES } from '../../team-data/listing.ts';
import { shown } from '../../team-data/wording.ts';
import type { Entry, Fragment } from '../read/team-file.ts';
import { createMatcher, differs, given, type ImportContext, reportDuplicates } from './context.ts';
import { planUnits, reportDuplicateUnitIds } from './listing-units.ts';

const DEFAULT_WEEKEND = [5, 6];

/** A listing as it is to be, beside what the file says of it and what was stored. */
export type PlannedListing = {
  row: ListingRecord;
  stored: ListingRecord | undefined;
  entry: Entry<ListingEntry> | null;
  units: UnitRecord[];
  unitsByName: Map<string, UnitRecord>;
  /** The units that are new or differ. */
  changedUnits: UnitRecord[];
};

/** The whole catalogue as it is to be, the file's listings merged with the stored ones. */
export type PlannedListings = {
  bySlug: Map<string, PlannedListing>;
  byId: Map<string, PlannedListing>;
  /** The unit types of each building, by its id. */
  unitTypesOf: Map<string, PlannedListing[]>;
};

type Stored = { listings: readonly ListingRecord[]; units: readonly UnitRecord[] };
type TeamDefaults = { currency: string; timezone: string };

/**
 * Merges the file's listings with the team's. A unit type takes its building's address, time zone and currency
 * (contract, section 4), also where only the building stands in the file.
 */
export function planListings(
  context: ImportContext,
  {
    entries,
    fragments,
  }: { entries: readonly Entry<ListingEntry>[]; fragments: readonly Fragment<ListingEntry>[] },
  stored: Stored,
  team: TeamDefaults,
): PlannedListings {
  for (const entry of [...entries, ...fragments]) {
    for (const sentence of contradictionsOf(LISTING_RULES, entry))
      context.problems.add(entry.place, sentence);
  }
  reportDuplicates(context, [...entries, ...fragments], 'slug', (entry) => entry.value.slug);
  reportDuplicates(context, [...entries, ...fragments], 'id', (entry) => entry.value.id);
  const planned = mergeListings(context, entries, stored.listings, team);
  for (const listing of planned.bySlug.values()) takeFromBuilding(context, listing, planned);
  for (const { place, value } of fragments) buildingOf(context, place, value.building, planned);
  planUnits(context, [...planned.bySlug.values()], stored.units);
  reportDuplicateUnitIds(context, entries);
  const unitTypes = [...planned.bySlug.values()].filter(({ row }) => row.buildingId !== null);
  const unitTypesOf = Map.groupBy(unitTypes, ({ row }) => row.buildingId ?? '');
  checkUnitTypeCounts(context, planned.byId, unitTypesOf);
  return { ...planned, unitTypesOf };
}

/** All units that a listing sells: its own, or of a building those of its unit types. */
export const unitsSoldBy = (
  { row, units }: PlannedListing,
  { unitTypesOf }: PlannedListings,
): UnitRecord[] =>
  row.kind === 'building' ? (unitTypesOf.get(row.id) ?? []).flatMap((type) => type.units) : units;

/** The listing of that slug; a problem where no entry and nothing stored has it. */
export function listingOf(
  context: ImportContext,
  place: string,
  slug: string | undefined,
  { bySlug }: Pick<PlannedListings, 'bySlug'>,
  field = 'listing',
): PlannedListing | null {
  if (slug === undefined) return null;
  const listing = bySlug.get(slug);
  if (!listing && !context.named.listings.has(slug)) {
    context.problems.add(place, `${field} must be the slug of a listing, not ${shown(slug)}`);
  }
  return listing ?? null;
}

/** Marks listings that changed, by what the file gives or by now, after all their parts are planned. */
export function touchListing(
  context: ImportContext,
  listing: PlannedListing,
  partsChanged: boolean,
): boolean {
  const changed = partsChanged || listing.changedUnits.length > 0 || differs(listing.stored, listing.row);
  const updatedAt = listing.entry?.value.updated_at;
  if (!updatedAt && changed) listing.row.updatedAt = context.now;
  return changed;
}

function mergeListings(
  context: ImportContext,
  entries: readonly Entry<ListingEntry>[],
  stored: readonly ListingRecord[],
  team: TeamDefaults,
): Pick<PlannedListings, 'bySlug' | 'byId'> {
  const match = createMatcher(context, stored, (row) => row.slug);
  const bySlug = new Map<string, PlannedListing>();
  const asPlanned = (
    row: ListingRecord,
    before: ListingRecord | undefined,
    entry: PlannedListing['entry'],
  ) => ({
    row,
    stored: before,
    entry,
    units: [],
    unitsByName: new Map(),
    changedUnits: [],
  });
  for (const entry of entries) {
    const { place, value } = entry;
    const before = match(place, value.slug, value.id);
    if (before && before.kind !== value.kind) {
      context.problems.add(place, `kind must stay ${shown(before.kind)}, not ${shown(value.kind)}`);
    }
    bySlug.set(value.slug, asPlanned(listingRow(context, value, before, team), before, entry));
  }
  const claimed = new Set([...bySlug.values()].map(({ row }) => row.id));
  for (const row of stored) {
    // A listing that was renamed by its id leaves its slug to be named by nobody, or by another entry.
    if (!claimed.has(row.id) && !bySlug.has(row.slug)) bySlug.set(row.slug, asPlanned({ ...row }, row, null));
  }
  return { bySlug, byId: new Map([...bySlug.values()].map((listing) => [listing.row.id, listing])) };
}

function listingRow(
  context: ImportContext,
  entry: ListingEntry,
  stored: ListingRecord | undefined,
  team: TeamDefaults,
): ListingRecord {
  const { rates } = entry;
  const rules = entry.rules === null ? NO_RULES : (entry.rules ?? {});
  const address = entry.address === null ? NO_ADDRESS : (entry.address ?? {});
  return {
    teamId: context.teamId,
    id: stored?.id ?? entry.id ?? context.newId(),
    slug: entry.slug,
    kind: entry.kind,
    buildingId: stored?.buildingId ?? null,
    wholeBuildingBookable: given(entry.whole_building_bookable, stored?.wholeBuildingBookable, false),
    publicTitle: entry.public_title,
    nickname: given(entry.nickname, stored?.nickname, null),
    status: given(entry.status, stored?.status, 'active'),
    listedOnSite: given(entry.listed_on_site, stored?.listedOnSite, true),
    propertyType: given(entry.property_type, stored?.propertyType, 'other'),
    maxGuests: entry.max_guests,
    bedroomsCount: given(entry.bedrooms_count, stored?.bedroomsCount, 0),
    bedsCount: given(entry.beds_count, stored?.bedsCount, 0),
    bathroomsCount: given(entry.bathrooms_count, stored?.bathroomsCount, 0),
    bathroomsHalf: given(entry.bathrooms_half, stored?.bathroomsHalf, false),
    currency: given(entry.currency, stored?.currency, team.currency),
    timezone: given(entry.timezone, stored?.timezone, team.timezone),
    checkInTime: given(entry.check_in_time, stored?.checkInTime, '15:00'),
    checkOutTime: given(entry.check_out_time, stored?.checkOutTime, '11:00'),
    street: given(address.street, stored?.street, null),
    city: given(address.city, stored?.city, null),
    state: given(address.state, stored?.state, null),
    postcode: given(address.postcode, stored?.postcode, null),
    country: given(address.country, stored?.country, null),
    latitude: given(address.latitude, stored?.latitude, null),
    longitude: given(address.longitude, stored?.longitude, null),
    headline: given(entry.headline, stored?.headline, null),
    description: given(entry.description, stored?.description, null),
    nightlyCents: rates.nightly,
    weekendNightlyCents: given(rates.weekend_nightly, stored?.weekendNightlyCents, null),
    weekendDays: sortedDays(given(rates.weekend_days, stored?.weekendDays, DEFAULT_WEEKEND)),
    includedGuests: given(rates.included_guests, stored?.includedGuests, null),
    extraGuestNightlyCents: given(rates.extra_guest_nightly, stored?.extraGuestNightlyCents, 0),
    minStay: given(rules.min_stay, stored?.minStay, null),
    maxStay: given(rules.max_stay, stored?.maxStay, null),
    advanceNoticeDays: given(rules.advance_notice_days, stored?.advanceNoticeDays, null),
    bookingWindowDays: given(rules.booking_window_days, stored?.bookingWindowDays, null),
    preparationDays: given(rules.preparation_days, stored?.preparationDays, 0),
    securityDepositCents: given(entry.security_deposit, stored?.securityDepositCents, null),
    createdAt: entry.created_at ?? stored?.createdAt ?? context.now,
    updatedAt: entry.updated_at ?? stored?.updatedAt ?? context.now,
  };
}

const NO_RULES: NonNullable<ListingEntry['rules']> = {
  min_stay: null,
  max_stay: null,
  advance_notice_days: null,
  booking_window_days: null,
  preparation_days: null,
};
const NO_ADDRESS: NonNullable<ListingEntry['address']> = {
  street: null,
  city: null,
  state: null,
  postcode: null,
  country: null,
  latitude: null,
  longitude: null,
};
const INHERITED = {
  currency: 'currency',
  timezone: 'timezone',
  street: 'address.street',
  city: 'address.city',
  state: 'address.state',
  postcode: 'address.postcode',
  country: 'address.country',
  latitude: 'address.latitude',
  longitude: 'address.longitude',
} as const;

function takeFromBuilding(
  context: ImportContext,
  { row, entry }: PlannedListing,
  planned: Pick<PlannedListings, 'bySlug' | 'byId'>,
): void {
  if (row.kind !== 'unit_type') return;
  const building = entry
    ? buildingOf(context, entry.place, entry.value.building, planned)
    : planned.byId.get(row.buildingId ?? '');
  if (!building) return;
  row.buildingId = building.row.id;
  for (const [property, field] of Object.entries(INHERITED) as [keyof typeof INHERITED, string][]) {
    const own = entry ? givenIn(entry.value, property) : undefined;
    if (entry && own !== undefined && own !== null && own !== building.row[property]) {
      context.problems.add(entry.place, `${field} must be that of its building, not ${shown(own)}`);
    }
    Object.assign(row, { [property]: building.row[property] });
  }
}

function buildingOf(
  context: ImportContext,
  place: string,
  slug: string | null | undefined,
  { bySlug }: Pick<PlannedListings, 'bySlug'>,
): PlannedListing | undefined {
  if (!slug) return undefined;
  const building = bySlug.get(slug);
  if (building?.row.kind === 'building') return building;
  if (building || !context.named.listings.has(slug)) {
    context.problems.add(place, `building must be the slug of a building, not ${shown(slug)}`);
  }
  return undefined;
}

function givenIn(entry: ListingEntry, property: keyof typeof INHERITED): string | null | undefined {
  return property === 'currency' || property === 'timezone' ? entry[property] : entry.address?.[property];
}

function checkUnitTypeCounts(
  context: ImportContext,
  byId: PlannedListings['byId'],
  unitTypesOf: PlannedListings['unitTypesOf'],
): void {
  for (const [buildingId, types] of unitTypesOf) {
    const place = types.find(({ entry }) => entry)?.entry?.place;
    if (place && types.length > MAX_UNIT_TYPES) {
      const slug = byId.get(buildingId)?.row.slug;
      context.problems.add(
        place,
        `building must have at most ${MAX_UNIT_TYPES} unit types, and ${shown(slug)} has ${types.length}`,
      );
    }
  }
}

const sortedDays = (days: readonly number[]): number[] => [...new Set(days)].sort((a, b) => a - b);
