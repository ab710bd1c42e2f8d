/** It lists what would be deleted with the place, or what prevents that. */

import type { FastifyReply } from 'fastify';
import type { Form } from '../../../../web/form.ts';
import { buildUrl } from '../../../../web/paging.ts';
import { renderButtonForm } from '../../../../web/views/button-form.ts';
import { renderConfirmation } from '../../../../web/views/confirmation.ts';
import { presentCount } from '../../../../web/views/format.ts';
import { EMPTY_HTML, type Html, html } from '../../../../web/views/html.ts';
import { renderFormErrors } from '../../../../web/views/parts.ts';
import type { Place, UsesOfPlace } from '../../services/places.ts';

type View = {
  base: string;
  place: Place;
  uses: UsesOfPlace;
  /** The unit types of a building. */
  kinds: readonly Place[];
  form: Form;
};

export function deletePlacePage(reply: FastifyReply, view: View): Html {
  const { base, place, uses, form } = view;
  const path = `${base}/places/${place.id}`;
  const hindrances = listHindrances(view);
  if (hindrances.length > 0) return renderRefusal(reply, view, hindrances);
  return renderConfirmation(reply, {
    back: { path, text: 'Back to the place' },
    question: html`Delete <span class="name">${place.publicTitle}</span>?`,
    errors: renderFormErrors(form),
    lead: 'It cannot be brought back. Nobody has ever booked it, so nothing else is lost.',
    more: renderGoing(uses),
    action: `${path}/delete`,
    button: 'Delete place',
  });
}

function listHindrances({ base, place, uses, kinds }: View): Html[] {
  const bookings = buildUrl(`${base}/bookings`, { q: place.publicTitle, from: '' });
  const calendar = buildUrl(`${base}/calendar`, { q: place.publicTitle });
  return [
    ...(uses.bookings > 0
      ? [html`<a href="${bookings}">${presentCount(uses.bookings, 'booking')}</a>, cancelled ones among them`]
      : []),
    ...(uses.blocks > 0
      ? [html`<a href="${calendar}">${presentCount(uses.blocks, 'time')}</a> for which it is blocked`]
      : []),
    ...kinds.map(
      (kind) =>
        html`the kind of room <a class="name" href="${base}/places/${kind.id}">${kind.publicTitle}</a>`,
    ),
    ...(uses.ofUnits > 0 && uses.bookings + uses.blocks === 0
      ? [html`<a href="${calendar}">nights that are taken</a>`]
      : []),
  ];
}

function renderRefusal(reply: FastifyReply, { base, place }: View, hindrances: readonly Html[]): Html {
  const path = `${base}/places/${place.id}`;
  const isClosed = place.status === 'inactive' || place.status === 'archived';
  return html`
<p class="back"><a href="${path}">Back to the place</a></p>
<section class="card">
<h1><span class="name">${place.publicTitle}</span> cannot be deleted</h1>
<p class="lead">This hangs on it, and would be lost:</p>
<ul class="steps">${hindrances.map((one) => html`<li>${one}</li>`)}</ul>
${isClosed ? html`<p>It is closed, so nobody can book it any more.</p>` : html`<p>Close it instead: nobody can book it any more, and everything stays.</p>${renderButtonForm(reply, { action: `${path}/close`, text: 'Close it' })}`}
</section>`;
}

function renderGoing({ units, feeds, photos }: UsesOfPlace): Html {
  const going = [
    ...(units > 0 ? [presentCount(units, 'unit')] : []),
    ...(feeds > 0 ? [presentCount(feeds, 'calendar feed')] : []),
    ...(photos > 0 ? [presentCount(photos, 'picture')] : []),
  ];
  return going.length === 0
    ? EMPTY_HTML
    : html`<p>Its prices and texts go with it, and so do ${going.join(', ')}.</p>`;
}
