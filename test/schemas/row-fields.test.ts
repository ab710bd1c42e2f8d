import { expect, test } from 'vitest';
import { z } from 'zod';
import { toColumnName, toFieldName } from '../../src/domain/field-names.ts';
import { addressRow, listingFields, listingRow } from '../../src/schemas/listings/fields.ts';
import { rulesRow } from '../../src/schemas/listings/rates.ts';
import { createRowFields, pickFields, pickShown } from '../../src/schemas/row-fields.ts';

const TABLES = { listing: listingRow, address: addressRow, rules: rulesRow };

test.each(Object.entries(TABLES))(
  'the columns of the table %s lead back to their fields',
  (name, { written }) => {
    const fields = Object.keys(written);
    const toName = name === 'address' ? (column: string) => column : toFieldName;
    expect(fields.map(toColumnName).map(toName)).toEqual(fields);
  },
);

const FIELDS = {
  check_in_time: { write: z.string().nullish(), read: z.string().nullable(), shared: true },
  paid_on: {
    write: z.string().transform(Number).optional(),
    read: z.string(),
    present: (days: number) => `day ${days}`,
    shared: false,
  },
};
const row = createRowFields(FIELDS);

test('an entry sets the columns of its fields, and leaves out or clears the others', () => {
  expect(row.toColumns({ check_in_time: '15:00' })).toEqual({ checkInTime: '15:00', paidOn: undefined });
  expect(row.toColumns({ check_in_time: null, paid_on: 3 })).toEqual({ checkInTime: null, paidOn: 3 });
  expect(row.toColumns(null)).toEqual({ checkInTime: null, paidOn: null });
  expect(row.toColumns(undefined)).toEqual({ checkInTime: undefined, paidOn: undefined });
});

test('an answer shows the columns of a row under the names of their fields', () => {
  expect(row.present({ checkInTime: null, paidOn: 3 })).toEqual({ check_in_time: null, paid_on: 'day 3' });
});

test('a table gives the fields that say something of themselves', () => {
  expect(Object.keys(pickFields(FIELDS, 'shared', true))).toEqual(['check_in_time']);
  expect(Object.keys(pickFields(listingFields, 'touches', false))).toEqual([
    'cancellation_policy',
    'reseating',
  ]);
});

test('an answer has the keys of its schema, in its order', () => {
  const schema = z.object({ first: z.int(), second: z.int().optional(), third: z.int() });
  expect(Object.keys(pickShown(schema, { third: 3, fourth: 4, first: 1, second: undefined }))).toEqual([
    'first',
    'second',
    'third',
  ]);
});
