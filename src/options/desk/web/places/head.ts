/** The top of all pages about one place. */

import type { FastifyReply } from 'fastify';
import type { ListingStatus } from '../../../../domain/vocabulary.ts';
import { renderButtonForm } from '../../../../web/views/button-form.ts';
import { presentMoney } from '../../../../web/views/format.ts';
import { EMPTY_HTML, type Html, html } from '../../../../web/views/html.ts';
import { findSitesPath } from '../../../../web/views/navigation.ts';
import { KIND_WORDS, LISTING_STATUS_WORDS, PROPERTY_WORDS } from '../../../../web/views/words.ts';
import type { Place } from '../../services/places.ts';

const TABS = {
  about: ['About', (id) => `places/${id}`],
  photos: ['Photos', (id) => `places/${id}/photos`],
  units: ['Units', (id) => `places/${id}/units`],
  channels: ['Channels', (id) => `places/${id}/channels`],
  prices: ['Prices', (id) => `prices/${id}`],
} as const satisfies Record<string, readonly [name: string, path: (id: string) => string]>;
type PlaceTab = keyof typeof TABS;

type View = { base: string; place: Place; tab: PlaceTab };

export const renderPlaceHead = (reply: FastifyReply, { base, place, tab }: View): Html => html`
<p class="back">${renderBack(base, place, tab)}</p>
<div class="head"><h1><span class="name">${place.publicTitle}</span> <span class="faint">· ${presentKind(place)}</span> ${renderPlaceStatus(place.status)}</h1>
<div class="actions">${renderSiteLink(reply, place)}${STEPS[place.status](reply, `${base}/places/${place.id}`)}</div></div>
<nav class="place-tabs" aria-label="${place.publicTitle}"><ul class="tab-row">${Object.entries(TABS).map(
  ([name, [text, toPath]]) =>
    html`<li><a href="${base}/${toPath(place.id)}"${name === tab ? html` aria-current="page"` : ''}>${text}</a></li>`,
)}</ul></nav>
${renderStanding(place)}`;

function renderBack(base: string, { building }: Place, tab: PlaceTab): Html {
  if (tab === 'prices') return html`<a href="${base}/prices">All prices</a>`;
  return building
    ? html`<a class="name" href="${base}/places/${building.id}">${building.publicTitle}</a>`
    : html`<a href="${base}/places">All places</a>`;
}

/** Such as "Loft", "Building" or "Kind of room". */
export const presentKind = ({ kind, propertyType }: Pick<Place, 'kind' | 'propertyType'>): string =>
  kind === 'standalone' ? PROPERTY_WORDS[propertyType] : KIND_WORDS[kind];

/** Empty for a building that has none. */
export const presentLowestRate = ({ lowestRateCents, currency }: Place): string =>
  lowestRateCents === null ? '' : presentMoney(lowestRateCents, currency, { isShort: true });

export const renderPlaceStatus = (status: ListingStatus): Html =>
  html`<span class="badge listing-${status}">${LISTING_STATUS_WORDS[status]}</span>`;

const openButton = (text: string) => (reply: FastifyReply, path: string) =>
  renderButtonForm(reply, { action: `${path}/open`, text });

const STEPS = {
  draft: openButton('Open for booking'),
  active: (reply, path) => renderButtonForm(reply, { action: `${path}/close`, text: 'Close', look: 'quiet' }),
  inactive: openButton('Open again'),
  archived: openButton('Open again'),
} satisfies Record<ListingStatus, (reply: FastifyReply, path: string) => Html>;

function renderSiteLink({ request }: FastifyReply, { slug, status, listedOnSite, building }: Place): Html {
  const isShown = status === 'active' && listedOnSite && (building?.status ?? 'active') === 'active';
  if (!isShown) return EMPTY_HTML;
  const { visit, teamVisit, server } = request;
  const sites = findSitesPath(server, visit.root);
  if (sites === null) return EMPTY_HTML;
  return html`<a href="${sites}/${teamVisit.team.slug}/${slug}">On your booking page</a>`;
}

/** Why guests cannot book the place, if they cannot. */
function renderStanding({ kind, status, building, unitsCount }: Place): Html {
  const why =
    status === 'active' && building && building.status !== 'active'
      ? 'Its building is not open, so nobody can book it yet.'
      : status === 'active' && unitsCount === 0
        ? NO_UNITS[kind]
        : STANDINGS[status];
  return why === null ? EMPTY_HTML : html`<p class="warning">${why}</p>`;
}

const NO_UNITS = {
  standalone: 'It has no unit that somebody could stay in: add one under “Units”.',
  building: 'It has no rooms yet: add a kind of room below.',
  unit_type: 'It has no room that somebody could stay in: add one under “Units”.',
} satisfies Record<Place['kind'], string>;

const STANDINGS = {
  draft: 'This is a draft: guests neither see nor book it. Open it when it is ready.',
  active: null,
  inactive: 'It is closed: guests neither see nor book it. Bookings that exist stay.',
  archived: 'It is put away: guests neither see nor book it. Bookings that exist stay.',
} satisfies Record<ListingStatus, string | null>;
