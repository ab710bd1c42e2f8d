import type { ListingKind, ListingStatus } from './vocabulary.ts';

export interface ListingStanding {
  readonly kind: ListingKind;
  readonly status: ListingStatus;
  readonly wholeBuildingBookable: boolean;
  /** The status of a unit type's building. Null for other kinds. */
  readonly buildingStatus: ListingStatus | null;
}

/**
 * Whether a listing can be booked at all (contract, section 6, `listing_not_bookable`): it is active, the building of a
 * unit type is active too, and a building is bookable as a whole.
 */
export const isBookable = (listing: ListingStanding): boolean =>
  IS_SOLD[listing.status] && isOpen[listing.kind](listing);

const IS_SOLD = {
  draft: false,
  active: true,
  inactive: false,
  archived: false,
} satisfies Record<ListingStatus, boolean>;

const isOpen = {
  standalone: () => true,
  building: ({ wholeBuildingBookable }) => wholeBuildingBookable,
  unit_type: ({ buildingStatus }) => buildingStatus !== null && IS_SOLD[buildingStatus],
} satisfies Record<ListingKind, (listing: ListingStanding) => boolean>;
