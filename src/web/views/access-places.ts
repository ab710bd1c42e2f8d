/** The places to which members and tokens are limited, as members choose and read them. */
import { isUnitType } from '../../domain/listing.ts';
import type { AccessListings } from '../../services/access/listings.ts';
import type { PlaceName } from '../../services/place-names.ts';
import type { Form } from '../form.ts';
import { renderPlaceChoice, somePlaces } from '../form-table/places.ts';
import { type Html, html } from './html.ts';
import { presentPlaceName } from './place-name.ts';

/** A building is meant with its kinds of rooms. */
export const accessPlaces = () => somePlaces('Places', 'Tick at least one place, or choose all places.');

export const renderAccessPlaces = (form: Form, places: readonly PlaceName[]): Html =>
  renderPlaceChoice(form, {
    label: 'Places',
    all: 'All places',
    places: places.filter(({ kind }) => !isUnitType(kind)),
    toValue: ({ id }) => id,
  });

/** Such as “Sea Loft and 2 more”. */
export function nameAccessPlaces(listings: AccessListings, places: readonly PlaceName[]): Html {
  if (listings === null) return html`All`;
  const [first, ...others] = places.filter(({ id }) => listings.includes(id));
  if (!first) return html`<span class="faint">None</span>`;
  const more = listings.length > 1 ? ` and ${listings.length - 1} more` : '';
  return html`<span class="name">${presentPlaceName(first)}${others.length === 0 ? '' : more}</span>`;
}
