/** A team as in its team file (contract, section 11), and look-ups in it. */
import type { Day } from './dates.ts';

export type Unit = { id: string; name: string; active: boolean };

type Rules = { min_stay: number | null; max_stay: number | null };

export type Season = Rules & {
  name: string;
  start_date: Day;
  end_date: Day;
  nightly: number | null;
  weekend_nightly: number | null;
};

export type DayRule = Rules & {
  date: Day;
  nightly: number | null;
  closed_for_arrival: boolean;
  closed_for_departure: boolean;
  closed: boolean;
};

export type Photo = {
  id: string;
  is_featured: boolean;
  sort_order: number;
  width: number;
  height: number;
  thumbnail_url: string;
  medium_url: string;
  original_url: string;
};

export type Policy = {
  name: string;
  grace_hours: number;
  grace_days_before: number;
  tiers: { days_before: number; refund_percent: number }[];
};

export type Listing = {
  id: string;
  slug: string;
  kind: 'standalone' | 'building' | 'unit_type';
  building?: string;
  whole_building_bookable: boolean;
  public_title: string;
  nickname: string | null;
  status: string;
  listed_on_site: boolean;
  property_type: string;
  max_guests: number;
  bedrooms_count: number;
  beds_count: number;
  bathrooms_count: number;
  bathrooms_half: boolean;
  check_in_time: string;
  check_out_time: string;
  headline: string | null;
  description: string | null;
  rates: {
    nightly: number;
    weekend_nightly: number | null;
    weekend_days: readonly number[];
    included_guests: number | null;
    extra_guest_nightly: number;
  };
  rules: Rules & {
    advance_notice_days: number | null;
    booking_window_days: number | null;
    preparation_days: number;
  };
  security_deposit: number | null;
  cancellation_policy: Policy | null;
  seasons: Season[];
  days: DayRule[];
  units: Unit[];
  photos: Photo[];
  created_at: string;
  updated_at: string;
};

type Charge = { code: string; name: string; listings: readonly string[] | null };
export type Basis = 'stay' | 'night' | 'guest' | 'guest_night' | 'percent';

export type Fee = Charge & { basis: Basis; amount?: number; percent?: number; taxable: boolean };
export type Tax = Charge & {
  basis: Basis;
  amount?: number;
  percent?: number;
  applies_to: readonly ('accommodation' | 'fees')[];
  included: boolean;
  max_nights: number | null;
};
export type Discount = Charge & {
  kind: 'length_of_stay' | 'early_bird' | 'last_minute';
  min_nights?: number;
  days_before?: number;
  percent: number;
};
export type Coupon = {
  code: string;
  percent?: number;
  amount?: number;
  active: boolean;
  valid_from: Day | null;
  valid_until: Day | null;
  stay_from: Day | null;
  stay_until: Day | null;
  min_nights: number | null;
  max_redemptions: number | null;
  listings: readonly string[] | null;
};

export type Team = {
  team: {
    slug: string;
    name: string;
    currency: string;
    timezone: string;
    enforce_token_scope: boolean;
    deposit_percent: number;
    balance_due_days: number;
    cancellation_policy: Policy | null;
  };
  fees: Fee[];
  taxes: Tax[];
  discounts: Discount[];
  coupons: Coupon[];
  listings: Listing[];
};

export const listingById = (team: Team, id: string): Listing | undefined =>
  team.listings.find((listing) => listing.id === id);

export const buildingOf = (team: Team, listing: Listing): Listing | undefined =>
  team.listings.find(({ slug }) => slug === listing.building);

export const typesOf = (team: Team, building: Listing): Listing[] =>
  team.listings.filter((listing) => listing.building === building.slug);

/** Every unit that a listing's bookings may take: its own, or those of a building's unit types. */
export const unitsOf = (team: Team, listing: Listing): Unit[] =>
  listing.kind === 'building' ? typesOf(team, listing).flatMap(({ units }) => units) : listing.units;

export const activeUnitsOf = (team: Team, listing: Listing): Unit[] =>
  unitsOf(team, listing).filter(({ active }) => active);

export function isBookable(team: Team, listing: Listing): boolean {
  const building = buildingOf(team, listing);
  if (listing.status !== 'active' || (building && building.status !== 'active')) return false;
  return listing.kind !== 'building' || listing.whole_building_bookable;
}

export function isOnSite(team: Team, listing: Listing): boolean {
  const isShown = (one: Listing) => one.status === 'active' && one.listed_on_site;
  const building = buildingOf(team, listing);
  return isShown(listing) && (!building || isShown(building));
}

export const couponByCode = (team: Team, code: string): Coupon | undefined =>
  team.coupons.find((coupon) => coupon.code.toLowerCase() === code.toLowerCase());

export const ruleOf = (listing: Listing, day: Day): DayRule | undefined =>
  listing.days.find(({ date }) => date === day);

export const seasonOf = (listing: Listing, day: Day): Season | undefined =>
  listing.seasons.find(({ start_date, end_date }) => start_date <= day && day <= end_date);

/** The address of every place. A unit type has its building's. */
export const ADDRESS = {
  street: 'Rua do Mar 1',
  city: 'Lisbon',
  state: null,
  postcode: '1100-001',
  country: 'PT',
  latitude: '38.711300',
  longitude: '-9.139600',
};

/** The file as it is imported. It gives a unit type's inherited fields only for the building. */
export const fileOf = (team: Team) => ({
  ...team,
  listings: team.listings.map((listing) =>
    listing.kind === 'unit_type' ? listing : { ...listing, address: ADDRESS },
  ),
});

/** A listing as the team reads it. */
export function shownListing(team: Team, listing: Listing) {
  const { currency, timezone } = team.team;
  const building = buildingOf(team, listing);
  return {
    id: listing.id,
    slug: listing.slug,
    kind: listing.kind,
    building_id: building?.id ?? null,
    whole_building_bookable: listing.whole_building_bookable,
    public_title: listing.public_title,
    nickname: listing.nickname,
    status: listing.status,
    property_type: listing.property_type,
    max_guests: listing.max_guests,
    bedrooms_count: listing.bedrooms_count,
    beds_count: listing.beds_count,
    bathrooms_count: listing.bathrooms_count,
    bathrooms_half: listing.bathrooms_half,
    currency,
    timezone,
    check_in_time: listing.check_in_time,
    check_out_time: listing.check_out_time,
    address: ADDRESS,
    headline: listing.headline,
    description: listing.description,
    created_at: listing.created_at,
    updated_at: listing.updated_at,
    photos: shownPhotos(listing),
    listed_on_site: listing.listed_on_site,
    registration_number: null,
    cancellation_policy: listing.cancellation_policy,
    reseating: null,
  };
}

const shownPhotos = ({ photos }: Listing) => photos.toSorted((a, b) => a.sort_order - b.sort_order);

/** A listing as the public reads it, with these fields and no others. */
export function siteListing(team: Team, listing: Listing) {
  const { street: _street, postcode: _postcode, ...address } = ADDRESS;
  const shownTypes = typesOf(team, listing).filter((type) => isOnSite(team, type));
  return {
    slug: listing.slug,
    kind: listing.kind,
    public_title: listing.public_title,
    property_type: listing.property_type,
    max_guests: listing.max_guests,
    bedrooms_count: listing.bedrooms_count,
    beds_count: listing.beds_count,
    bathrooms_count: listing.bathrooms_count,
    bathrooms_half: listing.bathrooms_half,
    currency: team.team.currency,
    timezone: team.team.timezone,
    check_in_time: listing.check_in_time,
    check_out_time: listing.check_out_time,
    address,
    headline: listing.headline,
    description: listing.description,
    photos: shownPhotos(listing),
    unit_types: shownTypes.toSorted(byTitle).map((type) => ({
      slug: type.slug,
      public_title: type.public_title,
      headline: type.headline,
      max_guests: type.max_guests,
      bedrooms_count: type.bedrooms_count,
      beds_count: type.beds_count,
      bathrooms_count: type.bathrooms_count,
      bathrooms_half: type.bathrooms_half,
      units_count: type.units.filter(({ active }) => active).length,
      photos: shownPhotos(type),
    })),
    whole_building: listing.whole_building_bookable
      ? { max_guests: listing.max_guests, bedrooms: listing.bedrooms_count }
      : null,
  };
}

export const byTitle = (a: Listing, b: Listing): number =>
  `${a.public_title}\0${a.slug}` < `${b.public_title}\0${b.slug}` ? -1 : 1;
