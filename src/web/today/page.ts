import type { FastifyReply } from 'fastify';
import { countDaysBetween, type StayDate } from '../../domain/dates.ts';
import type { FirstSteps } from '../../services/front-desk/first-steps.ts';
import type { CalendarFeedProblem, DeskDay, FrontDeskStay } from '../../services/front-desk/today.ts';
import { renderButtonForm } from '../views/button-form.ts';
import {
  dayAndDate,
  dayOfMonth,
  monthName,
  presentCount,
  presentGuestCounts,
  presentMoney,
  shortDate,
  weekdayName,
} from '../views/format.ts';
import { EMPTY_HTML, type Html, html } from '../views/html.ts';
import { renderIcon } from '../views/icons.ts';
import { renderPassedNotice, renderStatusBadge } from '../views/parts.ts';
import { presentExactTime, presentTimeLeft, presentZone } from '../views/when.ts';
import { renderFirstSteps } from './first-steps.ts';

/** The option `base` is the path of the team's pages. */
type TodayView = { base: string; day: DeskDay; firstSteps: FirstSteps | null };

export function todayPage(reply: FastifyReply, { base, day, firstSteps }: TodayView): Html {
  return html`
<div class="head"><h1>Today</h1>${day.hasListings ? html`<a class="button" href="${base}/bookings/new">New booking</a>` : ''}</div>
<p class="lead">${renderDates(day)}</p>
${renderPassedNotice(reply)}
${firstSteps === null ? '' : renderFirstSteps(base, firstSteps)}
${day.hasListings ? renderLists(reply, base, day) : ''}`;
}

/** Today's date, and the other date of places where it is another day now. */
const renderDates = ({ today, otherDates }: DeskDay): string =>
  [
    presentLongDate(today),
    ...otherDates.map(
      ({ date, listings }) => `${presentLongDate(date)} at ${presentCount(listings, 'place')}`,
    ),
  ].join(' · ');

const presentLongDate = (date: StayDate): string =>
  `${weekdayName(date)}, ${dayOfMonth(date)} ${monthName(date)} ${date.slice(0, 4)}`;

const renderLists = (reply: FastifyReply, base: string, day: DeskDay): Html => html`
${renderProblems(base, day)}
<div class="day-lists">
<div>
${renderList('Arrivals', day.arrivals, (stay) => renderArrival(base, stay, day), 'Nobody arrives today.')}
${renderList('Departures', day.departures, (stay) => renderDeparture(base, stay, day), 'Nobody leaves today.')}
${renderList('In house', day.inHouse, (stay) => renderInHouse(base, stay), 'Nobody else is staying.')}
</div>
<div>
${renderList('Waiting for an answer', day.waiting, (stay) => renderWaiting(reply, { base, stay, now: day.now }), 'No requests and no holds. They appear here until you confirm them.')}
${renderList('Payments due', day.due, (payment) => renderDuePayment(base, payment), 'Nothing is due.')}
</div>
</div>
${day.isCut ? html`<p class="aside">Only the first of each list are shown. The <a href="${base}/bookings">list of bookings</a> has them all.</p>` : ''}`;

/** A card with the number of its rows beside its heading. */
function renderList<Row>(title: string, rows: readonly Row[], line: (row: Row) => Html, none: string): Html {
  const id = title.toLowerCase().replaceAll(' ', '-');
  return html`<section class="card flush" aria-labelledby="${id}">
<h2 id="${id}">${title} <span class="count">${rows.length}</span></h2>
${rows.length === 0 ? html`<p class="none">${none}</p>` : html`<ul class="lines">${rows.map((row) => html`<li>${line(row)}</li>`)}</ul>`}
</section>`;
}

const renderLine = (who: Html, mark: Html, what: Html): Html =>
  html`<div class="line-top">${who} <div class="line-mark">${mark}</div></div><p class="line-more">${what}</p>`;

const renderGuest = (base: string, id: string, name: string): Html =>
  html`<a class="name" href="${base}/bookings/${id}">${name}</a>`;

const renderPlace = ({ listingTitle, unitName }: FrontDeskStay): Html =>
  html`<span class="name">${listingTitle}</span>${unitName === null ? ' · whole building' : unitName === listingTitle ? '' : html` · <span class="name">${unitName}</span>`}`;

const presentNights = ({ checkIn, checkOut }: FrontDeskStay): string =>
  presentCount(countDaysBetween(checkIn, checkOut), 'night');
const renderToPay = ({ dueCents, currency }: FrontDeskStay): Html =>
  dueCents === 0
    ? html`<span class="faint">paid</span>`
    : html`<strong>${presentMoney(dueCents, currency)}</strong> <span class="faint">to pay</span>`;
const renderUnusualStatus = (status: FrontDeskStay['status']): Html =>
  status === 'confirmed' ? EMPTY_HTML : html` ${renderStatusBadge(status)}`;
const renderWishes = ({ hasRequests }: FrontDeskStay): Html =>
  hasRequests ? html` · <em>has special requests</em>` : EMPTY_HTML;

const renderArrival = (base: string, stay: FrontDeskStay, day: DeskDay): Html =>
  renderLine(
    html`${renderGuest(base, stay.id, stay.guestName)}${renderUnusualStatus(stay.status)}`,
    renderToPay(stay),
    html`${renderPlace(stay)} · from ${presentTime(stay.checkInTime, stay, day)} · ${presentNights(stay)}, until ${dayAndDate(stay.checkOut)} · ${presentGuestCounts(stay)}${renderWishes(stay)}`,
  );

/** A time of day at the place, with its zone if the team has places in several. */
const presentTime = (time: string, { timezone }: FrontDeskStay, { now, hasSeveralZones }: DeskDay): string =>
  hasSeveralZones ? `${time} ${presentZone(timezone, now)}` : time;

const renderDeparture = (base: string, stay: FrontDeskStay, day: DeskDay): Html =>
  renderLine(
    html`${renderGuest(base, stay.id, stay.guestName)}${renderUnusualStatus(stay.status)}`,
    renderToPay(stay),
    html`${renderPlace(stay)} · by ${presentTime(stay.checkOutTime, stay, day)} · ${presentNights(stay)} · ${presentGuestCounts(stay)}`,
  );

const renderInHouse = (base: string, stay: FrontDeskStay): Html =>
  renderLine(
    html`${renderGuest(base, stay.id, stay.guestName)}${renderUnusualStatus(stay.status)}`,
    html`<span class="faint">until ${dayAndDate(stay.checkOut)}</span>`,
    html`${renderPlace(stay)} · since ${dayAndDate(stay.checkIn)} · ${presentGuestCounts(stay)}`,
  );

type Waiting = { base: string; stay: FrontDeskStay; now: Date };

function renderWaiting(reply: FastifyReply, { base, stay, now }: Waiting): Html {
  const expires = stay.expiresAtMs === null ? null : new Date(stay.expiresAtMs);
  const until =
    expires === null
      ? html`<span class="faint">does not expire</span>`
      : html`<time class="expiry" datetime="${expires.toISOString()}" title="${presentExactTime(expires, stay.timezone)}">${renderIcon('clock')} ${presentTimeLeft(expires, now)} left</time>`;
  const kind = stay.source === 'booking_site' ? 'Request from the booking site' : 'Held';
  const confirming = renderButtonForm(reply, {
    action: `${base}/bookings/${stay.id}/confirm`,
    text: 'Confirm',
    label: `Confirm the booking of ${stay.guestName}`,
    look: 'quiet small',
  });
  return renderLine(
    renderGuest(base, stay.id, stay.guestName),
    html`${until}${confirming}`,
    html`${kind} · ${renderPlace(stay)} · ${shortDate(stay.checkIn)} – ${shortDate(stay.checkOut)}, ${presentNights(stay)} · ${presentGuestCounts(stay)} · ${presentMoney(stay.grandTotalCents, stay.currency)}`,
  );
}

const renderDuePayment = (base: string, payment: DeskDay['due'][number]): Html =>
  renderLine(
    html`${renderGuest(base, payment.bookingId, payment.guestName)}${renderUnusualStatus(payment.bookingStatus)}`,
    html`<strong>${presentMoney(payment.amountCents, payment.currency)}</strong>`,
    html`${payment.status === 'failed' ? html`<span class="badge bad">Failed</span> · ` : ''}${payment.isOverdue ? `overdue since ${dayAndDate(payment.dueOn)}` : 'due today'} · ${payment.confirmationCode} · <span class="name">${payment.listingTitle}</span>`,
  );

/** Feeds and webhooks that have stopped working and need a member. */
function renderProblems(base: string, { disabledWebhooks, feedProblems }: DeskDay): Html {
  const lines = [
    ...feedProblems.map((feed) => renderFeedProblem(base, feed)),
    ...disabledWebhooks.map(
      ({ id, url, disabledReason }) =>
        html`<p>The webhook <a class="name" href="${base}/webhooks/${id}">${url}</a> is disabled and gets no events${disabledReason === null ? '.' : `: ${disabledReason}`}</p>`,
    ),
  ];
  return lines.length === 0
    ? EMPTY_HTML
    : html`<section class="notice bad" aria-label="Problems">${lines}</section>`;
}

function renderFeedProblem(base: string, feed: CalendarFeedProblem): Html {
  const { id, name, listingTitle, unitName, isFailing, lastError, conflicts } = feed;
  const taken =
    conflicts === 0 ? [] : [`has ${presentCount(conflicts, 'event')} on nights that are taken here already.`];
  const failing = isFailing ? [`cannot be followed at the moment. ${lastError ?? ''}`] : [];
  return html`<p>The calendar feed <a class="name" href="${base}/calendar-feeds/${id}">${name}</a> of <span class="name">${listingTitle}, ${unitName}</span> ${[...taken, ...failing].join(' It ')}</p>`;
}
