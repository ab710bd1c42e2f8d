import { expect, test } from 'vitest';
import { z } from 'zod';
import { toFieldName } from '../../src/domain/field-names.ts';
import { bookingFields, endFields } from '../../src/schemas/bookings/fields.ts';
import {
  couponFields,
  dateFields,
  discountFields,
  extraFields,
  feeFields,
  taxFields,
  taxPriceFields,
} from '../../src/schemas/charges/fields.ts';
import { createRowFields, listColumns, pickFields, pickShown } from '../../src/schemas/fields/row-fields.ts';
import { guestFields } from '../../src/schemas/guest.ts';
import { addressFields, listingFields } from '../../src/schemas/listings/fields.ts';
import { photoFields } from '../../src/schemas/listings/photo.ts';
import { rulesFields } from '../../src/schemas/listings/rates.ts';
import { unitFields } from '../../src/schemas/listings/unit.ts';
import { teamFields } from '../../src/schemas/team.ts';

const TABLES = {
  listings: listingFields,
  rules: rulesFields,
  units: unitFields,
  photos: photoFields,
  fees: { ...feeFields, ...dateFields, ...extraFields },
  taxes: { ...taxPriceFields, ...taxFields },
  discounts: discountFields,
  coupons: couponFields,
  guests: guestFields,
  bookings: { ...bookingFields, ...endFields },
  teams: teamFields,
};

test.each(Object.entries(TABLES))('the columns of the table of %s lead back to their fields', (_, fields) => {
  expect(listColumns(fields).map(toFieldName)).toEqual(Object.keys(fields));
});

test('the columns of an address are named like its parts', () => {
  expect(listColumns(addressFields)).toEqual(Object.keys(addressFields));
});

const FIELDS = {
  check_in_time: { write: z.string().nullish(), read: z.string().nullable(), shared: true },
  paid_on: {
    column: 'paidDays',
    write: z.string().transform(Number).optional(),
    read: z.string(),
    present: (days: number) => `day ${days}`,
    shared: false,
  },
} as const;
const row = createRowFields(FIELDS);

test('an entry sets the columns of its fields, and leaves out or clears the others', () => {
  expect(row.toColumns({ check_in_time: '15:00' })).toEqual({ checkInTime: '15:00', paidDays: undefined });
  expect(row.toColumns({ check_in_time: null, paid_on: 3 })).toEqual({ checkInTime: null, paidDays: 3 });
  expect(row.toColumns(null)).toEqual({ checkInTime: null, paidDays: null });
  expect(row.toColumns(undefined)).toEqual({ checkInTime: undefined, paidDays: undefined });
});

test('an answer shows the columns of a row under the names of their fields', () => {
  expect(row.present({ checkInTime: null, paidDays: 3 })).toEqual({ check_in_time: null, paid_on: 'day 3' });
});

test('fields can be picked from a table by one of their marks', () => {
  expect(Object.keys(pickFields(FIELDS, 'shared', true))).toEqual(['check_in_time']);
  expect(Object.keys(pickFields(listingFields, 'inBookings', false))).toEqual([
    'arrival_instructions',
    'amenities',
    'house_rules',
    'rooms',
    'translations',
    'custom_fields',
  ]);
});

test('an answer has the keys of its schema, in the schema’s order', () => {
  const schema = z.object({ first: z.int(), second: z.int().optional(), third: z.int() });
  expect(Object.keys(pickShown(schema, { third: 3, fourth: 4, first: 1, second: undefined }))).toEqual([
    'first',
    'second',
    'third',
  ]);
});
