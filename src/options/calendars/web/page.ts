import type { FastifyReply } from 'fastify';
import { MAX_IGNORED_SUMMARIES, MAX_NAME_LENGTH, MAX_URL_LENGTH } from '../../../domain/limits.ts';
import type { PageOfRows } from '../../../domain/page.ts';
import type { UnitLabel } from '../../../services/unit-labels.ts';
import { emptyForm, type Form } from '../../../web/form.ts';
import { field } from '../../../web/form-table.ts';
import { buildUrl, ROWS_PER_PAGE } from '../../../web/paging.ts';
import { renderButtonForm } from '../../../web/views/button-form.ts';
import { renderConfirmation } from '../../../web/views/confirmation.ts';
import { type Choice, renderHidden, toChoices } from '../../../web/views/fields.ts';
import { EMPTY_HTML, type Html, html } from '../../../web/views/html.ts';
import { renderFormToken } from '../../../web/views/layout.ts';
import {
  renderEmpty,
  renderFormErrors,
  renderMoment,
  renderPager,
  renderPassedNotice,
} from '../../../web/views/parts.ts';
import { SOURCE_WORDS } from '../../../web/views/words.ts';
import type { ChannelPair } from '../services/feeds/channel-pairs.ts';
import type { CalendarFeed } from '../services/feeds/feeds.ts';
import {
  presentEvents,
  presentProblem,
  renderChannelPairs,
  renderConflictList,
  renderDifferenceList,
  renderFeedBadge,
  renderOurs,
} from './channel-pairs.ts';
import { CHANNELS } from './channels.ts';
import { defineNewFeed, defineOut, FEED } from './form.ts';
import { presentUnitName } from './unit-field.ts';

type ListView = {
  base: string;
  page: number;
  pairs: PageOfRows<ChannelPair>;
  /** Null for all units. */
  unit: UnitLabel | null;
  choices: readonly UnitLabel[];
  now: Date;
  form: Form;
};

const LEAD =
  'A unit and each of its channels, such as Airbnb, have two calendars: theirs, which Innkeep reads, and ours, which they read. With both, a night that is sold in one place is closed in the others.';

export function feedsPage(reply: FastifyReply, view: ListView): Html {
  const { base, page, pairs, unit, choices, form } = view;
  const path = `${base}/calendar-feeds`;
  return html`
${unit ? html`<p class="back"><a href="${path}">All calendar feeds</a></p>` : ''}
<div class="head"><h1>Calendar feeds</h1><a class="button quiet" href="#new">New feed</a></div>
<p class="lead">${LEAD}</p>
${renderPassedNotice(reply)}
${renderFormErrors(form)}
${pairs.rows.length > 0 || page > 1 ? groupByUnit(pairs.rows).map((ofUnit) => renderUnit(reply, view, ofUnit)) : renderNone(unit)}
${renderPager({ page, perPage: ROWS_PER_PAGE, total: pairs.total }, (to) => buildUrl(path, { unit: unit?.id ?? null, page: to }))}
<section class="card" id="new" aria-labelledby="new-heading"><h2 id="new-heading">New feed</h2>
${choices.length === 0 ? html`<p>A feed belongs to a unit. <a href="${base}/places/new">Add a place</a> first.</p>` : html`${renderTwoPastes()}${renderNewForm(reply, path, { form, choices })}`}
</section>
${choices.length === 0 ? '' : renderOutCard(path, { form: emptyForm, choices })}`;
}

function groupByUnit(pairs: readonly ChannelPair[]): ChannelPair[][] {
  const groups: ChannelPair[][] = [];
  for (const pair of pairs) {
    const last = groups.at(-1);
    if (last && last[0]?.unit.id === pair.unit.id) last.push(pair);
    else groups.push([pair]);
  }
  return groups;
}

const renderUnit = (reply: FastifyReply, view: ListView, pairs: readonly ChannelPair[]): Html => {
  const [first] = pairs;
  if (!first) return EMPTY_HTML;
  return html`<section class="card"><h2><a class="name" href="${view.base}/calendar/units/${first.unit.id}">${presentUnitName(first.unit)}</a></h2>
${renderChannelPairs(reply, view, pairs)}</section>`;
};

const renderNone = (unit: UnitLabel | null): Html => html`<section class="card flush">
${renderEmpty(
  'calendar-feeds',
  unit ? `No calendar feeds of ${presentUnitName(unit)} yet` : 'No calendar feeds yet',
  'Add the address of a calendar below. Its nights are then blocked here, and freed when they are free there.',
)}</section>`;

export const renderTwoPastes =
  (): Html => html`<p>A channel is connected by two pastes, one in each direction:</p>
<ol class="steps">
<li><strong>Their address here.</strong> On the channel, copy the address of its own calendar of this unit, paste it below, and add the feed. Innkeep then reads it.</li>
<li><strong>Our address there.</strong> On the page of the new feed, make our address, copy it, and paste it into the channel. The channel then reads it.</li>
</ol>
<p>Each channel has its own page for both:</p>
<ul>${CHANNELS.map(({ name, page, theirs, ours }) => html`<li><strong>${name}</strong>: ${page}. Their address is under “${theirs}”, and ours goes into “${ours}”.</li>`)}</ul>`;

/** For systems that have no calendar feed in Innkeep. */
const renderOutCard = (path: string, { form, choices }: Pick<ListView, 'form' | 'choices'>): Html =>
  html`<section class="card" aria-labelledby="out-heading"><h2 id="out-heading">Calendars for other systems</h2>
<p>A channel with a feed above gets an address of its own. For all others that read when a unit is taken, such as a phone, there is the unit’s address.</p>
<form method="get" action="${path}/out">${field(form, defineOut(choices), 'unit')}
<button class="quiet" type="submit">Go to its address</button></form></section>`;

/** If no unit has the typed name. */
export const outPage = (base: string, view: Pick<ListView, 'form' | 'choices'>): Html => html`
<p class="back"><a href="${base}/calendar-feeds">All calendar feeds</a></p>
${renderFormErrors(view.form)}
${renderOutCard(`${base}/calendar-feeds`, view)}`;

/** `path` is where the form is sent. */
export const renderNewForm = (
  reply: FastifyReply,
  path: string,
  { form, choices }: Pick<ListView, 'form' | 'choices'>,
): Html => html`<form method="post" action="${path}">${renderFormToken(reply)}
${field(form, defineNewFeed(choices), 'unit_id')}
${renderFeedFields(form)}
<button type="submit">Add feed</button></form>`;

/** With the present one, which may be a channel's own word. */
function listSources(present: string): Choice[] {
  const known = [{ value: '', name: 'As its address says' }, ...toChoices(SOURCE_WORDS)];
  const isOffered = known.some(({ value }) => value === present);
  return isOffered ? known : [...known, { value: present, name: present.replace('channel:', '') }];
}

const renderFeedFields = (form: Form): Html => html`
${field(form, FEED, 'name', { maxLength: MAX_NAME_LENGTH, help: 'Such as “Airbnb”. Its blocks show it.' })}
${field(form, FEED, 'url', { label: 'Address of the calendar', type: 'url', maxLength: MAX_URL_LENGTH, help: 'Copy it from the channel, where that exports its calendar. It begins with https:// or webcal://.' })}
${field(form, FEED, 'source', {
  label: 'Source of its bookings',
  isOptional: 'unmarked',
  choices: listSources(form.values.source ?? ''),
})}
${field(form, FEED, 'ignore', {
  help: `Titles of events that take no nights here, one on each line and at most ${MAX_IGNORED_SUMMARIES}, such as “Airbnb (Not available)”.`,
})}`;

type FeedPageView = { base: string; pair: ChannelPair; now: Date; form: Form };

export function feedPage(reply: FastifyReply, view: FeedPageView): Html {
  const { base, pair, now, form } = view;
  const { feed, unit } = pair;
  const path = `${base}/calendar-feeds/${feed.id}`;
  const problem = presentProblem(feed);
  const zone = unit.timezone;
  return html`
<p class="back"><a href="${base}/calendar-feeds">All calendar feeds</a></p>
<div class="head"><h1><span class="name">${feed.name}</span> ${renderFeedBadge(feed)}</h1>
<div class="actions">${renderButtonForm(reply, { action: `${path}/refresh`, text: 'Read it now', look: 'quiet' })}
<a class="button quiet danger" href="${path}/delete">Delete</a></div></div>
${renderPassedNotice(reply)}
${renderFormErrors(form)}
${problem === null ? '' : html`<p class="warning">${problem}</p>`}
${renderConflictsCard(base, feed)}${renderDiffersCard(base, feed)}
<div class="columns even">
<div>
<section class="card" aria-labelledby="theirs-heading"><h2 id="theirs-heading">Their calendar, which we read</h2>
<dl>
<div class="wide"><dt>Unit</dt><dd><a class="name" href="${base}/calendar/units/${feed.unitId}">${presentUnitName(unit)}</a></dd></div>
<div><dt>Last tried</dt><dd>${feed.lastCheckedAt ? renderMoment(feed.lastCheckedAt, now, zone) : 'never'}</dd></div>
<div><dt>Last read</dt><dd>${feed.lastSuccessAt ? renderMoment(feed.lastSuccessAt, now, zone) : 'never'}</dd></div>
<div class="wide"><dt>Found</dt><dd>${presentEvents(feed)}</dd></div>
</dl></section>
<section class="card" aria-labelledby="ours-heading"><h2 id="ours-heading">Our calendar, which they read</h2>
${renderOurs(reply, view, pair)}</section>
</div>
<section class="card" aria-labelledby="settings-heading"><h2 id="settings-heading">Settings</h2>
<form method="post" action="${path}">${renderFormToken(reply)}${renderHidden({ seen: form.values.seen ?? '' })}${renderFeedFields(form)}
${field(form, FEED, 'paused', { label: 'Paused: leave it alone, and keep its blocks' })}
<button type="submit">Save</button></form></section>
</div>`;
}

const renderConflictsCard = (base: string, { conflicts }: CalendarFeed): Html =>
  conflicts.length === 0
    ? EMPTY_HTML
    : html`<section class="card" aria-labelledby="conflicts-heading"><h2 id="conflicts-heading">Conflicts</h2>
<p>Nights of these stays are taken there and here. Move or cancel one of the two. What the channel merely repeats from our calendar is no conflict.</p>
${renderConflictList(base, conflicts)}</section>`;

/** The bookings of which the feed's events say something else. */
const renderDiffersCard = (base: string, { differs }: CalendarFeed): Html =>
  differs.length === 0
    ? EMPTY_HTML
    : html`<section class="card" aria-labelledby="differs-heading"><h2 id="differs-heading">Stays that differ</h2>
<p>The channel has other dates for these bookings, or no longer has them. Nothing changes by itself: change or cancel one of the two.</p>
${renderDifferenceList(base, differs)}</section>`;

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
