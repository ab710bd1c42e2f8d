/** The columns that a listing's entry, or a part of one, sets. */
import type { ListingColumns } from '../../services/catalogue/listing-rows.ts';
import type { SomeFields } from '../formats.ts';
import type { ListingEntry } from './listing.ts';

/** Its units, photos, seasons and days have rows of their own. `buildingId` is left out where an entry names the slug. */
export function toListingColumns(
  entry: SomeFields<ListingEntry>,
  buildingId?: string | null,
): ListingColumns {
  const { rates, rules, address } = entry;
  const rule = (field: keyof NonNullable<typeof rules>) => (rules === null ? null : rules?.[field]);
  const place = (field: keyof NonNullable<typeof address>) => (address === null ? null : address?.[field]);
  return {
    id: entry.id,
    slug: entry.slug,
    kind: entry.kind,
    buildingId,
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
}
