/** How a place looks in a list. The script `place.js` updates it while the form is filled in. */

import { PROPERTY_TYPES } from '../../../../domain/vocabulary.ts';
import type { Form } from '../../../../web/form.ts';
import { type Html, html } from '../../../../web/views/html.ts';
import { placeDrawingPath } from './drawings.ts';

const DRAWINGS = Object.fromEntries(
  PROPERTY_TYPES.map((type) => [type, placeDrawingPath('standalone', type)]),
);

type View = {
  root: string;
  form: Form;
  currency: string;
  /** In words, if the form has no field for it. */
  price?: string;
  /** The first photo. Without one, a drawing is shown. */
  picture?: string | null;
};

/**
 * Hidden until the script runs. Each part shows the value of a field with a text before and after it, or
 * nothing if the field is empty.
 */
export const renderCard = ({
  root,
  form,
  currency,
  price = '',
  picture = null,
}: View): Html => html`<aside class="place-look" aria-label="How the card looks" hidden data-card="${JSON.stringify(DRAWINGS)}" data-root="${root}">
<p class="faint">This is how guests see it in your list:</p>
<div class="place-card">
${picture === null ? html`<img class="place-card-picture" alt="" width="600" height="400" data-drawing>` : html`<img class="place-card-picture" src="${picture}" alt="" width="600" height="400">`}
<p class="place-card-title name">${renderPart(form, 'public_title', { instead: 'Its name' })}</p>
<p class="faint">${renderPart(form, 'property_type')}${renderPart(form, 'city', { before: ' in ' })}</p>
<p class="name">${renderPart(form, 'headline')}</p>
<p>${renderPart(form, 'max_guests', { before: 'Up to ', after: ' guests' })}</p>
<p>${price === '' ? renderPart(form, 'nightly', { before: 'from ', after: ` ${currency} a night` }) : `from ${price} a night`}</p>
</div></aside>`;

type Around = { before?: string; after?: string; instead?: string };

const renderPart = (form: Form, name: string, { before = '', after = '', instead = '' }: Around = {}): Html =>
  html`<span data-shows="${name}" data-before="${before}" data-after="${after}" data-instead="${instead}">${form.values[name] ? `${before}${form.values[name]}${after}` : instead}</span>`;
