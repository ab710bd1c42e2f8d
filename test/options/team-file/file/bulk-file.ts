import { addDays } from '../../../../src/domain/dates/dates.ts';

/** The size of a team. A very large one has 10,000 listings with 50,000 bookings. */
export type BulkSize = { listings: number; bookings: number };

const UNIT_TYPES_PER_BUILDING = 4;
const FIRST_NIGHT = '2027-01-01';
const NIGHTS = 3;
/** The distance between stays of one listing, so that none overlap, whatever unit they get. */
const STRIDE_DAYS = 5;

/** A large team as a team file, always the same for a size: buildings, photos, seasons, folios and everything else. */
export function bulkTeamFile({ listings, bookings }: BulkSize) {
  const slugs = listingEntries(listings);
  const sellable = slugs.filter((listing) => listing.kind !== 'building');
  const guests = Math.ceil((bookings * 3) / 5);
  return {
    team: { slug: 'bulk', name: 'Bulk Stays', currency: 'EUR', timezone: 'Europe/Lisbon' },
    fees: [{ code: 'cleaning', name: 'Cleaning fee', basis: 'stay', amount: 5000, taxable: true }],
    taxes: [{ code: 'vat', name: 'VAT', basis: 'percent', percent: 6 }],
    discounts: [{ code: 'weekly', name: 'Weekly', kind: 'length_of_stay', min_nights: 7, percent: 10 }],
    coupons: [{ code: 'SPRING15', percent: 15, listings: sellable.slice(0, 100).map(({ slug }) => slug) }],
    listings: slugs,
    guests: Array.from({ length: guests }, (_, index) => guestEntry(index)),
    bookings: Array.from({ length: bookings }, (_, index) => {
      const listing = sellable[index % sellable.length];
      return bookingEntry(index, listing, Math.floor(index / sellable.length), index % guests);
    }),
  };
}

type ListingEntry = ReturnType<typeof listingEntry>;

function listingEntries(count: number): ListingEntry[] {
  const entries: ListingEntry[] = [];
  for (let index = 0; entries.length < count; index += 1) {
    if (index % 10 !== 0) {
      entries.push(listingEntry(`home-${index}`, 'standalone', null, 1 + (index % 2)));
      continue;
    }
    entries.push(listingEntry(`house-${index}`, 'building', null, 0));
    for (let type = 0; type < UNIT_TYPES_PER_BUILDING; type += 1) {
      entries.push(listingEntry(`house-${index}-type-${type}`, 'unit_type', `house-${index}`, 3));
    }
  }
  return entries.slice(0, count);
}

function listingEntry(slug: string, kind: string, building: string | null, units: number) {
  return {
    slug,
    kind,
    ...(building ? { building } : {}),
    public_title: `The place ${slug}`,
    max_guests: 4,
    description: 'A quiet place near the water, with a kitchen and a view. '.repeat(4),
    ...(building ? {} : { address: { street: '1 Quay', city: 'Lisbon', country: 'PT' } }),
    rates: { nightly: 12000, weekend_nightly: 15000 },
    units: Array.from({ length: units }, (_, index) => ({ name: `Unit ${index + 1}` })),
    seasons: [
      { name: 'Summer', start_date: '2027-06-15', end_date: '2027-09-15', nightly: 18000, min_stay: 2 },
    ],
    photos: Array.from({ length: 3 }, (_, index) => ({
      is_featured: index === 0,
      sort_order: index,
      width: 2400,
      height: 1600,
      thumbnail_url: `https://photos.example/${slug}/${index}-small.jpg`,
      medium_url: `https://photos.example/${slug}/${index}-medium.jpg`,
      original_url: `https://photos.example/${slug}/${index}.jpg`,
    })),
  };
}

const guestEntry = (index: number) => ({
  email: `guest-${index}@mail.example`,
  name: `Guest ${index}`,
  phone: '+351 21 000 0000',
});

/** Every tenth is priced by the engine, every second has its unit chosen. */
function bookingEntry(index: number, listing: ListingEntry | undefined, round: number, guest: number) {
  const checkIn = addDays(FIRST_NIGHT, round * STRIDE_DAYS + (index % 3));
  const unit = index % 2 === 0 ? listing?.units[0]?.name : undefined;
  const priced = {
    totals: {
      accommodation_total: 36000,
      discount_total: 0,
      fees_total: 5000,
      taxes_total: 2460,
      grand_total: 43460,
    },
    lines: [
      {
        type: 'accommodation',
        code: 'accommodation',
        name: 'Accommodation',
        basis: 'night',
        quantity: NIGHTS,
        amount: 36000,
      },
      {
        type: 'fee',
        code: 'cleaning',
        name: 'Cleaning fee',
        basis: 'stay',
        quantity: 1,
        unit_amount: 5000,
        amount: 5000,
      },
      {
        type: 'tax',
        code: 'vat',
        name: 'VAT',
        basis: 'percent',
        percent: 6,
        base_amount: 41000,
        amount: 2460,
      },
    ],
  };
  const isPriced = index % 10 === 9;
  return {
    confirmation_code: `BULK${index}`,
    listing: listing?.slug,
    ...(unit ? { unit } : {}),
    guest: `guest-${guest}@mail.example`,
    status: 'confirmed',
    check_in: checkIn,
    check_out: addDays(checkIn, NIGHTS),
    number_of_guests: 2,
    created_at: '2026-11-01T10:00:00+00:00',
    ...(isPriced ? {} : priced),
    payments: [
      { amount: 13038, status: 'paid', due_on: '2026-11-01', paid_at: '2026-11-01T10:00:05+00:00' },
      // The engine's price is not known here, so nothing is planned for it.
      ...(isPriced ? [] : [{ amount: 30422, status: 'scheduled', due_on: checkIn }]),
    ],
    invoices: [{ number: `2026-${index}`, amount: 43460, status: 'open' }],
    security_deposit: { amount: 20000, status: 'held' },
  };
}
