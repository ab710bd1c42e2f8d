/** Each building is followed by its unit types. */

import type { FastifyReply } from 'fastify';
import type { PageOfRows } from '../../../../domain/page.ts';
import { buildUrl, type Query, ROWS_PER_PAGE, toFilterForm } from '../../../../web/paging.ts';
import { renderField } from '../../../../web/views/fields.ts';
import { type Html, html } from '../../../../web/views/html.ts';
import {
  renderEmpty,
  renderNothingFound,
  renderPager,
  renderPassedNotice,
  renderTable,
} from '../../../../web/views/parts.ts';
import type { Place } from '../../services/places.ts';
import { renderThumbnail } from './drawings.ts';
import { presentKind, presentLowestRate, renderPlaceStatus } from './head.ts';

type View = { base: string; query: Query; page: number; places: PageOfRows<Place> };

export function placesPage(reply: FastifyReply, { base, query, page, places }: View): Html {
  const path = `${base}/places`;
  const { root } = reply.request.visit;
  return html`
<div class="head"><h1>Places <span class="count">${places.total.toLocaleString('en-GB')}</span></h1>
<div class="actions"><a href="${base}/calendar-feeds">All calendar feeds</a><a class="button" href="${path}/new">Add a place</a></div></div>
${renderPassedNotice(reply)}
<form class="filters" method="get" action="${path}" role="search" aria-label="Places">
${renderField(toFilterForm(query), { name: 'q', label: 'Part of the name', type: 'search', maxLength: 100, isOptional: 'unmarked' })}
<div class="actions"><button class="quiet" type="submit">Show</button>${query.q !== undefined ? html`<a href="${path}">Show all</a>` : ''}</div>
</form>
<section class="card flush places" aria-label="Places">
${renderTable(
  {
    label: 'Places',
    heads: ['Place', 'What it is', 'City', 'Status', 'A night from', 'Guests', 'Units'],
    numbers: ['A night from', 'Guests', 'Units'],
  },
  places.rows.map((place) => [
    renderName(root, path, place),
    presentKind(place),
    place.city ?? '',
    renderPlaceStatus(place.status),
    presentLowestRate(place),
    String(place.maxGuests),
    String(place.unitsCount),
  ]),
  query.q !== undefined
    ? renderNothingFound(`No place has “${query.q}” in its name.`, path)
    : renderEmpty(
        'places',
        'No places yet',
        'A place is what guests book: a flat, a house, a boat, or a building with kinds of rooms. It begins as a draft that only your team sees.',
        html`<a class="button" href="${path}/new">Add a place</a> <a class="button quiet" href="${path}/new?kind=building">Add a building</a>`,
      ),
)}
</section>
${renderPager({ page, perPage: ROWS_PER_PAGE, total: places.total }, (to) => buildUrl(path, { ...query, page: to }))}`;
}

const renderName = (root: string, path: string, place: Place): Html =>
  html`<span class="place-name${place.building ? ' in-building' : ''}">${renderThumbnail(root, place)}<span><a class="name" href="${path}/${place.id}">${place.publicTitle}</a>${place.nickname === null ? '' : html` <span class="faint name">${place.nickname}</span>`}${place.building ? html`<br><span class="faint name">in ${place.building.publicTitle}</span>` : ''}</span></span>`;
