import type { FastifyReply } from 'fastify';
import type { Unit } from '../../../../services/catalogue/units.ts';
import { renderButtonForm } from '../../../../web/views/button-form.ts';
import { renderConfirmation } from '../../../../web/views/confirmation.ts';
import { presentCount } from '../../../../web/views/format.ts';
import { EMPTY_HTML, type Html, html } from '../../../../web/views/html.ts';
import type { Place, UsesOfUnit } from '../../services/places.ts';

type View = { base: string; place: Place; unit: Unit; uses: UsesOfUnit; errors: Html };

export function takeOutPage(reply: FastifyReply, { base, place, unit, uses, errors }: View): Html {
  const back = { path: `${base}/places/${place.id}/units`, text: 'Back to the units' };
  const path = `${back.path}/${unit.id}`;
  const more = html`${renderChannels(base, unit, uses)}`;
  if (!uses.isUsed)
    return renderConfirmation(reply, {
      back,
      question: html`Delete <span class="name">${unit.name}</span>?`,
      errors,
      lead: `Nobody has ever booked or blocked it, so it can be deleted.${uses.feeds > 0 ? ' Its calendar feeds go with it.' : ''}`,
      more,
      action: `${path}/delete`,
      button: 'Delete unit',
    });
  const lead = html`Nobody can book it any more. <a href="${base}/calendar/units/${unit.id}">What has taken it</a>${uses.bookings > 0 ? html`, with ${presentCount(uses.bookings, 'booking')},` : ''} stays, so it cannot be deleted.`;
  if (!unit.active)
    return html`<p class="back"><a href="${back.path}">${back.text}</a></p>
<section class="card"><h1><span class="name">${unit.name}</span> is taken out</h1>${errors}<p class="lead">${lead}</p>${more}
${renderButtonForm(reply, { action: `${path}/put-back`, text: 'Put it back' })}</section>`;
  return renderConfirmation(reply, {
    back,
    question: html`Take out <span class="name">${unit.name}</span>?`,
    errors,
    lead: html`${lead} You can put it back at any time.`,
    more,
    action: `${path}/take-out`,
    button: 'Take out',
  });
}

const renderChannels = (base: string, unit: Unit, { feeds }: UsesOfUnit): Html =>
  feeds === 0
    ? EMPTY_HTML
    : html`<p>It has <a href="${base}/calendar-feeds?unit=${unit.id}">${presentCount(feeds, 'calendar feed')}</a>.</p>`;
