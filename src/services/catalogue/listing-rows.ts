/** The rows of listings, units, photos, seasons and days, and the rules that they must follow. */
import type {
  DayOverrideRecord,
  ListingRecord,
  PhotoRecord,
  SeasonRecord,
  UnitRecord,
} from '../../db/queries/team-file/team-file.ts';
import { NO_OVERRIDE, saysSomething } from '../../domain/day-ranges.ts';
import { isBuilding, isInBuilding } from '../../domain/listing.ts';
import { type DayEntry, dayChangeOf } from '../../schemas/days.ts';
import type { ListingEntry } from '../../schemas/listing.ts';
import type { PhotoEntry } from '../../schemas/photo.ts';
import type { SeasonEntry } from '../../schemas/rates.ts';
import type { UnitEntry } from '../../schemas/unit.ts';
import { keepIds } from './kept-ids.ts';
import { isGiven, type Problem, shown, when } from './problems.ts';
import { type Defaults, type Given, merge, missingIn, type Required, type Some } from './rows.ts';

const DEFAULTS: Defaults<ListingRecord> = {
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
  preparationDays: 0,
};

const REQUIRED: Required<ListingRecord> = {
  kind: ['kind'],
  publicTitle: ['public_title'],
  maxGuests: ['max_guests'],
  nightlyCents: ['rates', 'nightly'],
};

/** What decides about a listing beside its entry. The building is undefined if the entry leaves it out. */
export type ListingContext = {
  teamId: number;
  now: Date;
  newId: () => string;
  team: { currency: string; timezone: string };
};

type Keys = { id: string; teamId: number; buildingId: string | null | undefined };

const columnsOf = (entry: Some<ListingEntry>, keys: Keys): Given<ListingRecord> => {
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

/** The row of a listing: the given fields over the stored ones. */
export function listingRow(
  { teamId, now, newId, team }: ListingContext,
  stored: ListingRecord | undefined,
  entry: Some<ListingEntry>,
  buildingId?: string | null,
): ListingRecord {
  const { currency, timezone } = team;
  const defaults = { ...DEFAULTS, currency, timezone, createdAt: now, updatedAt: now };
  const id = stored?.id ?? entry.id ?? newId();
  return merge(defaults, stored, columnsOf(entry, { id, teamId, buildingId }));
}

/** What is wrong with a listing as a whole. Its building is known by its own name in each door. */
export function problemsOfListing(
  row: ListingRecord,
  entry: Some<Pick<ListingEntry, 'units' | 'photos' | 'seasons' | 'days'>>,
  { building, field }: { building: unknown; field: string },
): Problem[] {
  const { kind } = row;
  const ofKind = kind
    ? [
        ...when(isInBuilding(kind) && !isGiven(building), {
          path: [field],
          message: 'is required with kind "unit_type"',
        }),
        ...when(!isInBuilding(kind) && isGiven(building), {
          path: [field],
          message: `must not be given with kind ${shown(kind)}`,
          input: building,
        }),
        ...when(!isBuilding(kind) && row.wholeBuildingBookable, {
          path: ['whole_building_bookable'],
          message: `must be false with kind ${shown(kind)}`,
          input: true,
        }),
        ...when(isBuilding(kind) && (entry.units?.length ?? 0) > 0, {
          path: ['units'],
          message: 'must not be given with kind "building", whose unit types have them',
          input: entry.units,
        }),
      ]
    : [];
  return [
    ...missingIn(row, REQUIRED),
    ...ofKind,
    ...duplicatesIn(entry.units ?? [], 'units', 'name', ({ name }) => name),
    ...problemsOfPhotos(entry.photos ?? []),
    ...duplicatesIn(entry.days ?? [], 'days', 'date', ({ date }) => date),
    ...problemsOfSeasons(entry.seasons ?? []),
  ];
}

/** Entries of an inner list that have the same key. */
export function duplicatesIn<Item>(
  items: readonly Item[],
  list: string,
  field: string,
  keyOf: (item: Item, index: number) => string,
): Problem[] {
  const first = new Map<string, number>();
  return items.flatMap((item, index) => {
    const key = keyOf(item, index);
    const earlier = first.get(key);
    if (earlier !== undefined)
      return [{ path: [list, index, field], message: `must not be that of ${list}[${earlier}]`, input: key }];
    first.set(key, index);
    return [];
  });
}

/** A season includes both of its dates, so it must end before the next begins. */
export function problemsOfSeasons(seasons: readonly SeasonEntry[]): Problem[] {
  const problems: Problem[] = seasons.flatMap(({ start_date, end_date }, index) =>
    when(end_date < start_date, {
      path: ['seasons', index, 'end_date'],
      message: 'must not be before start_date',
      input: end_date,
    }),
  );
  const inOrder = [...seasons.entries()].toSorted(([, a], [, b]) => (a.start_date < b.start_date ? -1 : 1));
  let lastToEnd = inOrder[0];
  for (const next of inOrder.slice(1)) {
    const [index, season] = next;
    if (lastToEnd && season.start_date <= lastToEnd[1].end_date) {
      const [other, { name }] = lastToEnd;
      const span = `${season.start_date} to ${season.end_date}`;
      const message = `must not overlap seasons[${other}] (${shown(name)}), not ${shown(season.name)} from ${span}`;
      problems.push({ path: ['seasons', index], message });
    }
    if (!lastToEnd || season.end_date > lastToEnd[1].end_date) lastToEnd = next;
  }
  return problems;
}

/** Whether a photo has the address of at least one version of its picture. */
const hasPicture = (photo: Partial<PhotoRecord>): boolean =>
  [photo.thumbnailUrl, photo.mediumUrl, photo.originalUrl].some(isGiven);

/** The problem of a photo in a list that has no address. One that never had an address may stay as it is. */
export const problemsOfPicture = (index: number, row: PhotoRecord, stored?: PhotoRecord): Problem[] =>
  when(!hasPicture(row) && (!stored || hasPicture(stored)), {
    path: ['photos', index, 'original_url'],
    message: 'is required for a photo without medium_url and thumbnail_url',
  });

function problemsOfPhotos(photos: readonly PhotoEntry[]): Problem[] {
  const keys = { teamId: 0, listingId: '' };
  return [
    ...duplicatesIn(photos, 'photos', 'id', ({ id }, index) => id ?? `${index}`),
    // One with an id may be a photo that is stored without an address: an export has it, and must come back.
    ...photos.flatMap((photo, index) =>
      isGiven(photo.id) ? [] : problemsOfPicture(index, photoRow(keys, photo, index)),
    ),
  ];
}

type OfListing = { teamId: number; listingId: string };

/** The row of a photo, the given fields over the stored ones, if there are any. It has an empty id if none is given. */
export function photoRow(
  keys: OfListing,
  photo: PhotoEntry,
  position: number,
  stored?: PhotoRecord,
): PhotoRecord {
  return merge<PhotoRecord>({ isFeatured: false, sortOrder: position }, stored, {
    ...keys,
    id: photo.id ?? '',
    isFeatured: photo.is_featured,
    sortOrder: photo.sort_order,
    width: photo.width,
    height: photo.height,
    thumbnailUrl: photo.thumbnail_url,
    mediumUrl: photo.medium_url,
    originalUrl: photo.original_url,
  });
}

/** A photo without id gets the id of the one that it replaces: with the same picture, else at the same position. */
export const withPhotoIds = (
  newId: () => string,
  rows: readonly PhotoRecord[],
  stored: readonly PhotoRecord[],
): PhotoRecord[] => keepIds(newId, rows, stored, ({ originalUrl }) => originalUrl);

/** Seasons by their first days. */
export const seasonRows = (keys: OfListing, seasons: readonly SeasonEntry[]): SeasonRecord[] =>
  seasons
    .map((season) =>
      merge<SeasonRecord>({}, undefined, {
        ...keys,
        startDate: season.start_date,
        endDate: season.end_date,
        name: season.name,
        nightlyCents: season.nightly,
        weekendNightlyCents: season.weekend_nightly,
        minStay: season.min_stay,
        maxStay: season.max_stay,
      }),
    )
    .toSorted((a, b) => (a.startDate < b.startDate ? -1 : 1));

/** A day on which everything is null or false is not an override. */
export const dayRows = (keys: OfListing, days: readonly DayEntry[]): DayOverrideRecord[] =>
  days.flatMap((day) => {
    const terms = { ...NO_OVERRIDE, ...dayChangeOf(day) };
    return saysSomething(terms) ? [{ ...keys, date: day.date, ...terms }] : [];
  });

export const unitRow = (
  keys: OfListing & { id: string },
  unit: Omit<UnitEntry, 'id'>,
  stored?: UnitRecord,
): UnitRecord =>
  merge<UnitRecord>({ active: true }, stored, { ...keys, name: unit.name, active: unit.active });

const INHERITED = {
  currency: ['currency'],
  timezone: ['timezone'],
  street: ['address', 'street'],
  city: ['address', 'city'],
  state: ['address', 'state'],
  postcode: ['address', 'postcode'],
  country: ['address', 'country'],
  latitude: ['address', 'latitude'],
  longitude: ['address', 'longitude'],
} as const satisfies Partial<Record<keyof ListingRecord, readonly string[]>>;
type Inherited = keyof typeof INHERITED;

/** The values that a unit type takes from its building. */
export const inheritedFrom = (building: ListingRecord): Pick<ListingRecord, Inherited> => {
  const { currency, timezone, street, city, state, postcode, country, latitude, longitude } = building;
  return { currency, timezone, street, city, state, postcode, country, latitude, longitude };
};

/** A unit type may repeat its building's values, but not contradict them. */
export const contradictionsOfBuilding = (
  { currency, timezone, address }: Some<Pick<ListingEntry, 'currency' | 'timezone' | 'address'>>,
  building: ListingRecord,
): Problem[] =>
  (Object.keys(INHERITED) as Inherited[]).flatMap((column) => {
    const own = column === 'currency' ? currency : column === 'timezone' ? timezone : address?.[column];
    return when(isGiven(own) && own !== building[column], {
      path: INHERITED[column],
      message: 'must be that of its building',
      input: own,
    });
  });
