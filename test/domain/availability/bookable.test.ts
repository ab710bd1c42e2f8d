import { describe, expect, it } from 'vitest';
import { isListingBookable, type ListingBookability } from '../../../src/domain/listing.ts';
import { LISTING_STATUSES } from '../../../src/domain/vocabulary.ts';

const standing = (overrides: Partial<ListingBookability>): ListingBookability => ({
  kind: 'standalone',
  status: 'active',
  wholeBuildingBookable: false,
  buildingStatus: null,
  ...overrides,
});

describe('listing_not_bookable', () => {
  it('only an active listing can be booked', () => {
    const bookable = LISTING_STATUSES.filter((status) => isListingBookable(standing({ status })));
    expect(bookable).toEqual(['active']);
  });

  it('a unit type cannot be booked if its building is not active, whether or not the building is let as a whole', () => {
    const bookable = LISTING_STATUSES.filter((buildingStatus) =>
      isListingBookable(standing({ kind: 'unit_type', buildingStatus })),
    );
    expect(bookable).toEqual(['active']);
    expect(
      isListingBookable(standing({ kind: 'unit_type', buildingStatus: 'active', status: 'draft' })),
    ).toBe(false);
  });

  it('a building that is not let as a whole cannot be booked', () => {
    expect(isListingBookable(standing({ kind: 'building', wholeBuildingBookable: false }))).toBe(false);
    expect(isListingBookable(standing({ kind: 'building', wholeBuildingBookable: true }))).toBe(true);
  });
});
