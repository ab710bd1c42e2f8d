import { MAX_PHOTO_URL_LENGTH } from './limits.ts';
import { isWebAddress, sayWebAddressRule } from './text/web-address.ts';
import type { BedKind, ListingKind, ListingStatus } from './vocabulary.ts';

const IS_BUILDING: Record<ListingKind, boolean> = { standalone: false, building: true, unit_type: false };
const IS_UNIT_TYPE: Record<ListingKind, boolean> = { standalone: false, building: false, unit_type: true };
const NEEDS_OWN_UNIT: Record<ListingKind, boolean> = { standalone: true, building: false, unit_type: false };

/** A building has no units of its own: a booking of it takes the units of all its unit types. */
export const isBuilding = (kind: ListingKind): boolean => IS_BUILDING[kind];

/** A unit type has its building's address, time zone and currency. */
export const isUnitType = (kind: ListingKind): boolean => IS_UNIT_TYPE[kind];

/** A standalone listing gets a unit of its own if it is created without units. */
export const needsOwnUnit = (kind: ListingKind): boolean => NEEDS_OWN_UNIT[kind];

export type Room = {
  readonly name: string;
  readonly beds: readonly { readonly kind: BedKind; readonly count: number }[];
};

export interface ListingBookability {
  readonly kind: ListingKind;
  readonly status: ListingStatus;
  readonly wholeBuildingBookable: boolean;
  /** Null unless the listing is a unit type. */
  readonly buildingStatus: ListingStatus | null;
}

/**
 * Otherwise `listing_not_bookable`. A listing must be active, for a unit type the building too, and a
 * building must be bookable as a whole.
 */
export const isListingBookable = (listing: ListingBookability): boolean =>
  IS_BOOKABLE_STATUS[listing.status] && isBookableKind[listing.kind](listing);

const IS_BOOKABLE_STATUS: Record<ListingStatus, boolean> = {
  draft: false,
  active: true,
  inactive: false,
  archived: false,
};

const isBookableKind = {
  standalone: () => true,
  building: ({ wholeBuildingBookable }) => wholeBuildingBookable,
  unit_type: ({ buildingStatus }) => buildingStatus !== null && IS_BOOKABLE_STATUS[buildingStatus],
} satisfies Record<ListingKind, (listing: ListingBookability) => boolean>;

/** An address that a page can show without running anything (docs/rules.md, 5.8). */
export const isPhotoAddress = (text: string): boolean => isWebAddress(text, MAX_PHOTO_URL_LENGTH);

/** The end of an error message. */
export const PHOTO_ADDRESS_RULE = sayWebAddressRule(MAX_PHOTO_URL_LENGTH);
