import type { ListingKind } from './vocabulary.ts';

/** What follows from a listing's kind (contract, section 4). */
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
