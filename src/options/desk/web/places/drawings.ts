import { isMediaPath } from '../../../../domain/text/picture-address.ts';
import type { ListingKind, PropertyType } from '../../../../domain/vocabulary.ts';
import { readStaticFiles } from '../../../../plugins/static-files.ts';
import { buildAssetPath } from '../../../../web/assets.ts';
import { type Html, html } from '../../../../web/views/html.ts';
import { renderIcon } from '../../../../web/views/icons.ts';
import { toServiceRoot } from '../../../../web/views/navigation.ts';
import type { Place } from '../../services/places.ts';

const FILE = 'places.svg';
/** Shared with the example booking site. An installation without it has no drawings of places. */
export const DRAWINGS = readStaticFiles(
  new URL('../../../../../examples/booking-site/', import.meta.url),
  /^places\.svg$/,
);

/**
 * For a place without a photo. A unit type of a building gets the drawing of a room, unless the team has
 * chosen another property type. Null if the installation has no drawings.
 */
export function placeDrawingPath(kind: ListingKind, propertyType: PropertyType): string | null {
  const file = DRAWINGS.get(FILE);
  const drawing = kind === 'unit_type' && propertyType === 'other' ? 'room' : propertyType;
  return file ? `${buildAssetPath(FILE, file)}#${drawing}` : null;
}

/** Null if the first photo is not stored here. */
export function findOwnPicture(root: string, { picture }: Pick<Place, 'picture'>): string | null {
  const path = picture?.find((address) => address !== null && isMediaPath(address));
  return path ? toServiceRoot(root) + path : null;
}

/**
 * The Content-Security-Policy allows pictures from this service only, so a place whose photos are on other
 * servers is shown by a drawing.
 */
export function renderThumbnail(root: string, place: Pick<Place, 'kind' | 'propertyType' | 'picture'>): Html {
  const drawing = placeDrawingPath(place.kind, place.propertyType);
  const source = findOwnPicture(root, place) ?? (drawing && root + drawing);
  return source
    ? html`<img class="thumb" src="${source}" alt="" width="64" height="48" loading="lazy">`
    : html`<span class="thumb">${renderIcon('places')}</span>`;
}
