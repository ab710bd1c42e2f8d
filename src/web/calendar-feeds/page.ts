/** The pages of a team's calendar feeds. */

import type { FastifyReply } from 'fastify';
import { MAX_IGNORED_SUMMARIES, MAX_NAME_LENGTH, MAX_URL_LENGTH } from '../../domain/limits.ts';
import type { PageOfRows } from '../../domain/page.ts';
import type { CalendarFeed } from '../../services/calendar-feeds/feeds.ts';
import type { UnitLabel } from '../../services/front-desk/unit-labels.ts';
import { emptyForm, type Form } from '../form.ts';
import { buildUrl, ROWS_PER_PAGE } from '../paging.ts';
import { renderButtonForm } from '../views/button-form.ts';
import { renderConfirmation } from '../views/confirmation.ts';
import { type Choice, renderCheckbox, renderField, renderSelect, renderTextArea } from '../views/fields.ts';
import { dateWithYear } from '../views/format.ts';
import { EMPTY_HTML, type Html, html } from '../views/html.ts';
import { renderFormToken } from '../views/layout.ts';
import {
  renderEmpty,
  renderFormErrors,
  renderMoment,
  renderPager,
  renderPassedNotice,
  renderTable,
} from '../views/parts.ts';
import { FEED_WORDS } from '../views/words.ts';
import { type LastFetch, renderLastFetch } from './address-page.ts';

type Labels = ReadonlyMap<string, UnitLabel>;

const renderBadge = ({ status, paused }: CalendarFeed): Html =>
  paused
    ? html`<span class="badge">Paused</span>`
    : html`<span class="badge feed-${status}">${FEED_WORDS[status]}</span>`;
export const presentUnitName = (unit: UnitLabel | undefined): string =>
  unit ? `${unit.listingTitle} · ${unit.name}` : '';

type ListView = {
  base: string;
  /** The team's. */
  zone: string;
  page: number;
  feeds: PageOfRows<CalendarFeed>;
  labels: Labels;
  /** When each feed's channel last read our calendar for it. */
  fetches: ReadonlyMap<string, Date | null>;
  choices: readonly UnitLabel[];
  now: Date;
  form: Form;
};

export function feedsPage(reply: FastifyReply, view: ListView): Html {
  const { base, zone, page, feeds, labels, fetches, choices, now, form } = view;
  const path = `${base}/calendar-feeds`;
  const zoneOf = (feed: CalendarFeed) => labels.get(feed.unitId)?.timezone ?? zone;
  const rows = feeds.rows.map((feed) => [
    html`<a class="name" href="${path}/${feed.id}">${feed.name}</a>`,
    html`<span class="clip">${presentUnitName(labels.get(feed.unitId))}</span>`,
    renderBadge(feed),
    feed.lastSuccessAt
      ? renderMoment(feed.lastSuccessAt, now, zoneOf(feed))
      : html`<span class="faint">never</span>`,
    html`<a href="${path}/${feed.id}/address">${renderLastFetch(fetches.get(feed.id), now, zoneOf(feed))}</a>`,
    String(feed.events),
    feed.conflicts.length === 0 ? '0' : html`<strong class="error">${feed.conflicts.length}</strong>`,
  ]);
  return html`
<div class="head"><h1>Calendar feeds</h1><a class="button" href="#new">New feed</a></div>
<p class="lead">Each channel of a unit, such as Airbnb, needs both: we read its calendar and block its nights here, and it reads ours and closes our nights there.</p>
${renderPassedNotice(reply)}
${renderFormErrors(form)}
<section class="card flush dense" aria-label="Calendar feeds">
${renderTable(
  {
    label: 'Calendar feeds',
    heads: ['Feed', 'Unit', 'Status', 'Last read', 'It read ours', 'Events', 'Conflicts'],
    numbers: ['Events', 'Conflicts'],
  },
  rows,
  renderEmpty(
    'calendar-feeds',
    'No calendar feeds yet',
    'Add the address of a calendar below. Its nights are then blocked here, and freed when they are free there.',
  ),
)}
</section>
${renderPager({ page, perPage: ROWS_PER_PAGE, total: feeds.total }, (to) => buildUrl(path, { page: to }))}
<section class="card" id="new" aria-labelledby="new-heading"><h2 id="new-heading">New feed</h2>
${choices.length === 0 ? html`<p>Add a listing with a unit first.</p>` : renderNewForm(reply, path, { form, choices })}
</section>
${choices.length === 0 ? '' : renderOutCard(path, choices)}`;
}

const toUnitChoices = (units: readonly UnitLabel[]): Choice[] =>
  units.map((unit) => ({ value: unit.id, name: presentUnitName(unit) }));

/** The other direction: calendars that other systems read here. */
const renderOutCard = (path: string, choices: readonly UnitLabel[]): Html =>
  html`<section class="card" aria-labelledby="out-heading"><h2 id="out-heading">Calendars for other systems</h2>
<p>A channel with a feed above gets an address of its own, on its feed’s page. For all others that read when a unit is taken, such as a phone, there is the unit’s address.</p>
<form method="get" action="${path}/out">${renderSelect(emptyForm, { name: 'unit', label: 'Unit', choices: toUnitChoices(choices) })}
<button class="quiet" type="submit">Go to its address</button></form></section>`;

const renderNewForm = (
  reply: FastifyReply,
  path: string,
  { form, choices }: Pick<ListView, 'form' | 'choices'>,
): Html => html`<form method="post" action="${path}">${renderFormToken(reply)}
${renderSelect(form, { name: 'unit_id', label: 'Unit', choices: toUnitChoices(choices) })}
${renderFeedFields(form)}
<button type="submit">Add feed</button></form>`;

const renderFeedFields = (form: Form): Html => html`
${renderField(form, { name: 'name', label: 'Name', maxLength: MAX_NAME_LENGTH, help: 'Such as “Airbnb”. Its blocks show it.' })}
${renderField(form, { name: 'url', label: 'Address of the calendar', type: 'url', maxLength: MAX_URL_LENGTH, help: 'Copy it from the other system, where that exports its calendar. It begins with https:// or webcal://.' })}
${renderTextArea(form, {
  name: 'ignore',
  label: 'Ignored events',
  isOptional: true,
  help: `Titles of events that take no nights here, one on each line and at most ${MAX_IGNORED_SUMMARIES}, such as “Airbnb (Not available)”.`,
})}`;

type FeedPageView = {
  base: string;
  /** The zone of the unit's place. */
  zone: string;
  feed: CalendarFeed;
  unit: UnitLabel | undefined;
  /** When its channel last read our calendar for it. */
  lastFetch: LastFetch;
  now: Date;
  form: Form;
};

export function feedPage(reply: FastifyReply, view: FeedPageView): Html {
  const { base, zone, feed, unit, lastFetch, now, form } = view;
  const path = `${base}/calendar-feeds/${feed.id}`;
  return html`
<p class="back"><a href="${base}/calendar-feeds">All calendar feeds</a></p>
<div class="head"><h1><span class="name">${feed.name}</span> ${renderBadge(feed)}</h1>
<div class="actions">${renderButtonForm(reply, { action: `${path}/refresh`, text: 'Read it now' })}
<a class="button quiet danger" href="${path}/delete">Delete</a></div></div>
${renderPassedNotice(reply)}
${renderFormErrors(form)}
${feed.lastError ? html`<p class="warning">The last reading failed: ${feed.lastError} Its blocks stay as they are.</p>` : ''}
${renderConflictsCard(base, feed)}
<div class="columns even">
<section class="card" aria-labelledby="settings-heading"><h2 id="settings-heading">Settings</h2>
<form method="post" action="${path}">${renderFormToken(reply)}${renderFeedFields(form)}
${renderCheckbox(form, { name: 'paused', label: 'Paused: leave it alone, and keep its blocks' })}
<button type="submit">Save</button></form></section>
<section class="card" aria-labelledby="state-heading"><h2 id="state-heading">State</h2>
<dl>
<div class="wide"><dt>Unit</dt><dd><a class="name" href="${base}/calendar/units/${feed.unitId}">${presentUnitName(unit)}</a></dd></div>
<div><dt>Last tried</dt><dd>${feed.lastCheckedAt ? renderMoment(feed.lastCheckedAt, now, zone) : 'never'}</dd></div>
<div><dt>Last read</dt><dd>${feed.lastSuccessAt ? renderMoment(feed.lastSuccessAt, now, zone) : 'never'}</dd></div>
<div><dt>Events</dt><dd>${feed.events}</dd></div>
<div><dt>It read ours</dt><dd>${renderLastFetch(lastFetch, now, zone)}</dd></div>
</dl>
<p>${lastFetch ? 'It reads our calendar, so that nights taken here are closed there.' : 'It does not know our nights yet: it can sell those that are taken here.'}</p>
<p><a href="${path}/address">Our calendar for <span class="name">${feed.name}</span></a></p></section>
</div>`;
}

/** Events whose nights something else has here. */
const renderConflictsCard = (base: string, { conflicts }: CalendarFeed): Html =>
  conflicts.length === 0
    ? EMPTY_HTML
    : html`<section class="card" aria-labelledby="conflicts-heading"><h2 id="conflicts-heading">Conflicts</h2>
<p>Nights of these stays are taken there and here. Move or cancel one of the two.</p>
<ul class="parts">${conflicts.map(
        ({ startDate, endDate, bookingId, blockId }) =>
          html`<li><span>${dateWithYear(startDate)} – ${dateWithYear(endDate)}</span>${bookingId === null ? '' : html`<a href="${base}/bookings/${bookingId}">The booking here</a>`}${blockId === null ? '' : html`<a href="${base}/calendar/blocks/${blockId}">The block here</a>`}</li>`,
      )}</ul></section>`;

export const deleteFeedPage = (
  reply: FastifyReply,
  { base, feed }: { base: string; feed: CalendarFeed },
): Html => {
  const path = `${base}/calendar-feeds/${feed.id}`;
  return renderConfirmation(reply, {
    back: { path, text: 'Back to the feed' },
    question: html`Delete <span class="name">${feed.name}</span>?`,
    lead: 'The nights that it took can be booked again at once, also where they are taken over there. Our calendar for it is withdrawn.',
    action: `${path}/delete`,
    button: 'Delete feed',
  });
};
