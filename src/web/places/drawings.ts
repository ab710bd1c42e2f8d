/** The picture of a place in lists: its first photo, or a drawing of its kind. */

import { isMediaPath } from '../../domain/text/picture-address.ts';
import type { Place } from '../../services/front-desk/places.ts';
import { placeDrawingPath } from '../assets.ts';
import { type Html, html } from '../views/html.ts';
import { renderIcon } from '../views/icons.ts';
import { toServiceRoot } from '../views/navigation.ts';

/** The address of a place's first photo, or null if it has none that is stored here. */
export function findOwnPicture(root: string, { picture }: Pick<Place, 'picture'>): string | null {
  const path = picture?.find((address) => address !== null && isMediaPath(address));
  return path ? toServiceRoot(root) + path : null;
}

/**
 * The team's web pages load pictures from this service only, as their Content-Security-Policy requires. A
 * place whose photos are on other servers is therefore shown by a drawing.
 */
export function renderThumbnail(root: string, place: Pick<Place, 'kind' | 'propertyType' | 'picture'>): Html {
  const drawing = placeDrawingPath(place.kind, place.propertyType);
  const source = findOwnPicture(root, place) ?? (drawing && root + drawing);
  return source
    ? html`<img class="thumb" src="${source}" alt="" width="64" height="48" loading="lazy">`
    : html`<span class="thumb">${renderIcon('places')}</span>`;
}
