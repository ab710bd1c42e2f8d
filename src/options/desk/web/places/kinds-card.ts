import type { FastifyReply } from 'fastify';
import { presentCount } from '../../../../web/views/format.ts';
import { type Html, html } from '../../../../web/views/html.ts';
import type { Place } from '../../services/places.ts';
import { renderThumbnail } from './drawings.ts';
import { presentLowestRate, renderPlaceStatus } from './head.ts';

type View = {
  base: string;
  place: Place;
  kinds: readonly Place[];
  /** Where the name of a unit type leads, by default to its texts. */
  tab?: 'units' | 'channels';
};

export const renderKindsCard = (
  reply: FastifyReply,
  { base, place, kinds, tab }: View,
): Html => html`<section class="card" aria-labelledby="kinds-heading"><div class="head"><h2 id="kinds-heading">Kinds of rooms</h2>
<a class="button quiet" href="${base}/places/new?building=${place.id}">Add a kind of room</a></div>
${
  kinds.length === 0
    ? html`<p class="faint">None yet. Guests book a kind of room, such as a double room, and get one of its rooms.</p>`
    : html`<ul class="parts">${kinds.map(
        (kind) =>
          html`<li><span class="place-name">${renderThumbnail(reply.request.visit.root, kind)}<a class="name" href="${base}/places/${kind.id}${tab ? `/${tab}` : ''}">${kind.publicTitle}</a></span><span class="faint">${presentCount(kind.unitsCount, 'room')}, ${presentCount(kind.maxGuests, 'guest')} each, ${presentLowestRate(kind)} a night</span>${renderPlaceStatus(kind.status)}</li>`,
      )}</ul>`
}</section>`;
