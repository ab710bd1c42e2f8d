import { describe, expect, test } from 'vitest';
import {
  isBuilding,
  isListingBookable,
  isUnitType,
  type ListingBookability,
  needsOwnUnit,
} from '../../src/domain/listing.ts';
import { LISTING_STATUSES, mayWrite } from '../../src/domain/vocabulary.ts';

test.each([
  ['standalone', false, false, true],
  ['building', true, false, false],
  ['unit_type', false, true, false],
] as const)(
  'a %s listing is a building: %s, is inside a building: %s, needs a unit of its own: %s',
  (kind, ...expected) => {
    expect([isBuilding(kind), isUnitType(kind), needsOwnUnit(kind)]).toEqual(expected);
  },
);

test('only a read-write token may write', () => {
  expect([mayWrite('read-write'), mayWrite('read-only')]).toEqual([true, false]);
});

const buildBookability = (overrides: Partial<ListingBookability>): ListingBookability => ({
  kind: 'standalone',
  status: 'active',
  wholeBuildingBookable: false,
  buildingStatus: null,
  ...overrides,
});

describe('whether a listing can be booked', () => {
  test('only an active listing can be booked', () => {
    const bookable = LISTING_STATUSES.filter((status) => isListingBookable(buildBookability({ status })));
    expect(bookable).toEqual(['active']);
  });

  test('a unit type cannot be booked if its building is not active, whether or not the building is let as a whole', () => {
    const bookable = LISTING_STATUSES.filter((buildingStatus) =>
      isListingBookable(buildBookability({ kind: 'unit_type', buildingStatus })),
    );
    expect(bookable).toEqual(['active']);
    expect(
      isListingBookable(buildBookability({ kind: 'unit_type', buildingStatus: 'active', status: 'draft' })),
    ).toBe(false);
  });

  test('a building that is not let as a whole cannot be booked', () => {
    expect(isListingBookable(buildBookability({ kind: 'building', wholeBuildingBookable: false }))).toBe(
      false,
    );
    expect(isListingBookable(buildBookability({ kind: 'building', wholeBuildingBookable: true }))).toBe(true);
  });
});
