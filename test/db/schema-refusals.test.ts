import { randomUUIDv7 } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { createDatabase, type DatabaseHandle } from '../../src/db/client.ts';
import { findSqlError } from '../../src/db/errors.ts';
import { bookings, occupancies } from '../../src/db/schema/bookings.ts';
import { invoices, payments, securityDeposits } from '../../src/db/schema/folio.ts';
import { tokens } from '../../src/db/schema/teams.ts';
import { createTestDatabase } from '../helpers/database.ts';
import {
  buildBlock,
  buildBooking,
  buildCoupon,
  buildDayOverride,
  buildDiscount,
  buildFee,
  buildGuest,
  buildListing,
  buildPhoto,
  buildSeason,
  buildTax,
  buildTeam,
  buildUnit,
  day,
} from '../helpers/factories.ts';

const database = await createTestDatabase();
const handle = createDatabase({ url: database.url, applicationName: 'innkeep-tests' });
afterAll(async () => {
  await handle.close();
  await database.drop();
});

const CHECK = '23514';
const UNIQUE = '23505';
const FOREIGN = '23503';
const OVERLAP = '23P01';

/** The constraint that refuses an insert, or null if it succeeds. */
async function refusalOf(insert: Promise<unknown>) {
  try {
    await insert;
    return null;
  } catch (error) {
    const { sqlState, constraint } = findSqlError(error) ?? { sqlState: 'none', constraint: String(error) };
    return `${sqlState} ${constraint}`;
  }
}

type Refusal = [what: string, constraint: string, insert: () => Promise<unknown>];

/** Rows of one kind with one mistake each. */
function refused<Built, Given>(
  build: (world: DatabaseHandle, overrides: Given) => Promise<Built>,
  cases: [what: string, constraint: string, overrides: Given][],
): Refusal[] {
  return cases.map(([what, constraint, overrides]) => [what, constraint, () => build(handle, overrides)]);
}

async function folioRow() {
  const { teamId, id: bookingId } = await buildBooking(handle);
  return { teamId, bookingId, id: randomUUIDv7(), amountCents: -1 };
}

const money = { accommodationTotalCents: 100, feesTotalCents: 0, grandTotalCents: 100 };

const REFUSALS: Refusal[] = [
  ...refused(buildTeam, [
    ['a team’s slug in upper case', 'teams_slug_is_dns_label', { slug: 'Harbour' }],
    ['a currency of two letters', 'teams_currency_is_code', { currency: 'EU' }],
    ['a deposit of more than all', 'teams_deposit_is_share', { depositPpm: 1_000_001 }],
    ['a balance due after check-in', 'teams_balance_due_days_not_negative', { balanceDueDays: -1 }],
    ['bookings on the site by no known way', 'teams_site_bookings_known', { siteBookings: 'some' as 'off' }],
    ['a hold of no time', 'teams_site_hold_minutes_in_range', { siteHoldMinutes: 0 }],
    ['no night on the site', 'teams_site_max_nights_in_range', { siteMaxNights: 0 }],
    ['stays of 366 nights on the site', 'teams_site_max_nights_in_range', { siteMaxNights: 366 }],
    ['a colour by its name', 'teams_site_color_is_hexadecimal', { siteColor: 'red' }],
    ['a team that reseats now and then', 'teams_reseating_known', { reseating: 'maybe' as 'on' }],
    [
      'a cancellation on the site by no known way',
      'teams_site_cancellation_known',
      { siteCancellation: 'always' as 'off' },
    ],
    ['units fixed for 31 days', 'teams_unit_fixed_days_in_range', { unitFixedDays: 31 }],
  ]),
  ...refused(buildListing, [
    ['an empty slug', 'listings_slug_is_dns_label', { slug: '' }],
    ['a slug with a hyphen in front', 'listings_slug_is_dns_label', { slug: '-sea' }],
    ['a slug with one behind', 'listings_slug_is_dns_label', { slug: 'sea-' }],
    ['a slug of 64 characters', 'listings_slug_is_dns_label', { slug: 'x'.repeat(64) }],
    ['a slug with a line’s end', 'listings_slug_is_dns_label', { slug: 'sea\n' }],
    ['a slug outside of ASCII', 'listings_slug_is_dns_label', { slug: 'áqua' }],
    ['an unknown kind', 'listings_kind_known', { kind: 'room' as 'building' }],
    ['an unknown status', 'listings_status_known', { status: 'gone' as 'draft' }],
    ['an unknown property type', 'listings_property_type_known', { propertyType: 'castle' as 'villa' }],
    ['a standalone sold as a whole building', 'listings_whole_is_building', { wholeBuildingBookable: true }],
    ['a currency in lower case', 'listings_currency_is_code', { currency: 'eur' }],
    ['a check-in at 24:00', 'listings_times_of_day', { checkInTime: '24:00' }],
    ['a check-out at 9:00', 'listings_times_of_day', { checkOutTime: '9:00' }],
    ['a place for nobody', 'listings_counts_in_range', { maxGuests: 0 }],
    ['a place for 1,001', 'listings_counts_in_range', { maxGuests: 1_001 }],
    ['less than no bedroom', 'listings_counts_in_range', { bedroomsCount: -1 }],
    ['less than no preparation', 'listings_counts_in_range', { preparationDays: -1 }],
    ['less than no included guest', 'listings_counts_in_range', { includedGuests: -1 }],
    ['a negative rate', 'listings_amounts_not_negative', { nightlyCents: -1 }],
    ['a negative weekend rate', 'listings_amounts_not_negative', { weekendNightlyCents: -1 }],
    ['a negative deposit', 'listings_amounts_not_negative', { securityDepositCents: -1 }],
    ['an eighth weekday', 'listings_weekend_days_are_weekdays', { weekendDays: [8] }],
    ['a stay of 0 nights at least', 'listings_stay_rules_in_range', { minStay: 0 }],
    ['a stay of 0 nights at most', 'listings_stay_rules_in_range', { maxStay: 0 }],
    ['a negative notice', 'listings_days_not_negative', { advanceNoticeDays: -1 }],
    ['a listing that reseats now and then', 'listings_reseating_known', { reseating: 'maybe' as 'on' }],
  ]),
  [
    'a building on a standalone listing',
    'listings_unit_type_has_building',
    async () => {
      const { teamId, id: buildingId } = await buildListing(handle, { kind: 'building' });
      await buildListing(handle, { teamId, kind: 'standalone', buildingId });
    },
  ],
  [
    'a listing that is its own building',
    'listings_not_its_own_building',
    () => {
      const id = randomUUIDv7();
      return buildListing(handle, { id, kind: 'unit_type', buildingId: id });
    },
  ],
  ...refused(buildPhoto, [['a negative width', 'photos_sizes_not_negative', { width: -1 }]]),
  ...refused(buildSeason, [
    ['a season that ends first', 'seasons_dates_in_order', { startDate: day(1), endDate: day(0) }],
    ['a season’s negative rate', 'seasons_amounts_not_negative', { weekendNightlyCents: -1 }],
    ['a season’s stay of 0 nights', 'seasons_stay_rules_in_range', { minStay: 0 }],
  ]),
  ...refused(buildDayOverride, [
    ['a day’s negative rate', 'day_overrides_amounts_not_negative', { nightlyCents: -1 }],
    ['a day’s stay of 0 nights', 'day_overrides_stay_rules_in_range', { maxStay: 0 }],
  ]),
  ...refused(buildFee, [
    ['a negative fee', 'fees_amount_not_negative', { amountCents: -1 }],
    ['a fee of a percentage and an amount', 'fees_percent_or_amount', { percentPpm: 1 }],
    ['a fee of more than all', 'fees_percent_in_range', { basis: 'percent', percentPpm: 1_000_001 }],
  ]),
  ...refused(buildTax, [
    ['a negative tax', 'taxes_amount_not_negative', { basis: 'night', amountCents: -1 }],
    ['a percentage without its number', 'taxes_percent_or_amount', { percentPpm: null }],
    [
      'an included tax that is no percentage',
      'taxes_included_is_percent',
      { basis: 'night', amountCents: 1, included: true },
    ],
    ['less than no taxed night', 'taxes_max_nights_not_negative', { maxNights: -1 }],
  ]),
  ...refused(buildDiscount, [
    ['a discount of less than nothing', 'discounts_percent_in_range', { percentPpm: -1 }],
    [
      'an early bird with a length',
      'discounts_rule_of_kind',
      { kind: 'early_bird', minNights: 3, daysBefore: null },
    ],
  ]),
  ...refused(buildCoupon, [
    ['a negative coupon', 'coupons_amount_not_negative', { amountCents: -1 }],
    ['a coupon of both', 'coupons_percent_or_amount', { amountCents: 1, percentPpm: 1 }],
    ['a coupon for less than nobody', 'coupons_rules_not_negative', { maxRedemptions: -1 }],
  ]),
  ...refused(buildBooking, [
    ['a check-out before the check-in', 'bookings_dates_in_order', { checkIn: day(1), checkOut: day(0) }],
    ['a check-out on the check-in’s day', 'bookings_dates_in_order', { checkIn: day(1), checkOut: day(1) }],
    ['a booking for nobody', 'bookings_guests_in_range', { numberOfGuests: 0 }],
    ['an unknown booking status', 'bookings_status_known', { status: 'lost' as 'pending' }],
    ['an unknown source', 'bookings_source_known', { source: 'fax' as 'api' }],
    ['negative preparation', 'bookings_preparation_days_not_negative', { preparationDays: -1 }],
    [
      'a negative total',
      'bookings_amounts_not_negative',
      { ...money, taxesTotalCents: -100, grandTotalCents: 0 },
    ],
    [
      'a discount past the price',
      'bookings_amounts_not_negative',
      { ...money, discountTotalCents: 101, grandTotalCents: -1 },
    ],
    ['totals that do not add up', 'bookings_totals_add_up', { ...money, grandTotalCents: 101 }],
    [
      'a negative fee of a cancellation',
      'bookings_cancellation_fee_not_negative',
      { cancellationFeeCents: -1 },
    ],
    ['cancelled without a time', 'bookings_cancelled_has_time', { status: 'cancelled', cancelledAt: null }],
    ['cancelled at a time, and confirmed', 'bookings_cancelled_has_time', { cancelledAt: new Date(0) }],
    ['completed without a time', 'bookings_completed_has_time', { status: 'completed', completedAt: null }],
  ]),
  ...refused(buildBlock, [
    ['a block that ends as it begins', 'blocks_dates_in_order', { startDate: day(1), endDate: day(1) }],
  ]),
  [
    'a booking of neither a unit nor a whole building',
    'bookings_whole_or_unit',
    async () => {
      const booking = await buildBooking(handle, { status: 'cancelled' });
      await handle.db
        .insert(bookings)
        .values({ ...booking, id: randomUUIDv7(), confirmationCode: 'OTHER', unitId: null });
    },
  ],
  [
    'an occupancy by nobody',
    'occupancies_booking_or_block',
    async () => {
      const { teamId, id: unitId } = await buildUnit(handle);
      await handle.db.insert(occupancies).values({ teamId, unitId, startDate: day(0), endDate: day(1) });
    },
  ],
  [
    'a negative payment',
    'payments_amount_not_negative',
    async () =>
      handle.db
        .insert(payments)
        .values({ ...(await folioRow()), status: 'paid', position: 0, refundedCents: 0 }),
  ],
  [
    'a refund of more than the payment',
    'payments_refund_in_range',
    async () =>
      handle.db
        .insert(payments)
        .values({ ...(await folioRow()), amountCents: 1, status: 'paid', position: 0, refundedCents: 2 }),
  ],
  [
    'a negative invoice',
    'invoices_amount_has_sign_of_kind',
    async () =>
      handle.db
        .insert(invoices)
        .values({ ...(await folioRow()), number: '1', status: 'open', issuedAt: new Date(0) }),
  ],
  [
    'a credit note above 0',
    'invoices_amount_has_sign_of_kind',
    async () =>
      handle.db.insert(invoices).values({
        ...(await folioRow()),
        amountCents: 1,
        kind: 'credit_note',
        number: '2',
        status: 'open',
        issuedAt: new Date(0),
      }),
  ],
  [
    'an invoice that corrects another one',
    'invoices_corrects_of_credit_note',
    async () => {
      const row = await folioRow();
      return handle.db.insert(invoices).values({
        ...row,
        amountCents: 1,
        corrects: [row.id],
        number: '3',
        status: 'open',
        issuedAt: new Date(0),
      });
    },
  ],
  [
    'a negative deposit',
    'security_deposits_amount_not_negative',
    async () => handle.db.insert(securityDeposits).values({ ...(await folioRow()), status: 'held' }),
  ],
  [
    'a live token without its ciphertext',
    'tokens_live_has_ciphertext',
    async () => {
      const { id: teamId } = await buildTeam(handle);
      await handle.db.insert(tokens).values({
        teamId,
        id: randomUUIDv7(),
        name: 'x',
        access: 'read-only',
        tokenHash: 'x',
        keyId: 'x',
        createdAt: new Date(0),
      });
    },
  ],
];

test.each(REFUSALS)('the database refuses %s (%s)', async (_what, constraint, insert) => {
  expect(await refusalOf(insert())).toBe(`${CHECK} ${constraint}`);
});

test('the database accepts a stay, a season and prices at the exact limits', async () => {
  const listing = await buildListing(handle, { slug: 'x'.repeat(63), maxGuests: 1_000, nightlyCents: 0 });
  const owned = { teamId: listing.teamId, listingId: listing.id };
  await buildSeason(handle, { ...owned, startDate: day(0), endDate: day(0), nightlyCents: 0, minStay: 1 });
  await buildBooking(handle, { ...owned, checkIn: day(0), checkOut: day(1), numberOfGuests: 1_000 });
  await buildBooking(handle, {
    ...owned,
    accommodationTotalCents: 100,
    discountTotalCents: 100,
    feesTotalCents: 0,
    grandTotalCents: 0,
  });
});

describe('nights of a unit', () => {
  // The `[start, end)` of a second stay next to one of `[10, 14)`.
  test.each([
    ['the same nights', 10, 14, false],
    ['the first night alone', 10, 11, false],
    ['the last night alone', 13, 14, false],
    ['a night on either side more', 9, 15, false],
    ['one that ends in it', 8, 11, false],
    ['one that begins in it', 13, 20, false],
    ['one that ends as it begins', 8, 10, true],
    ['one that begins as it ends', 14, 16, true],
  ])(
    'the database lets one booking at a time have a unit’s night: %s',
    async (_what, start, end, isTaken) => {
      const { teamId, listingId, id: unitId } = await buildUnit(handle);
      const owned = { teamId, listingId, unitId };
      await buildBooking(handle, { ...owned, checkIn: day(10), checkOut: day(14) });
      const expected = isTaken ? null : `${OVERLAP} occupancies_no_overlap`;
      // The primary key over the first night is checked before the overlap.
      const sameStart = `${UNIQUE} occupancies_team_id_unit_id_start_date_pk`;
      const block = refusalOf(buildBlock(handle, { ...owned, startDate: day(start), endDate: day(end) }));
      expect(await block).toBe(start === 10 ? sameStart : expected);
    },
  );

  test('preparation nights block a unit, but other units and cancelled bookings do not', async () => {
    const { teamId, listingId, id: unitId } = await buildUnit(handle);
    const owned = { teamId, listingId, unitId };
    await buildBooking(handle, { ...owned, checkIn: day(0), checkOut: day(2), status: 'cancelled' });
    await buildBooking(handle, { ...owned, checkIn: day(1), checkOut: day(3), preparationDays: 2 });
    const next = (checkIn: string) =>
      refusalOf(buildBooking(handle, { ...owned, checkIn, checkOut: day(9) }));
    expect(await next(day(4))).toBe(`${OVERLAP} occupancies_no_overlap`);
    expect(await next(day(5))).toBeNull();
    const other = await buildUnit(handle, { teamId, listingId });
    await buildBooking(handle, { ...owned, unitId: other.id, checkIn: day(1), checkOut: day(3) });
  });
});

describe('seasons of a listing', () => {
  test.each([
    ['the last night', 14, 20, false],
    ['the first night', 5, 10, false],
    ['a night inside', 12, 12, false],
    ['the night before', 5, 9, true],
    ['the night after', 15, 20, true],
  ])('the database refuses seasons of a listing that share a day: %s', async (_what, start, end, isTaken) => {
    const { teamId, id: listingId } = await buildListing(handle);
    const season = (from: number, to: number) =>
      buildSeason(handle, { teamId, listingId, startDate: day(from), endDate: day(to) });
    await season(10, 14);
    expect(await refusalOf(season(start, end))).toBe(isTaken ? null : `${OVERLAP} seasons_no_overlap`);
    await buildSeason(handle, { startDate: day(start), endDate: day(end) });
  });
});

describe('uniqueness', () => {
  test('slugs, unit names, guests’ emails and codes are unique within their team, not across teams', async () => {
    const listing = await buildListing(handle);
    const { teamId, slug, id: listingId } = listing;
    const twice = async <Row>(build: () => Promise<Row>) => {
      await build();
      return refusalOf(build());
    };
    expect(await refusalOf(buildListing(handle, { teamId, slug }))).toBe(`${UNIQUE} listings_slug_key`);
    expect(await twice(() => buildUnit(handle, { teamId, listingId, name: 'A' }))).toBe(
      `${UNIQUE} units_name_key`,
    );
    expect(await twice(() => buildGuest(handle, { teamId, email: 'A@example.com' }))).toBe(
      `${UNIQUE} guests_email_key_key`,
    );
    expect(await twice(() => buildCoupon(handle, { teamId, code: 'Spring' }))).toMatch(UNIQUE);
    expect(await twice(() => buildFee(handle, { teamId, code: 'cleaning' }))).toMatch(UNIQUE);
    expect(await twice(() => buildBooking(handle, { teamId, confirmationCode: 'HB7K2M9Q' }))).toBe(
      `${UNIQUE} bookings_confirmation_code_key`,
    );
    expect(await twice(() => buildGuest(handle, { teamId, email: null }))).toBeNull();
    expect(await refusalOf(buildListing(handle, { slug }))).toBeNull();
    expect(await refusalOf(buildTeam(handle, { slug: 'one' }))).toBeNull();
    expect(await refusalOf(buildTeam(handle, { slug: 'one' }))).toBe(`${UNIQUE} teams_slug_key`);
  });
});

describe('references between teams', () => {
  test('a row cannot refer to a listing, unit, guest, coupon or building of another team', async () => {
    const { id: teamId } = await buildTeam(handle);
    const others = await buildUnit(handle);
    const { id: othersGuest } = await buildGuest(handle);
    const { codeKey } = await buildCoupon(handle);
    const own = await buildUnit(handle, { teamId });
    const owned = { teamId, listingId: own.listingId, unitId: own.id };
    expect(await refusalOf(buildPhoto(handle, { teamId, listingId: others.listingId }))).toBe(
      `${FOREIGN} photos_listing_fk`,
    );
    expect(await refusalOf(buildBlock(handle, { ...owned, unitId: others.id }))).toBe(
      `${FOREIGN} blocks_unit_fk`,
    );
    expect(await refusalOf(buildBooking(handle, { ...owned, guestId: othersGuest }))).toBe(
      `${FOREIGN} bookings_guest_fk`,
    );
    expect(await refusalOf(buildBooking(handle, { ...owned, couponKey: codeKey }))).toBe(
      `${FOREIGN} bookings_coupon_fk`,
    );
    expect(
      await refusalOf(buildListing(handle, { teamId, kind: 'unit_type', buildingId: others.listingId })),
    ).toBe(`${FOREIGN} listings_building_fk`);
  });

  test('a booking cannot refer to a unit of another listing', async () => {
    const { teamId, id: unitId } = await buildUnit(handle);
    const { id: listingId } = await buildListing(handle, { teamId });
    expect(await refusalOf(buildBooking(handle, { teamId, listingId, unitId }))).toBe(
      `${FOREIGN} bookings_unit_fk`,
    );
  });
});
