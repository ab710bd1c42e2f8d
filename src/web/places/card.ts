/** A look at a place's card while its form is filled in. The script `place.js` keeps it as the fields are. */

import type { Form } from '../form.ts';
import { type Html, html } from '../views/html.ts';
import { renderIcon } from '../views/icons.ts';
import { DRAWING_OF, DRAWINGS } from './drawings.ts';

/** Hidden until the script runs. Each part shows the field that it names, between two texts, and nothing if that is empty. */
export const renderCard = (
  form: Form,
  currency: string,
): Html => html`<aside class="place-look" aria-label="How the card looks" hidden data-card="${JSON.stringify(DRAWING_OF)}">
<p class="faint">This is how guests see it in your list:</p>
<div class="place-card">
<div class="place-card-picture">${DRAWINGS.map((drawing) => html`<span data-drawing="${drawing}" hidden>${renderIcon(drawing)}</span>`)}</div>
<p class="place-card-title name">${renderPart(form, 'public_title', { instead: 'Its name' })}</p>
<p class="faint">${renderPart(form, 'property_type')}${renderPart(form, 'city', { before: ' in ' })}${renderPart(form, 'address_city', { before: ' in ' })}</p>
<p class="name">${renderPart(form, 'headline')}</p>
<p>${renderPart(form, 'max_guests', { before: 'Up to ', after: ' guests' })}${renderPart(form, 'nightly', { before: ' · ', after: ` ${currency} a night` })}</p>
</div></aside>`;

type Around = { before?: string; after?: string; instead?: string };

const renderPart = (form: Form, name: string, { before = '', after = '', instead = '' }: Around = {}): Html =>
  html`<span data-shows="${name}" data-before="${before}" data-after="${after}" data-instead="${instead}">${form.values[name] ?? ''}</span>`;
