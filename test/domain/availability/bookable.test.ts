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
  it('listing_not_bookable is every listing that is not active', () => {
    const bookable = LISTING_STATUSES.filter((status) => isListingBookable(standing({ status })));
    expect(bookable).toEqual(['active']);
  });

  it('listing_not_bookable is a unit type whose building is not active, whether or not that is bookable as a whole', () => {
    const bookable = LISTING_STATUSES.filter((buildingStatus) =>
      isListingBookable(standing({ kind: 'unit_type', buildingStatus })),
    );
    expect(bookable).toEqual(['active']);
    expect(
      isListingBookable(standing({ kind: 'unit_type', buildingStatus: 'active', status: 'draft' })),
    ).toBe(false);
  });

  it('listing_not_bookable is a building that is not bookable as a whole', () => {
    expect(isListingBookable(standing({ kind: 'building', wholeBuildingBookable: false }))).toBe(false);
    expect(isListingBookable(standing({ kind: 'building', wholeBuildingBookable: true }))).toBe(true);
  });
});
