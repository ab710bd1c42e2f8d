import type { ListingKind, ListingStatus } from './vocabulary.ts';

export interface ListingStanding {
  readonly kind: ListingKind;
  readonly status: ListingStatus;
  readonly wholeBuildingBookable: boolean;
  /** The status of a unit type's building; null for the other kinds. */
  readonly buildingStatus: ListingStatus | null;
}

/**
 * Whether a listing can be booked at all (contract, section 6, `listing_not_bookable`): it is active, a unit type's
 * building is too, and a building is bookable as a whole.
 */
export function isBookable(listing: ListingStanding): boolean {
  if (listing.status !== 'active') return false;
  if (listing.kind === 'building') return listing.wholeBuildingBookable;
  return listing.kind === 'standalone' || listing.buildingStatus === 'active';
}
