/** The units of a place. The page of a building lists its unit types instead, because the units are theirs. */

import type { FastifyReply } from 'fastify';
import { MAX_NAME_LENGTH } from '../../../../domain/limits.ts';
import type { PageOfRows } from '../../../../domain/page.ts';
import type { Unit } from '../../../../services/catalogue/units.ts';
import type { Form } from '../../../../web/form.ts';
import { buildUrl, ROWS_PER_PAGE } from '../../../../web/paging.ts';
import { renderButtonForm } from '../../../../web/views/button-form.ts';
import { renderHidden, renderTextArea } from '../../../../web/views/fields.ts';
import { type Html, html } from '../../../../web/views/html.ts';
import { renderFormToken } from '../../../../web/views/layout.ts';
import {
  renderEmpty,
  renderFormErrors,
  renderPager,
  renderPassedNotice,
} from '../../../../web/views/parts.ts';
import type { Place } from '../../services/places.ts';
import { renderPlaceHead } from './head.ts';
import { renderKindsCard } from './kinds-card.ts';
import { computeUnitVersion } from './unit-form.ts';

type View = {
  base: string;
  place: Place;
  page: number;
  units: PageOfRows<Unit>;
  kinds: readonly Place[];
  added: Form;
  /** The unit whose new name was refused, or null. */
  renamed: { id: string; form: Form } | null;
};

export const unitsPage = (reply: FastifyReply, view: View): Html => {
  const { base, place, kinds, added, renamed } = view;
  return html`
${renderPlaceHead(reply, { base, place, tab: 'units' })}
${renderPassedNotice(reply)}
${renderFormErrors(renamed?.form ?? added)}
${
  place.kind === 'building'
    ? html`<p class="lead">A building’s rooms belong to its kinds of rooms. Each kind has a page with its own.</p>${renderKindsCard(reply, { base, place, kinds, tab: 'units' })}`
    : renderOwnUnits(reply, view)
}`;
};

const renderOwnUnits = (reply: FastifyReply, view: View): Html => {
  const { base, place, page, units } = view;
  const path = `${base}/places/${place.id}/units`;
  return html`<p class="lead">A unit is what one party occupies: a room, a flat, a boat. Each has a row in the calendar. Guests do not choose among the units of a place.</p>
<section class="card flush" aria-label="Units">
${
  units.rows.length === 0
    ? renderEmpty(
        'places',
        'No units yet',
        'Without a unit nobody can book this place. Add the first one below.',
      )
    : html`<ul class="lines">${units.rows.map((unit) => renderUnit(reply, view, unit))}</ul>`
}
</section>
${renderPager({ page, perPage: ROWS_PER_PAGE, total: units.total }, (to) => buildUrl(path, { page: to }))}
${renderAdding(reply, path, view.added)}`;
};

function renderUnit(reply: FastifyReply, { base, place, page, renamed }: View, unit: Unit): Html {
  const path = `${base}/places/${place.id}/units/${unit.id}`;
  const form = renamed?.id === unit.id ? renamed.form : null;
  // The message at the top of the page links to the field by its name.
  const field = form === null ? `name_${unit.id}` : 'name';
  const error = form?.errors.name;
  return html`<li class="unit-line"><form class="inline" method="post" action="${buildUrl(path, { page })}">${renderFormToken(reply)}${renderHidden({ seen: form?.values.seen ?? computeUnitVersion(unit) })}
<label class="away" for="${field}">Name of ${unit.name}</label>
<input id="${field}" name="name" value="${form?.values.name ?? unit.name}" maxlength="${MAX_NAME_LENGTH}" autocomplete="off" required${error ? html` aria-invalid="true" aria-describedby="name_${unit.id}-error"` : ''}>
<button class="quiet" type="submit" aria-label="Save the name of ${unit.name}">Save</button>
${error ? html`<p class="error" id="name_${unit.id}-error">${error}</p>` : ''}</form>
<span class="line-mark">${unit.active ? html`<a href="${base}/calendar/units/${unit.id}">Calendar</a> <a href="${path}/take-out" aria-label="Take out ${unit.name}">Take out</a>` : html`<span class="badge">Taken out</span> ${renderButtonForm(reply, { action: `${path}/put-back`, text: 'Put back', label: `Put back ${unit.name}`, look: 'quiet small' })} <a href="${path}/take-out" aria-label="Delete ${unit.name}">Delete</a>`}</span></li>`;
}

const renderAdding = (
  reply: FastifyReply,
  path: string,
  form: Form,
): Html => html`<section class="card" aria-labelledby="add-heading"><h2 id="add-heading">Add units</h2>
<form method="post" action="${path}">${renderFormToken(reply)}
${renderTextArea(form, { name: 'names', label: 'Names', help: 'One on each line, such as 101. For five with the numbers 101 to 105: 101-105. All of them are alike for guests.', rows: 3 })}
<button type="submit">Add</button></form></section>`;
