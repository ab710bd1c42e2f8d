/** Kinds of rooms are named with their building (docs/rules.md, 21.18). */

import { nameInBuilding } from '../../domain/text/place-name.ts';

type Place = { publicTitle: string; buildingTitle: string | null };

export const presentPlaceName = ({ publicTitle, buildingTitle }: Place): string =>
  nameInBuilding(publicTitle, buildingTitle);

type ListingOfRow = { listingTitle: string; buildingTitle: string | null };

export const presentListingName = ({ listingTitle, buildingTitle }: ListingOfRow): string =>
  nameInBuilding(listingTitle, buildingTitle);
