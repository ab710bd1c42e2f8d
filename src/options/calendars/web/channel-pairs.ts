/**
 * A channel of a unit, such as Airbnb, has two calendars: its own, which Innkeep reads, and Innkeep's, which
 * it reads.
 */
import type { FastifyReply } from 'fastify';
import type { CalendarFeedStatus } from '../../../domain/vocabulary.ts';
import { renderButtonForm } from '../../../web/views/button-form.ts';
import { dateWithYear, presentCount } from '../../../web/views/format.ts';
import { EMPTY_HTML, type Html, html } from '../../../web/views/html.ts';
import { renderMoment } from '../../../web/views/parts.ts';
import type { ChannelPair } from '../services/feeds/channel-pairs.ts';
import type { CalendarFeed } from '../services/feeds/feeds.ts';
import { presentWhereToPaste } from './channels.ts';

type View = {
  /** Of the team's pages. */
  base: string;
  now: Date;
};

export const renderChannelPairs = (reply: FastifyReply, view: View, pairs: readonly ChannelPair[]): Html =>
  html`<ul class="pairs">${pairs.map(
    (pair) => html`<li class="pair">
<h3><a class="name" href="${toFeedPath(view, pair)}">${pair.feed.name}</a> ${renderFeedBadge(pair.feed)}</h3>
<dl class="sides">
<div><dt>Their calendar, which we read</dt><dd>${renderTheirs(view, pair)}</dd></div>
<div><dt>Our calendar, which they read</dt><dd>${renderOurs(reply, view, pair)}</dd></div>
</dl></li>`,
  )}</ul>`;

const toFeedPath = ({ base }: View, { feed }: ChannelPair): string => `${base}/calendar-feeds/${feed.id}`;

const FEED_WORDS = {
  new: 'Not read yet',
  ok: 'Read',
  failing: 'Failing',
  suspicious: 'Suspicious',
} satisfies Record<CalendarFeedStatus, string>;

export const renderFeedBadge = ({ status, paused }: CalendarFeed): Html =>
  paused
    ? html`<span class="badge">Paused</span>`
    : html`<span class="badge feed-${status}">${FEED_WORDS[status]}</span>`;

function renderTheirs(view: View, pair: ChannelPair): Html {
  const { feed, unit } = pair;
  const read = feed.lastSuccessAt
    ? html`Last read ${renderMoment(feed.lastSuccessAt, view.now, unit.timezone)}: ${presentEvents(feed)}.`
    : html`Not read yet.`;
  const problem = presentProblem(feed);
  return html`<p>${read}</p>
${problem === null ? '' : html`<p class="warning">${problem}</p>`}
${renderConflicts(view, pair)}`;
}

export const presentEvents = ({ events, leftOut }: CalendarFeed): string =>
  leftOut === 0
    ? presentCount(events, 'event')
    : `${presentCount(events, 'event')}, and ${leftOut} that ${leftOut === 1 ? 'takes' : 'take'} no nights, because the channel has cancelled ${leftOut === 1 ? 'it' : 'them'} or marks ${leftOut === 1 ? 'it' : 'them'} as free`;

/** Says what happens to the feed's nights. Null if all is well. */
export function presentProblem({ paused, status, lastError }: CalendarFeed): string | null {
  if (paused) return 'Paused: it is not read, keeps its nights and takes none.';
  if (status === 'failing')
    return `The last reading failed: ${lastError ?? ''} Its nights stay blocked until all of it can be read.`;
  if (status === 'suspicious')
    return 'Many of its nights have vanished at once. In case that is a mistake, they stay blocked for an hour. If they are still gone then, they become free.';
  return null;
}

/** The feed's own page shows all. */
const MAX_CONFLICTS = 3;

function renderConflicts(view: View, pair: ChannelPair): Html {
  const { conflicts } = pair.feed;
  if (conflicts.length === 0) return EMPTY_HTML;
  return html`<p><strong class="error">${presentCount(conflicts.length, 'conflict')}</strong>: nights that are taken there and here. Move or cancel one of the two.</p>
${renderConflictList(view.base, conflicts.slice(0, MAX_CONFLICTS))}
${conflicts.length > MAX_CONFLICTS ? html`<p><a href="${toFeedPath(view, pair)}">All ${conflicts.length} conflicts</a></p>` : ''}`;
}

export const renderConflictList = (base: string, conflicts: CalendarFeed['conflicts']): Html =>
  html`<ul class="parts">${conflicts.map(
    ({ startDate, endDate, bookingId, blockId }) =>
      html`<li><span>${dateWithYear(startDate)} – ${dateWithYear(endDate)}</span>${bookingId === null ? '' : html`<a href="${base}/bookings/${bookingId}">The booking here</a>`}${blockId === null ? '' : html`<a href="${base}/calendar/blocks/${blockId}">The block here</a>`}</li>`,
  )}</ul>`;

/** What the channel says of its bookings here, each with a link to the booking. */
export const renderDifferenceList = (base: string, differs: CalendarFeed['differs']): Html =>
  html`<ul class="parts">${differs.map(
    ({ startDate, endDate, bookingId }) =>
      html`<li><span>${startDate && endDate ? `${dateWithYear(startDate)} – ${dateWithYear(endDate)} there` : 'No longer there'}</span><a href="${base}/bookings/${bookingId}">The booking here</a></li>`,
  )}</ul>`;

/** Channels fetch a calendar every few hours, so one that has not for a day may have lost its address. */
const LATE_AFTER_MS = 24 * 3_600_000;

export function renderOurs(reply: FastifyReply, view: View, pair: ChannelPair): Html {
  const path = `${toFeedPath(view, pair)}/address`;
  const { name } = pair.feed;
  const state =
    pair.ours === null
      ? html`<p>It has no address yet, so ${name} does not learn here which nights are taken.</p>`
      : renderFetched(view, pair);
  const [action, text] =
    pair.ours === null ? [path, 'Make our address'] : [`${path}/show`, 'Show our address'];
  return html`${state}
<div class="actions">${renderButtonForm(reply, { action, text, label: `${text} for ${name}`, look: 'quiet small' })}
<a href="${path}" aria-label="How it works: our calendar for ${name}">How it works</a></div>`;
}

export function renderFetched({ now }: View, { feed, unit, ours }: ChannelPair): Html {
  if (!ours?.fetchedAt)
    return html`<p class="warning">${feed.name} has never fetched our address: paste it into ${presentWhereToPaste(feed.url)}.</p>`;
  const last = html`<p>Last fetched ${renderMoment(ours.fetchedAt, now, unit.timezone)}.</p>`;
  return now.getTime() - ours.fetchedAt.getTime() < LATE_AFTER_MS
    ? last
    : html`${last}<p class="warning">That is late: channels fetch every few hours. See whether the address is still in ${presentWhereToPaste(feed.url)}.</p>`;
}
