/** The rows of listings, and the rules that they must follow. */
import type { ListingRecord } from '../../db/queries/listings/listings.ts';
import { isBuilding, isUnitType } from '../../domain/listing.ts';
import type { ListingEntry } from '../../schemas/listings/listing.ts';
import { newId } from '../new-id.ts';
import { findDuplicates, findPhotoProblems, findSeasonProblems } from './part-rows.ts';
import { collectProblems, isGiven, type Problem, presentValue } from './problems.ts';
import {
  type EntryColumns,
  findMissingColumnProblems,
  mergeEntry,
  type RequiredColumns,
  type SomeFields,
} from './rows.ts';

const DEFAULTS: Partial<ListingRecord> = {
  wholeBuildingBookable: false,
  status: 'active',
  listedOnSite: true,
  propertyType: 'other',
  bedroomsCount: 0,
  bedsCount: 0,
  bathroomsCount: 0,
  bathroomsHalf: false,
  checkInTime: '15:00',
  checkOutTime: '11:00',
  weekendDays: [5, 6],
  extraGuestNightlyCents: 0,
  maxPets: 0,
  preparationDays: 0,
};

const REQUIRED: RequiredColumns<ListingRecord> = {
  kind: ['kind'],
  publicTitle: ['public_title'],
  maxGuests: ['max_guests'],
  nightlyCents: ['rates', 'nightly'],
};

/** What the row of a listing depends on apart from its entry. */
type ListingContext = {
  teamId: number;
  now: Date;
  team: { currency: string; timezone: string };
};

type Keys = { id: string; teamId: number; buildingId: string | null | undefined };

const toListingColumns = (entry: SomeFields<ListingEntry>, keys: Keys): EntryColumns<ListingRecord> => {
  const { rates, rules, address } = entry;
  const rule = (field: keyof NonNullable<typeof rules>) => (rules === null ? null : rules?.[field]);
  const place = (field: keyof NonNullable<typeof address>) => (address === null ? null : address?.[field]);
  return {
    ...keys,
    slug: entry.slug,
    kind: entry.kind,
    wholeBuildingBookable: entry.whole_building_bookable,
    publicTitle: entry.public_title,
    nickname: entry.nickname,
    status: entry.status,
    listedOnSite: entry.listed_on_site,
    propertyType: entry.property_type,
    maxGuests: entry.max_guests,
    maxChildren: entry.max_children,
    maxInfants: entry.max_infants,
    maxPets: entry.max_pets,
    bedroomsCount: entry.bedrooms_count,
    bedsCount: entry.beds_count,
    bathroomsCount: entry.bathrooms_count,
    bathroomsHalf: entry.bathrooms_half,
    currency: entry.currency,
    timezone: entry.timezone,
    checkInTime: entry.check_in_time,
    checkOutTime: entry.check_out_time,
    street: place('street'),
    city: place('city'),
    state: place('state'),
    postcode: place('postcode'),
    country: place('country'),
    latitude: place('latitude'),
    longitude: place('longitude'),
    headline: entry.headline,
    description: entry.description,
    nightlyCents: rates?.nightly,
    weekendNightlyCents: rates?.weekend_nightly,
    weekendDays: rates?.weekend_days && [...new Set(rates.weekend_days)].sort((a, b) => a - b),
    includedGuests: rates?.included_guests,
    extraGuestNightlyCents: rates?.extra_guest_nightly,
    extraChildNightlyCents: rates?.extra_child_nightly,
    minStay: rule('min_stay'),
    maxStay: rule('max_stay'),
    advanceNoticeDays: rule('advance_notice_days'),
    bookingWindowDays: rule('booking_window_days'),
    preparationDays: rule('preparation_days'),
    securityDepositCents: entry.security_deposit,
    registrationNumber: entry.registration_number,
    cancellationPolicy: entry.cancellation_policy,
    reseating: entry.reseating,
    createdAt: entry.created_at ?? undefined,
    updatedAt: entry.updated_at ?? undefined,
  };
};

/** The row of a listing: the fields of its entry over the stored ones. */
export function buildListingRow(
  { teamId, now, team }: ListingContext,
  stored: ListingRecord | undefined,
  entry: SomeFields<ListingEntry>,
  buildingId?: string | null,
): ListingRecord {
  const { currency, timezone } = team;
  const defaults = { ...DEFAULTS, currency, timezone, createdAt: now, updatedAt: now };
  const id = stored?.id ?? entry.id ?? newId();
  return mergeEntry(defaults, stored, toListingColumns(entry, { id, teamId, buildingId }));
}

/** The problems of a listing as a whole. A team file and the API name its building in fields of their own. */
export function findListingProblems(
  row: ListingRecord,
  entry: SomeFields<Pick<ListingEntry, 'units' | 'photos' | 'seasons' | 'days'>>,
  { building, field }: { building: unknown; field: string },
): Problem[] {
  const { kind, wholeBuildingBookable } = row;
  const { units, photos, days, seasons } = entry;
  const { problems, refuse } = collectProblems(findMissingColumnProblems(row, REQUIRED));
  const withKind = `with kind ${presentValue(kind)}`;
  if (kind && isUnitType(kind) && !isGiven(building)) refuse(field, `is required ${withKind}`);
  if (kind && !isUnitType(kind) && isGiven(building))
    refuse(field, `must not be given ${withKind}`, building);
  if (kind && !isBuilding(kind) && wholeBuildingBookable)
    refuse('whole_building_bookable', `must be false ${withKind}`, true);
  if (kind && isBuilding(kind) && units && units.length > 0)
    refuse('units', `must not be given ${withKind}, whose unit types have them`, units);
  return [
    ...problems,
    ...findDuplicates(units ?? [], 'units', 'name', ({ name }) => name),
    ...findPhotoProblems(photos ?? []),
    ...findDuplicates(days ?? [], 'days', 'date', ({ date }) => date),
    ...findSeasonProblems(seasons ?? []),
  ];
}

/** The values that a unit type takes from its building. */
export const pickInheritedFields = (building: ListingRecord) => {
  const { currency, timezone, street, city, state, postcode, country, latitude, longitude } = building;
  return { currency, timezone, street, city, state, postcode, country, latitude, longitude };
};

/** A unit type may repeat its building's values, but not contradict them. */
export function findBuildingContradictions(
  entry: SomeFields<Pick<ListingEntry, 'currency' | 'timezone' | 'address'>>,
  building: ListingRecord,
): Problem[] {
  const { problems, refuse } = collectProblems();
  const check = (path: string[], own: unknown, inherited: string | null) => {
    if (isGiven(own) && own !== inherited) refuse(path, 'must be that of its building', own);
  };
  const { currency, timezone, ...address } = pickInheritedFields(building);
  check(['currency'], entry.currency, currency);
  check(['timezone'], entry.timezone, timezone);
  for (const field of Object.keys(address) as (keyof typeof address)[])
    check(['address', field], entry.address?.[field], address[field]);
  return problems;
}
