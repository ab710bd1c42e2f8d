import type { ListingRecord } from '../../db/queries/team-file/team-file.ts';
import type { ListingEntry, WholeListing } from './listing.ts';
import { given } from './merging.ts';

const DEFAULT_WEEKEND = [5, 6];

/** The row of a listing: the given values, else the stored ones, else the defaults (contract, section 11). */
export function listingRow(
  context: { teamId: number; now: Date; newId: () => string },
  entry: WholeListing,
  stored: ListingRecord | undefined,
  team: { currency: string; timezone: string },
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
    // Without a rate the entry is refused.
    nightlyCents: rates.nightly ?? 0,
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
    registrationNumber: given(entry.registration_number, stored?.registrationNumber, null),
    cancellationPolicy: given(entry.cancellation_policy, stored?.cancellationPolicy, null),
    reseating: given(entry.reseating, stored?.reseating, null),
    createdAt: entry.created_at ?? stored?.createdAt ?? context.now,
    updatedAt: entry.updated_at ?? stored?.updatedAt ?? context.now,
  };
}

/** The stored fields of a listing that its rules check. */
export const storedListing = (row: ListingRecord) => ({
  slug: row.slug,
  kind: row.kind,
  public_title: row.publicTitle,
  max_guests: row.maxGuests,
  whole_building_bookable: row.wholeBuildingBookable,
  // The rules only check whether there is one.
  ...(row.buildingId === null ? {} : { building: row.slug }),
  rates: { nightly: row.nightlyCents },
});

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
const sortedDays = (days: readonly number[]): number[] => [...new Set(days)].sort((a, b) => a - b);
