import { isMediaPath } from '../../../../domain/text/picture-address.ts';
import { placeDrawingPath } from '../../../../web/assets.ts';
import { type Html, html } from '../../../../web/views/html.ts';
import { renderIcon } from '../../../../web/views/icons.ts';
import { toServiceRoot } from '../../../../web/views/navigation.ts';
import type { Place } from '../../services/places.ts';

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
