/** Random teams: three kinds of listings, with every kind of rate, rule, charge and coupon. */
import fc from 'fast-check';
import { type Day, dayIn, type Moment, plus, stamp } from './dates.ts';
import { sometimes } from './drawing.ts';
import type { Coupon, DayRule, Discount, Fee, Listing, Policy, Season, Tax, Team } from './team.ts';

const cents = fc.oneof(fc.integer({ min: 0, max: 40_000 }), fc.constantFrom(1, 3, 5_000, 9_999, 12_345));
const orNone = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: null, freq: 2 });
const percent = fc.oneof(
  fc.constantFrom(0.5, 5, 8.875, 10, 12.5, 33.3333, 50, 100),
  fc.integer({ min: 0, max: 1_000_000 }).map((ppm) => ppm / 10_000),
);
const length = (min: number, max: number) => fc.option(fc.integer({ min, max }), { nil: null, freq: 2 });

export const anyRates = fc.record({
  nightly: cents,
  weekend_nightly: orNone(cents),
  weekend_days: fc.constantFrom([5, 6], [5, 6], [7], [1, 2, 3], []),
  included_guests: orNone(fc.integer({ min: 0, max: 3 })),
  extra_guest_nightly: cents,
});

export const anyRules = fc.record({
  min_stay: length(1, 3),
  max_stay: length(4, 14),
  advance_notice_days: length(0, 3),
  booking_window_days: sometimes(fc.integer({ min: 15, max: 45 }), 40),
  preparation_days: fc.constantFrom(0, 0, 0, 1, 2),
});

const stayRules = {
  min_stay: sometimes(fc.integer({ min: 1, max: 4 }), 40),
  max_stay: sometimes(fc.integer({ min: 3, max: 8 }), 30),
};

/** A season by its gap to the previous one and its length, both in days. */
const anySeason = fc.record({
  gap: fc.integer({ min: 0, max: 12 }),
  days: fc.integer({ min: 1, max: 14 }),
  nightly: orNone(cents),
  weekend_nightly: orNone(cents),
  ...stayRules,
});

/** A day's rule, with its distance in days. */
export const anyDay = fc.record({
  offset: fc.integer({ min: -1, max: 40 }),
  nightly: sometimes(cents, 40),
  ...stayRules,
  closed_for_arrival: fc.constantFrom(false, false, true),
  closed_for_departure: fc.constantFrom(false, false, true),
  closed: fc.constantFrom(false, false, false, true),
});

/** Up to three tiers that fall, often near the stays of a run, and a grace of some hours. */
export const anyPolicy: fc.Arbitrary<Policy> = fc
  .record({
    name: fc.constantFrom('Flexible', 'Strict'),
    grace_hours: fc.constantFrom(0, 1, 24, 48),
    grace_days_before: fc.constantFrom(0, 0, 1, 2, 5),
    days: fc.uniqueArray(fc.integer({ min: 0, max: 12 }), { minLength: 1, maxLength: 3 }),
    refunds: fc.array(percent, { minLength: 3, maxLength: 3 }),
  })
  .map(({ days, refunds, ...rest }) => {
    const falling = refunds.toSorted((a, b) => b - a);
    const tiers = days
      .toSorted((a, b) => b - a)
      .map((days_before, index) => ({ days_before, refund_percent: falling[index] ?? 0 }));
    return { ...rest, tiers };
  });

const anyPlace = fc.record({
  rates: anyRates,
  rules: anyRules,
  seasons: fc.array(anySeason, { maxLength: 3 }),
  days: fc.uniqueArray(anyDay, { maxLength: 6, selector: ({ offset }) => offset }),
  max_guests: fc.integer({ min: 3, max: 6 }),
  status: fc.constantFrom(...Array(19).fill('active'), 'inactive'),
  security_deposit: fc.constantFrom(null, 0, 20_000, 20_000),
  cancellation_policy: sometimes(anyPolicy, 40),
  check_out_time: fc.constantFrom('11:00', '00:00', '02:30', '23:59'),
  units: fc.array(fc.constantFrom(true, true, true, true, false), { minLength: 1, maxLength: 3 }),
});
type Place = typeof anyPlace extends fc.Arbitrary<infer T> ? T : never;

const someListings = fc.constantFrom(null, null, null, ['loft'], ['house', 'doubles']);
const fixedBasis = fc.constantFrom('stay', 'night', 'guest', 'guest_night');

export const anyFee = fc.oneof(
  fc.record({ basis: fixedBasis, amount: cents, taxable: fc.boolean(), listings: someListings }),
  fc.record({ basis: fc.constant('percent'), percent, taxable: fc.boolean(), listings: someListings }),
);
const appliesTo = fc.constantFrom(['accommodation', 'fees'], ['accommodation'], ['fees']);
export const anyTax = fc.oneof(
  fc.record({
    basis: fixedBasis,
    amount: cents,
    applies_to: appliesTo,
    included: fc.constant(false),
    max_nights: length(1, 5),
    listings: someListings,
  }),
  fc.record({
    basis: fc.constant('percent'),
    percent,
    applies_to: appliesTo,
    included: fc.boolean(),
    max_nights: fc.constant(null),
    listings: someListings,
  }),
);
export const anyDiscount = fc.oneof(
  fc.record({
    kind: fc.constant('length_of_stay'),
    min_nights: fc.integer({ min: 1, max: 6 }),
    percent,
    listings: someListings,
  }),
  fc.record({
    kind: fc.constantFrom('early_bird', 'last_minute'),
    days_before: fc.integer({ min: 1, max: 25 }),
    percent,
    listings: someListings,
  }),
);

export const anyTeam = fc.record({
  /** When it begins: any second of two years, including the nights on which clocks change. */
  second: fc.integer({ min: 0, max: 2 * 365 * 86_400 }),
  timezone: fc.constantFrom(
    'Europe/Lisbon',
    'America/New_York',
    'Pacific/Kiritimati',
    'Pacific/Pago_Pago',
    'Asia/Kathmandu',
  ),
  currency: fc.constantFrom('EUR', 'JPY'),
  enforce_token_scope: fc.boolean(),
  deposit_percent: fc.oneof(percent, fc.constant(0)),
  balance_due_days: fc.integer({ min: 0, max: 20 }),
  cancellation_policy: orNone(anyPolicy),
  places: fc.tuple(anyPlace, anyPlace, anyPlace, anyPlace),
  whole_building_bookable: fc.constantFrom(true, true, true, true, true, false),
  fees: fc.array(anyFee, { maxLength: 3 }),
  taxes: fc.array(anyTax, { maxLength: 3 }),
  discounts: fc.array(anyDiscount, { maxLength: 4 }),
  worth: fc.array(
    fc.oneof(
      percent.map((value) => ({ percent: value })),
      cents.map((amount) => ({ amount })),
    ),
    { minLength: 9, maxLength: 9 },
  ),
  couponDays: fc.integer({ min: 0, max: 20 }),
  imported: fc.array(
    fc.record({
      unit: fc.nat(9),
      offset: fc.integer({ min: -2, max: 25 }),
      nights: fc.integer({ min: 1, max: 4 }),
      paid: fc.boolean(),
    }),
    { maxLength: 2 },
  ),
});
export type TeamDraw = typeof anyTeam extends fc.Arbitrary<infer T> ? T : never;

const BEGINNING = Temporal.Instant.from('2030-01-01T00:00:00Z');
export const beginningOf = ({ second }: TeamDraw): Moment => BEGINNING.add({ seconds: second });

/** The team of a draw. `number` makes its names and ids unique. */
export function teamOf(draw: TeamDraw, number: number): Team {
  const now = beginningOf(draw);
  const today = dayIn(draw.timezone, now);
  const { fees, taxes, discounts, places } = draw;
  const ids = idsOf(number);
  const listing = (place: Place, own: Pick<Listing, 'slug' | 'kind' | 'public_title'> & Partial<Listing>) =>
    listingOf(place, own, { today, at: stamp(now), nextId: ids });
  return {
    team: {
      slug: `model-${number}`,
      name: `Model ${number}`,
      currency: draw.currency,
      timezone: draw.timezone,
      enforce_token_scope: draw.enforce_token_scope,
      deposit_percent: draw.deposit_percent,
      balance_due_days: draw.balance_due_days,
      cancellation_policy: draw.cancellation_policy,
    },
    fees: fees.map((fee, index) => ({ ...fee, code: `f${(index * 2) % 3}`, name: `Fee ${index}` }) as Fee),
    taxes: taxes.map((tax, index) => ({ ...tax, code: `t${(index * 2) % 3}`, name: `Tax ${index}` }) as Tax),
    discounts: discounts.map(
      (one, index) => ({ ...one, code: `d${(index * 3) % 4}`, name: `Discount ${index}` }) as Discount,
    ),
    coupons: couponsOf(draw, today),
    listings: [
      listing(places[0], { slug: 'loft', kind: 'standalone', public_title: 'Loft' }),
      listing(places[1], {
        slug: 'house',
        kind: 'building',
        public_title: 'House',
        whole_building_bookable: draw.whole_building_bookable,
        units: [],
      }),
      listing(places[2], { slug: 'doubles', kind: 'unit_type', building: 'house', public_title: 'Doubles' }),
      listing(places[3], { slug: 'attic', kind: 'unit_type', building: 'house', public_title: 'Attic' }),
    ],
  };
}

/** Ids that count up and are unique. */
function idsOf(number: number): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `0190aaaa-${number.toString(16).padStart(4, '0')}-7000-8000-${count.toString(16).padStart(12, '0')}`;
  };
}

function listingOf(
  { seasons, days, units, ...place }: Place,
  own: Pick<Listing, 'slug' | 'kind' | 'public_title'> & Partial<Listing>,
  { today, at, nextId }: { today: Day; at: string; nextId: () => string },
): Listing {
  const url = `https://photos.example/${own.slug}`;
  return {
    id: nextId(),
    nickname: null,
    whole_building_bookable: false,
    listed_on_site: true,
    property_type: 'other',
    bedrooms_count: 2,
    beds_count: 3,
    bathrooms_count: 1,
    bathrooms_half: true,
    check_in_time: '15:00',
    headline: null,
    description: 'By the sea.',
    ...place,
    seasons: seasonsFrom(today, seasons),
    days: days.map(({ offset, ...rule }): DayRule => ({ date: plus(today, offset), ...rule })),
    units: units.map((active, index) => ({ id: nextId(), name: 'CBA'[index] ?? '', active })),
    photos: [1, 0].map((sort_order) => ({
      id: nextId(),
      is_featured: sort_order === 0,
      sort_order,
      width: 2_400,
      height: 1_600,
      thumbnail_url: `${url}/${sort_order}/thumbnail.jpg`,
      medium_url: `${url}/${sort_order}/medium.jpg`,
      original_url: `${url}/${sort_order}/original.jpg`,
    })),
    created_at: at,
    updated_at: at,
    ...own,
  };
}

function seasonsFrom(today: Day, draws: Place['seasons']): Season[] {
  let next = plus(today, -2);
  return draws.map(({ gap, days, ...rules }, index) => {
    const start_date = plus(next, gap);
    const end_date = plus(start_date, days - 1);
    next = plus(end_date, 1);
    return { name: `Season ${index}`, start_date, end_date, ...rules };
  });
}

/** One coupon for each condition, and some without conditions. */
function couponsOf({ worth, couponDays }: TeamDraw, today: Day): Coupon[] {
  const open = {
    active: true,
    valid_from: null,
    valid_until: null,
    stay_from: null,
    stay_until: null,
    min_nights: null,
    max_redemptions: null,
    listings: null,
  };
  const soon = plus(today, couponDays);
  const terms: Record<string, Partial<Coupon>> = {
    Open: {},
    Once: { max_redemptions: 1 },
    Twice: { max_redemptions: 2, min_nights: 2 },
    Off: { active: false },
    Later: { valid_from: plus(today, 2) },
    Gone: { valid_until: plus(today, 1) },
    Stay: { stay_from: soon, stay_until: plus(soon, 8) },
    Long: { min_nights: 3 },
    Loft: { listings: ['loft'] },
  };
  return Object.entries(terms).map(([code, one], index) => ({ ...open, code, ...worth[index], ...one }));
}
