import type { FastifyReply } from 'fastify';
import { countDaysBetween, type StayDate } from '../../../../domain/dates/dates.ts';
import { MAX_REASON_LENGTH } from '../../../../domain/limits.ts';
import { nameInBuilding } from '../../../../domain/text/place-name.ts';
import type { TakenUnit } from '../../../../services/availability/occupancies.ts';
import type { UnitLabel } from '../../../../services/unit-labels.ts';
import { emptyForm, type Form } from '../../../../web/form.ts';
import { field } from '../../../../web/form-table.ts';
import { buildUrl } from '../../../../web/paging.ts';
import { sayGone } from '../../../../web/views/channel.ts';
import { renderCheckbox, renderField, renderHidden } from '../../../../web/views/fields.ts';
import { presentCount, wholeDate } from '../../../../web/views/format.ts';
import { EMPTY_HTML, type Html, html } from '../../../../web/views/html.ts';
import { renderFormToken } from '../../../../web/views/layout.ts';
import { renderDay, renderFormErrors } from '../../../../web/views/parts.ts';
import { presentListingName } from '../../../../web/views/place-name.ts';
import { type BlockWithUnitLabel, findFreeAgain } from '../../services/calendar.ts';
import { BLOCK } from './forms.ts';

/** A unit that has the name of its place is named once. */
const renderPlace = ({ name, listingTitle, buildingTitle }: UnitLabel): Html =>
  name === listingTitle && buildingTitle === null
    ? html`<strong class="name">${name}</strong>`
    : html`<strong class="name">${nameInBuilding(listingTitle, buildingTitle)}</strong>, unit <strong class="name">${name}</strong>`;

type NightsView = { base: string; unit: UnitLabel; from: string; today: StayDate };

/**
 * One button leads to a new booking, the other to a new block. `from` is the first day of the calendar from
 * which the visitor came, which may be past.
 */
export function nightsPage({ base, unit, from, today }: NightsView): Html {
  const form = { ...emptyForm, values: { check_in: from !== '' && from < today ? today : from } };
  return html`
<p class="back"><a href="${buildUrl(`${base}/calendar`, { from: from || null })}">Calendar</a></p>
<section class="card">
<h1>Nights of <span class="name">${unit.name}</span></h1>
<p class="lead">Choose the nights of ${renderPlace(unit)}. A booking or a block takes this unit.</p>
<form method="get" action="${base}/bookings/new">
${renderHidden({ listing: unit.listingId, unit: unit.id })}
<div class="fields">
${renderField(form, { name: 'check_in', label: 'Arrival', type: 'date' })}
${renderField(form, { name: 'check_out', label: 'Departure', type: 'date' })}
</div>
<div class="actions">
<button type="submit">New booking</button>
<button class="quiet" type="submit" formaction="${base}/calendar/units/${unit.id}/block">Block these nights</button>
</div>
</form>
<p class="ways"><a href="${base}/calendar/units/${unit.id}/address">Its calendar for other systems</a> <a href="${base}/calendar-feeds?unit=${unit.id}">Its channels</a> <a href="${base}/prices/${unit.listingId}">Its prices</a></p>
</section>`;
}

type NewBlockView = { base: string; unit: UnitLabel; form: Form; taken: readonly TakenUnit[] };

/** Each with a link. */
const renderTaken = (base: string, taken: readonly TakenUnit[]): Html =>
  taken.length === 0
    ? EMPTY_HTML
    : html`<div class="warning"><p>These take them:</p>${renderTakenList(base, taken)}</div>`;

export const renderTakenList = (base: string, taken: readonly TakenUnit[]): Html =>
  html`<ul>${taken.map((one) => html`<li>${renderTakenLink(base, one)}, ${one.unitName}, ${wholeDate(one.startDate)} to ${wholeDate(one.endDate)}</li>`)}</ul>`;

function renderTakenLink(base: string, { booking, block }: TakenUnit): Html {
  if (booking)
    return html`<a class="name" href="${base}/bookings/${booking.id}">${booking.confirmationCode} ${booking.guestName}</a>`;
  return html`<a class="name" href="${base}/calendar/blocks/${block?.id ?? ''}">${block?.reason ?? block?.source ?? 'A block'}</a>`;
}

export const newBlockPage = (reply: FastifyReply, { base, unit, form, taken }: NewBlockView): Html => html`
<p class="back"><a href="${buildUrl(`${base}/calendar`, { from: form.values.check_in || null })}">Calendar</a></p>
<section class="card">
<h1>Block nights</h1>
<p class="lead">Nobody can book blocked nights of ${renderPlace(unit)}: for repairs, or for a stay of its owner.</p>
${renderFormErrors(form)}
${renderTaken(base, taken)}
<form method="post" action="${base}/calendar/units/${unit.id}/block">
${renderFormToken(reply)}
<div class="fields">
${field(form, BLOCK, 'start_date', { label: 'First night' })}
${field(form, BLOCK, 'end_date', { label: 'Free again on' })}
</div>
${field(form, BLOCK, 'reason', { label: 'Reason', rows: 2, maxLength: MAX_REASON_LENGTH, help: 'The calendar shows it on the block. Guests never see it.' })}
${renderCheckbox(form, { name: 'all', label: `All active units of ${presentListingName(unit)}`, help: 'If any of them is taken on one of these nights, none is blocked.' })}
<div class="actions"><button type="submit">Block nights</button><a href="${base}/calendar">Cancel</a></div>
</form>
</section>`;

type BlockView = { base: string; block: BlockWithUnitLabel; form: Form; back: string; now: Date };

export function blockPage(reply: FastifyReply, { base, block, form, back, now }: BlockView): Html {
  const calendar = `${base}/calendar?from=${back}`;
  return html`
<p class="back"><a href="${calendar}">Calendar</a></p>
<section class="card">
<h1>${block.isStay ? html`A stay from <span class="name">${block.source ?? ''}</span>` : 'Blocked nights'}</h1>
${renderFormErrors(form)}
<p class="lead">${renderPlace(block)}</p>
<dl>
${renderDates(block)}
${renderEvent(block)}
<div><dt>Since</dt><dd>${renderDay(new Date(block.createdAtMs), block.timezone)}</dd></div>
<div><dt>Reason</dt><dd class="name">${block.reason === null ? html`<span class="faint">none</span>` : html`${block.reason}`}</dd></div>
</dl>
${block.feedId === null ? renderDeletion(reply, `${base}/calendar/blocks/${block.blockId}`, calendar) : renderOfFeed(base, block, now)}
</section>`;
}

function renderDates(block: BlockWithUnitLabel): Html {
  const { isStay, eventStartDate, eventEndDate } = block;
  const [from, to] =
    isStay && eventStartDate !== null && eventEndDate !== null
      ? [eventStartDate, eventEndDate]
      : [block.startDate, block.endDate];
  return html`<div><dt>${isStay ? 'Arrival' : 'First night'}</dt><dd>${wholeDate(from)}</dd></div>
<div><dt>${isStay ? 'Departure' : 'Free again on'}</dt><dd>${wholeDate(to)}</dd></div>
<div><dt>Nights</dt><dd>${presentCount(countDaysBetween(from, to), 'night')}</dd></div>`;
}

function renderEvent({ isStay, summary, description, link, source }: BlockWithUnitLabel): Html {
  if (summary === null && description === null && link === null && !isStay) return EMPTY_HTML;
  return html`${isStay ? html`<div><dt>Guest</dt><dd class="faint">unknown</dd></div>` : ''}
${summary === null ? '' : html`<div><dt>Title</dt><dd class="name">${summary}</dd></div>`}
${description === null ? '' : html`<div class="wide"><dt>Description</dt><dd class="name lines-kept">${description}</dd></div>`}
${link === null ? '' : html`<div><dt>Link</dt><dd class="name"><a href="${link}" rel="noopener noreferrer">Open on ${source ?? ''}</a></dd></div>`}`;
}

const renderDeletion = (reply: FastifyReply, path: string, calendar: string): Html => html`
<form class="actions" method="post" action="${path}/delete">
${renderFormToken(reply)}
<button class="danger" type="submit">Delete block</button>
<a href="${calendar}">Keep it</a>
</form>`;

/** Nights of a feed cannot be freed here, because the other system's calendar decides about them. */
function renderOfFeed(base: string, block: BlockWithUnitLabel, now: Date): Html {
  const { source, feedId, timezone, nextReadingAtMs } = block;
  const freeAgainAt = findFreeAgain({ ...block.ofBlock, nextReadingAtMs });
  return html`${freeAgainAt === null ? '' : html`<p class="warning">The last reading of its calendar did not have all of these nights: ${sayGone(freeAgainAt, now, timezone)}.</p>`}
${block.isStay ? html`<div class="actions"><a class="button" href="${base}/calendar/blocks/${block.blockId}/guest">Enter the guest</a></div>` : ''}
<p>The calendar feed <a class="name" href="${base}/calendar-feeds/${feedId ?? ''}">${source ?? ''}</a> took these nights. They are free again when the other calendar frees them.</p>`;
}
