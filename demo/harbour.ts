import { addDays, type StayDate } from '../src/domain/dates.ts';
import { bookingOf, type DatedBooking } from './bookings.ts';
import { couponsOn, DISCOUNTS, FEES, TAXES } from './charges.ts';
import type {
  BlockEntry,
  CouponEntry,
  DiscountEntry,
  FeeEntry,
  GuestEntry,
  ListingEntry,
  MemberEntry,
  PhotoEntry,
  TaxEntry,
  TeamEntry,
} from './entries.ts';
import { BALANCE_DUE_DAYS, DEPOSIT_PERCENT } from './folio.ts';
import { GUESTS, referenceOf } from './guests.ts';
import { idFor } from './identity.ts';
import { momentOf, TIME_ZONE } from './moments.ts';
import { COAST_PLACES } from './places/coast.ts';
import { LISBON_PLACES } from './places/lisbon.ts';
import { PIER_HOUSE } from './places/pier-house.ts';
import type { Place } from './places/place.ts';
import { daysAround, seasonsAround } from './seasons.ts';
import { BLOCKS, STAYS } from './stays.ts';
import { MODERATE } from './terms.ts';

export type HarbourTeam = {
  team: TeamEntry;
  members: MemberEntry[];
  fees: FeeEntry[];
  taxes: TaxEntry[];
  discounts: DiscountEntry[];
  coupons: CouponEntry[];
  listings: ListingEntry[];
  guests: GuestEntry[];
  blocks: BlockEntry[];
  bookings: DatedBooking[];
};

/** The path under which the service serves the demo's pictures. */
export const PICTURES_PATH = '/demo/photos';
const PICTURE_SIZE = { width: 1200, height: 800 };
/** The team is older than its oldest booking. */
const FOUNDED_DAYS_AGO = 400;

/**
 * The demo team as a team file (docs/team-file.md). Its dates move with `today`, so that it never ages, and its
 * history is before today. `baseUrl` is the service's address, for the pictures' links.
 */
export function harbourTeam(today: StayDate, baseUrl: string): HarbourTeam {
  const founded = momentOf(addDays(today, -FOUNDED_DAYS_AGO), '09:00:00');
  const listings = [...LISBON_PLACES, ...PIER_HOUSE, ...COAST_PLACES].map((place) =>
    listingOf(place, { today, baseUrl, founded }),
  );
  const coupons = couponsOn(today);
  const bookings = bookingsOf(listings, coupons, today);
  return {
    team: {
      slug: 'harbour',
      name: 'Harbour Stays',
      currency: 'EUR',
      timezone: TIME_ZONE,
      enforce_token_scope: false,
      deposit_percent: DEPOSIT_PERCENT,
      balance_due_days: BALANCE_DUE_DAYS,
      cancellation_policy: MODERATE,
      site_bookings: 'request',
      created_at: founded,
      updated_at: founded,
    },
    // Without a password, because a password that everybody knows would open a door.
    members: [{ email: 'ana@harbour.example', name: 'Ana Reis', created_at: founded }],
    fees: [...FEES],
    taxes: [...TAXES],
    discounts: [...DISCOUNTS],
    coupons,
    listings,
    guests: guestsOf(bookings),
    blocks: BLOCKS.map(({ from, to, ...block }) => ({
      id: idFor(`block ${block.unit} ${block.reason}`),
      ...block,
      start_date: addDays(today, from),
      end_date: addDays(today, to),
      created_at: momentOf(addDays(today, Math.min(from, 0) - 10), '11:30:00'),
    })),
    bookings,
  };
}

function listingOf(
  { listing, yearly, special, pictures }: Place,
  { today, baseUrl, founded }: { today: StayDate; baseUrl: string; founded: string },
): ListingEntry {
  return {
    id: idFor(`listing ${listing.slug}`),
    ...listing,
    units: listing.units?.map((unit) => ({ id: idFor(`unit ${listing.slug} ${unit.name}`), ...unit })),
    seasons: seasonsAround(today, yearly),
    days: daysAround(today, special),
    photos: pictures.map((file, position) => photoOf(`${baseUrl}${PICTURES_PATH}/${file}`, position)),
    created_at: founded,
    updated_at: founded,
  };
}

/** A drawing is sharp at every size, so all three sizes have the same address. */
const photoOf = (url: string, position: number): PhotoEntry => ({
  is_featured: position === 0,
  sort_order: position,
  ...PICTURE_SIZE,
  thumbnail_url: url,
  medium_url: url,
  original_url: url,
});

function bookingsOf(listings: ListingEntry[], coupons: CouponEntry[], today: StayDate): DatedBooking[] {
  const listingBySlug = new Map(listings.map((listing) => [listing.slug, listing]));
  const couponByCode = new Map(coupons.map((coupon) => [coupon.code, coupon]));
  return STAYS.map((stay) => {
    const listing = listingBySlug.get(stay.listing);
    const coupon = stay.coupon === undefined ? null : couponByCode.get(stay.coupon);
    if (!listing || coupon === undefined) {
      throw new Error(`The demo's stay ${stay.code} names an unknown listing or coupon.`);
    }
    const building = listingBySlug.get(listing.building ?? '') ?? null;
    return bookingOf(stay, { listing, building, coupon, today });
  });
}

/** The guests, each created with the first booking. */
function guestsOf(bookings: readonly DatedBooking[]): GuestEntry[] {
  const bookingsByGuest = Map.groupBy(bookings, (booking) => booking.guest);
  return Object.entries(GUESTS).map(([key, guest]) => {
    const times = (bookingsByGuest.get(referenceOf(key as keyof typeof GUESTS)) ?? []).map(
      ({ created_at }) => created_at,
    );
    const first = times.toSorted()[0];
    return {
      id: idFor(`guest ${key}`),
      ...guest,
      ...(first ? { created_at: first, updated_at: first } : {}),
    };
  });
}
