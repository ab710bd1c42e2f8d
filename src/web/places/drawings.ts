/** The picture of a place in lists: its first one, or a drawing of its kind. */

import { isMediaPath } from '../../domain/picture-address.ts';
import type { ListingKind, PropertyType } from '../../domain/vocabulary.ts';
import type { Place } from '../../services/front-desk/places.ts';
import { type Html, html } from '../views/html.ts';
import { renderIcon } from '../views/icons.ts';
import { toServiceRoot } from '../views/navigation.ts';

export const DRAWINGS = ['room', 'flat', 'house', 'boat'] as const;
export type Drawing = (typeof DRAWINGS)[number];

export const DRAWING_OF = {
  apartment: 'flat',
  house: 'house',
  villa: 'house',
  cabin: 'house',
  chalet: 'house',
  cottage: 'house',
  bungalow: 'house',
  studio: 'flat',
  loft: 'flat',
  townhouse: 'house',
  condominium: 'flat',
  farmhouse: 'house',
  bed_and_breakfast: 'room',
  guest_house: 'house',
  hotel: 'room',
  aparthotel: 'flat',
  hostel: 'room',
  private_room: 'room',
  boat: 'boat',
  treehouse: 'house',
  tent: 'house',
  recreational_vehicle: 'house',
  other: 'house',
} satisfies Record<PropertyType, Drawing>;

const DRAWING_OF_KIND = {
  standalone: null,
  building: 'flat',
  unit_type: 'room',
} satisfies Record<ListingKind, Drawing | null>;

/** A kind of room is drawn as a room and a building as a house of flats, whatever type they are. */
const chooseDrawing = ({ kind, propertyType }: Pick<Place, 'kind' | 'propertyType'>): Drawing =>
  DRAWING_OF_KIND[kind] ?? DRAWING_OF[propertyType];

/** The pages show pictures of this service alone. One that is named by an address elsewhere is drawn. */
export function renderThumbnail(root: string, place: Pick<Place, 'kind' | 'propertyType' | 'picture'>): Html {
  const own = place.picture?.find((address) => address !== null && isMediaPath(address));
  return own
    ? html`<img class="thumb" src="${toServiceRoot(root)}${own}" alt="" width="64" height="48" loading="lazy">`
    : html`<span class="thumb">${renderIcon(chooseDrawing(place))}</span>`;
}
