import { getTableColumns, type Table } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { bookings } from '../../src/db/schema/bookings.ts';
import { coupons, discounts, fees, taxes } from '../../src/db/schema/charges.ts';
import { listings, photos, seasons } from '../../src/db/schema/listings.ts';
import { teams } from '../../src/db/schema/teams.ts';
import { listFieldNames, toFieldPath } from '../../src/domain/field-names.ts';

const snakeCase = (column: string) => column.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The columns of a table whose fields are not simply their names in snake case. */
const otherNamesOf = (table: Table) =>
  Object.fromEntries(
    Object.keys(getTableColumns(table)).flatMap((column) => {
      const [name = ''] = listFieldNames([column]);
      return name === snakeCase(column) ? [] : [[column, name]];
    }),
  );

test('a column is named like its field, except for amounts, percentages, coupons and parts of an address', () => {
  expect(otherNamesOf(teams)).toEqual({ depositPpm: 'deposit_percent' });
  expect(otherNamesOf(listings)).toEqual({
    street: 'address',
    city: 'address',
    state: 'address',
    postcode: 'address',
    country: 'address',
    latitude: 'address',
    longitude: 'address',
    nightlyCents: 'nightly',
    weekendNightlyCents: 'weekend_nightly',
    extraGuestNightlyCents: 'extra_guest_nightly',
    extraChildNightlyCents: 'extra_child_nightly',
    securityDepositCents: 'security_deposit',
  });
  expect(otherNamesOf(bookings)).toEqual({
    accommodationTotalCents: 'accommodation_total',
    discountTotalCents: 'discount_total',
    feesTotalCents: 'fees_total',
    taxesTotalCents: 'taxes_total',
    grandTotalCents: 'grand_total',
    cancellationFeeCents: 'cancellation_fee',
    paidCents: 'paid',
    couponKey: 'coupon_code',
  });
  expect(otherNamesOf(taxes)).toEqual({
    amountCents: 'amount',
    percentPpm: 'percent',
    maxAmountCents: 'max_amount',
  });
  for (const table of [fees, coupons])
    expect(otherNamesOf(table)).toEqual({ amountCents: 'amount', percentPpm: 'percent' });
  expect(otherNamesOf(discounts)).toEqual({ percentPpm: 'percent' });
  expect(otherNamesOf(seasons)).toEqual({ nightlyCents: 'nightly', weekendNightlyCents: 'weekend_nightly' });
  expect(otherNamesOf(photos)).toEqual({});
});

test('the changed fields of an event are in the order of their columns, and an address is one of them', () => {
  expect(listFieldNames(['city', 'headline', 'country', 'nightlyCents'])).toEqual([
    'address',
    'headline',
    'nightly',
  ]);
});

test('an error about a column names the path of its field in the body', () => {
  expect(['currency', 'depositPpm', 'latitude', 'city'].map(toFieldPath)).toEqual([
    ['currency'],
    ['deposit_percent'],
    ['address', 'latitude'],
    ['address', 'city'],
  ]);
});
