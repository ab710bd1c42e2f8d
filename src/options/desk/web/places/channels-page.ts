/** The calendars that Innkeep reads and publishes for a place, and each unit's own calendar address. */

import type { FastifyReply } from 'fastify';
import type { Form } from '../../../../web/form.ts';
import { buildUrl, ROWS_PER_PAGE } from '../../../../web/paging.ts';
import { EMPTY_HTML, type Html, html } from '../../../../web/views/html.ts';
import {
  renderEmpty,
  renderFormErrors,
  renderMoment,
  renderPager,
  renderPassedNotice,
} from '../../../../web/views/parts.ts';
import { renderChannelPairs } from '../../../calendars/web/channel-pairs.ts';
import { renderNewForm, renderTwoPastes } from '../../../calendars/web/page.ts';
import type { PlaceChannels, UnitChannels } from '../../services/place-channels.ts';
import type { Place } from '../../services/places.ts';
import { renderPlaceHead } from './head.ts';

type View = {
  base: string;
  place: Place;
  page: number;
  channels: PlaceChannels;
  now: Date;
  form: Form;
};

export const channelsPage = (reply: FastifyReply, view: View): Html => {
  const { base, place, page, channels, form } = view;
  const path = `${base}/places/${place.id}/channels`;
  return html`
${renderPlaceHead(reply, { base, place, tab: 'channels' })}
${renderPassedNotice(reply)}
${renderFormErrors(form)}
<p class="lead">A channel, such as Airbnb, is connected unit by unit: Innkeep reads its calendar of the unit, and it reads ours. A night that is sold in one place is then closed in the others.</p>
${
  channels.total === 0
    ? html`<section class="card flush">${renderEmpty('calendar-feeds', 'No units yet', 'Channels are connected to units.', html`<a class="button" href="${base}/places/${place.id}/units">Add a unit</a>`)}</section>`
    : channels.rows.map((unit) => renderUnit(reply, view, unit))
}
${renderPager({ page, perPage: ROWS_PER_PAGE, total: channels.total }, (to) => buildUrl(path, { page: to }))}
${channels.choices.length === 0 ? '' : renderAdding(reply, path, view)}`;
};

const renderUnit = (reply: FastifyReply, view: View, { unit, pairs, ownFetchedAt }: UnitChannels): Html => {
  const { base, place } = view;
  const own = `${base}/calendar/units/${unit.id}/address`;
  const add = buildUrl(`${base}/places/${place.id}/channels`, { unit: unit.id });
  return html`<section class="card unit-channels" aria-label="${unit.name}"><div class="head"><h2><a class="name" href="${base}/calendar/units/${unit.id}">${unit.name}</a>${place.kind === 'building' ? html` <span class="faint name">${unit.listingTitle}</span>` : ''}</h2>
<div class="actions"><a href="${own}" aria-label="Calendar for other systems: ${unit.name}">${ownFetchedAt === undefined ? 'Calendar for other systems' : 'Its own address'}</a><a href="${add}#new" aria-label="Connect a channel to ${unit.name}">Connect a channel</a></div></div>
${pairs.length === 0 ? html`<p class="faint">No channel yet.</p>` : renderChannelPairs(reply, view, pairs)}
${ownFetchedAt ? html`<p class="help">Other systems last read its own address ${renderMoment(ownFetchedAt, view.now, unit.timezone)}.</p>` : EMPTY_HTML}</section>`;
};

const renderAdding = (reply: FastifyReply, path: string, { form, channels: { choices } }: View): Html =>
  html`<section class="card" id="new" aria-labelledby="new-heading"><h2 id="new-heading">Connect a channel</h2>
${renderTwoPastes()}${renderNewForm(reply, path, { form, choices })}</section>`;
