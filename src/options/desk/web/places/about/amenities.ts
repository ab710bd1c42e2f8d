import { AMENITY_GROUPS } from '../../../../../domain/amenities.ts';
import type { Form } from '../../../../../web/form.ts';
import { type Html, html } from '../../../../../web/views/html.ts';

/** Without a script, all are shown. */
export function renderAmenities(form: Form): Html {
  const chosen = new Set((form.values.amenities ?? '').split(','));
  const error = form.errors.amenities;
  const renderGroup = ({ name, amenities }: (typeof AMENITY_GROUPS)[number]) =>
    html`<fieldset class="field"><legend>${name}</legend><div class="ticks">${amenities.map(
      (amenity) =>
        html`<label class="tick"><input type="checkbox" name="amenities" value="${amenity.code}"${chosen.has(amenity.code) ? ' checked' : ''}> ${amenity.name}</label>`,
    )}</div></fieldset>`;
  return html`<div class="field" data-filter hidden><label for="amenities-search">Search</label>
<input id="amenities-search" type="search" autocomplete="off" aria-controls="amenities">
<p class="help" role="status"></p></div>
<div id="amenities" class="amenity-groups">${AMENITY_GROUPS.map(renderGroup)}</div>
${error ? html`<p class="error" id="amenities-error">${error}</p>` : ''}`;
}
