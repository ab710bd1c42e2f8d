import type { ListingRecord } from '../../db/queries/listings/listings.ts';
import { type CancellationPolicyChange, mergeCancellationPolicy } from '../../domain/cancellation.ts';
import { mergeCustomFields } from '../../domain/custom-fields.ts';
import { toFieldPath } from '../../domain/field-names.ts';
import { type HouseRulesChange, mergeHouseRules } from '../../domain/house-rules.ts';
import { isBuilding, isUnitType } from '../../domain/listing.ts';
import { type ListingText, mergeTranslationsOf, type TranslationsChange } from '../../domain/translations.ts';
import { newId } from '../new-id.ts';
import { findDuplicates, findPhotoProblems, type PhotoColumns } from './part-rows.ts';
import { collectProblems, isGiven, type Problem, presentValue } from './problems.ts';
import {
  type Defaults,
  findMissingColumnProblems,
  mergeEntry,
  type OwnFieldColumns,
  type RequiredColumns,
} from './rows.ts';
import { listTextsOfListing } from './translations.ts';

export type ListingColumns = OwnFieldColumns<
  Omit<ListingRecord, 'teamId' | 'houseRules' | 'cancellationPolicy' | 'translations'>
> & {
  houseRules: HouseRulesChange | null | undefined;
  cancellationPolicy: CancellationPolicyChange | null | undefined;
  translations: TranslationsChange<ListingText>;
};

const DEFAULTS: Defaults<ListingRecord, keyof typeof REQUIRED | FilledColumn> = {
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
  amenities: [],
  rooms: [],
  preparationDays: 0,
};

const REQUIRED = {
  kind: ['kind'],
  publicTitle: ['public_title'],
  maxGuests: ['max_guests'],
  nightlyCents: ['rates', 'nightly'],
} as const satisfies RequiredColumns<ListingRecord>;

type FilledColumn = 'teamId' | 'id' | 'slug' | 'currency' | 'timezone' | 'createdAt' | 'updatedAt';

type ListingContext = {
  teamId: number;
  now: Date;
  team: { currency: string; timezone: string };
};

/** A change by the API merges the team's own fields, whereas a team file replaces them. */
export function buildListingRow(
  { teamId, now, team }: ListingContext,
  stored: ListingRecord | undefined,
  columns: ListingColumns,
  applyFields = mergeCustomFields,
): ListingRecord {
  const { currency, timezone } = team;
  const defaults = { ...DEFAULTS, maxPets: 0, currency, timezone, createdAt: now, updatedAt: now };
  const id = stored?.id ?? columns.id ?? newId();
  const houseRules = columns.houseRules && mergeHouseRules(stored?.houseRules ?? null, columns.houseRules);
  const cancellationPolicy =
    columns.cancellationPolicy &&
    mergeCancellationPolicy(stored?.cancellationPolicy ?? null, columns.cancellationPolicy);
  const customFields = applyFields(stored?.customFields ?? null, columns.customFields);
  const row = mergeEntry<ListingRecord>(defaults, stored, {
    ...columns,
    houseRules,
    cancellationPolicy,
    translations: undefined,
    customFields,
    teamId,
    id,
  });
  row.translations = mergeTranslationsOf(
    listTextsOfListing(row),
    stored?.translations ?? null,
    columns.translations,
  );
  return columns.maxPets === null && isUnitType(row.kind) ? { ...row, maxPets: null } : row;
}

type GivenParts = {
  units?: readonly { name: string }[] | null | undefined;
  photos?: readonly PhotoColumns[] | null | undefined;
  days?: readonly { date: string }[] | null | undefined;
};

/** A team file and the API name the building in fields of their own. */
export function findListingProblems(
  row: ListingRecord,
  { units, photos, days }: GivenParts,
  { building, field }: { building: unknown; field: string },
): Problem[] {
  const { kind, wholeBuildingBookable } = row;
  const { problems, refuse } = collectProblems(findMissingColumnProblems(row, REQUIRED));
  const withKind = `with kind ${presentValue(kind)}`;
  if (kind && isUnitType(kind) && !isGiven(building)) refuse(field, 'required', `is required ${withKind}`);
  if (kind && !isUnitType(kind) && isGiven(building))
    refuse(field, 'not_allowed', `must not be given ${withKind}`, building);
  if (kind && !isBuilding(kind) && wholeBuildingBookable)
    refuse('whole_building_bookable', 'not_allowed', `must be false ${withKind}`, true);
  if (kind && isBuilding(kind) && units && units.length > 0)
    refuse('units', 'not_allowed', `must not be given ${withKind}, whose unit types have them`, units);
  return [
    ...problems,
    ...findDuplicates(units ?? [], 'units', 'name', ({ name }) => name),
    ...findPhotoProblems(photos ?? []),
    ...findDuplicates(days ?? [], 'days', 'date', ({ date }) => date),
  ];
}

export const pickInheritedFields = (building: ListingRecord) => {
  const { currency, timezone, street, city, state, postcode, country, latitude, longitude } = building;
  return { currency, timezone, street, city, state, postcode, country, latitude, longitude };
};

/** A unit type may repeat its building's values, but not contradict them. */
export function findBuildingContradictions(
  columns: Pick<ListingColumns, keyof ReturnType<typeof pickInheritedFields>>,
  building: ListingRecord,
): Problem[] {
  const { problems, refuse } = collectProblems();
  const inherited = pickInheritedFields(building);
  for (const column of Object.keys(inherited) as (keyof typeof inherited)[]) {
    const own = columns[column];
    if (isGiven(own) && own !== inherited[column])
      refuse(toFieldPath(column), 'contradicts', 'must be that of its building', own);
  }
  return problems;
}
