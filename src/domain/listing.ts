import type { ListingKind, ListingStatus } from './vocabulary.ts';

const IS_BUILDING: Record<ListingKind, boolean> = { standalone: false, building: true, unit_type: false };
const IS_IN_BUILDING: Record<ListingKind, boolean> = { standalone: false, building: false, unit_type: true };
const NEEDS_UNIT: Record<ListingKind, boolean> = { standalone: true, building: false, unit_type: false };

/** A building contains unit types and has no units of its own. A booking takes the units of all its unit types. */
export const isBuilding = (kind: ListingKind): boolean => IS_BUILDING[kind];

/** A unit type belongs to a building, and has its address, time zone and currency. */
export const isUnitType = (kind: ListingKind): boolean => IS_IN_BUILDING[kind];

/** A standalone listing gets a unit of its own if it is created without units. */
export const needsUnit = (kind: ListingKind): boolean => NEEDS_UNIT[kind];

export interface ListingStanding {
  readonly kind: ListingKind;
  readonly status: ListingStatus;
  readonly wholeBuildingBookable: boolean;
  /** The status of a unit type's building. Null for other kinds. */
  readonly buildingStatus: ListingStatus | null;
}

/**
 * Whether a listing can be booked at all (`listing_not_bookable`): it is active, the building of a unit type is active
 * too, and a building is bookable as a whole.
 */
export const isBookable = (listing: ListingStanding): boolean =>
  IS_SOLD[listing.status] && isOpen[listing.kind](listing);

const IS_SOLD: Record<ListingStatus, boolean> = {
  draft: false,
  active: true,
  inactive: false,
  archived: false,
};

const isOpen = {
  standalone: () => true,
  building: ({ wholeBuildingBookable }) => wholeBuildingBookable,
  unit_type: ({ buildingStatus }) => buildingStatus !== null && IS_SOLD[buildingStatus],
} satisfies Record<ListingKind, (listing: ListingStanding) => boolean>;
