import type { ListingKind, ListingStatus } from './vocabulary.ts';

/** What follows from a listing's kind. */
interface KindTraits {
  /** Contains unit types and has no units of its own. A booking takes the units of all its unit types. */
  readonly isBuilding: boolean;
  /** Belongs to a building, and has its address, time zone and currency. */
  readonly isInBuilding: boolean;
  /** Gets a unit of its own if none is given. */
  readonly needsUnit: boolean;
}

const TRAITS = {
  standalone: { isBuilding: false, isInBuilding: false, needsUnit: true },
  building: { isBuilding: true, isInBuilding: false, needsUnit: false },
  unit_type: { isBuilding: false, isInBuilding: true, needsUnit: false },
} satisfies Record<ListingKind, KindTraits>;

export const isBuilding = (kind: ListingKind): boolean => TRAITS[kind].isBuilding;
export const isInBuilding = (kind: ListingKind): boolean => TRAITS[kind].isInBuilding;
export const needsUnit = (kind: ListingKind): boolean => TRAITS[kind].needsUnit;

export interface ListingStanding {
  readonly kind: ListingKind;
  readonly status: ListingStatus;
  readonly wholeBuildingBookable: boolean;
  /** The status of a unit type's building. Null for other kinds. */
  readonly buildingStatus: ListingStatus | null;
}

/**
 * Whether a listing can be booked at all (`listing_not_bookable`): it is active, the building of a
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
