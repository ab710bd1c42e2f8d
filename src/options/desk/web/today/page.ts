import type { FastifyReply } from 'fastify';
import { renderButtonForm } from '../../../../web/views/button-form.ts';
import {
  dateWithYear,
  dayAndDate,
  presentCount,
  presentGuestCounts,
  presentMoney,
  shortDate,
} from '../../../../web/views/format.ts';
import { EMPTY_HTML, type Html, html } from '../../../../web/views/html.ts';
import { renderIcon } from '../../../../web/views/icons.ts';
import { renderPassedNotice } from '../../../../web/views/parts.ts';
import { presentListingName } from '../../../../web/views/place-name.ts';
import { presentExactTime, presentTimeLeft } from '../../../../web/views/when.ts';
import type { DeskView } from '../../services/desk-views.ts';
import type { FirstSteps } from '../../services/first-steps.ts';
import type { DeskDay, FrontDeskStay } from '../../services/today.ts';
import { renderFirstSteps } from './first-steps.ts';
import { renderList } from './list.ts';
import {
  presentNights,
  renderArrival,
  renderDeparture,
  renderGuest,
  renderInHouse,
  renderLine,
  renderPlace,
  renderStayLink,
  renderUnusualStatus,
  renderWishes,
} from './stay-lines.ts';
import { renderDates, renderViews, sayNobody, VIEW_NAMES } from './views.ts';

/** `base` is the path of the team's pages. */
type TodayView = {
  base: string;
  view: DeskView;
  day: DeskDay;
  firstSteps: FirstSteps | null;
  /** What has gone wrong, or waits for other reasons: a card, or none. */
  problems: readonly Html[];
};

export function todayPage(reply: FastifyReply, { base, view, day, firstSteps, problems }: TodayView): Html {
  const decisions = renderDecisions(reply, { base, view, day, firstSteps, problems });
  return html`
<div class="head"><h1>${VIEW_NAMES[view]}</h1>${day.hasListings ? html`<a class="button" href="${base}/bookings/new">New booking</a>` : ''}</div>
<p class="lead">${renderDates(day)}</p>
${day.hasListings ? renderGlance(day) : ''}
${decisions === EMPTY_HTML ? '' : renderWhoArrives(base, day)}
${renderPassedNotice(reply)}
${day.hasListings ? renderViews(`${base}/today`, view) : ''}
${firstSteps === null ? '' : renderFirstSteps(base, firstSteps)}
${decisions}
${day.hasListings ? renderLists(reply, { base, view, day }) : ''}`;
}

/** How many come, leave and stay, each leading to its list. */
const renderGlance = ({ arrivals, departures, inHouse }: DeskDay): Html =>
  html`<nav class="glance not-printed" aria-label="At a glance"><a class="arrive" href="#arrivals">${presentCount(arrivals.length, 'arrival')}</a> <a class="leave" href="#departures">${presentCount(departures.length, 'departure')}</a> <a href="#in-house">${inHouse.length} in house</a></nav>`;

const MAX_ARRIVING_NAMED = 4;

/** For a phone, on which what must be decided pushes the arrivals out of view. */
function renderWhoArrives(base: string, { arrivals }: DeskDay): Html {
  if (arrivals.length === 0) return EMPTY_HTML;
  const named = arrivals.slice(0, MAX_ARRIVING_NAMED).map((stay) => renderStayLink(base, stay));
  const more = arrivals.length - named.length;
  return html`<p class="who-arrives not-printed">Arriving: ${named.map((who, at) => html`${at === 0 ? '' : ', '}${who}`)}${more === 0 ? '' : html` and <a href="#arrivals">${more} more</a>`}</p>`;
}

type ListsView = Pick<TodayView, 'base' | 'view' | 'day'>;

/** What must be decided comes before everything else, and takes no room on a day without it. */
function renderDecisions(reply: FastifyReply, { base, view, day, problems }: TodayView): Html {
  const [first, ...others] = [
    ...(day.waiting.length === 0 ? [] : [renderWaitingList(reply, { base, view, day })]),
    ...(hasLate(day) ? [renderDueList({ base, view, day })] : []),
    ...problems,
  ];
  if (first === undefined) return EMPTY_HTML;
  return html`<div class="today-lists"><div>${first}</div>${others.length === 0 ? '' : html`<div>${others}</div>`}</div>`;
}

/** What is due today, and no earlier, is no more than to be expected. */
const hasLate = ({ due }: DeskDay): boolean =>
  due.some(({ isOverdue, status }) => isOverdue || status === 'failed');

const renderLists = (reply: FastifyReply, { base, view, day }: ListsView): Html => html`
<div class="today-lists">
<div>
${renderList({
  title: 'Arrivals',
  rows: day.arrivals,
  line: (stay) => renderArrival(base, stay, day),
  none: sayNobody('arrivals', view),
  more: renderUnpaid(day),
})}
</div>
<div>
${renderList({
  title: 'Departures',
  rows: day.departures,
  line: (stay) => renderDeparture(base, stay, day),
  none: sayNobody('departures', view),
  way: renderCleaningLink(base, view),
})}
${hasLate(day) || !day.readsMoney ? '' : renderDueList({ base, view, day })}
${day.waiting.length === 0 ? renderWaitingList(reply, { base, view, day }) : ''}
</div>
<div>
${renderList({
  title: 'In house',
  rows: day.inHouse,
  line: (stay) => renderInHouse(base, stay, day),
  none: 'Nobody else is staying.',
})}
</div>
</div>
${day.isCut ? html`<p class="aside">Only the first of each list are shown. The <a href="${base}/bookings">list of bookings</a> has them all.</p>` : ''}`;

const renderWaitingList = (reply: FastifyReply, { base, day }: ListsView): Html =>
  renderList({
    title: 'Waiting for an answer',
    rows: day.waiting,
    line: (stay) => renderWaiting(reply, { base, stay, now: day.now }),
    none: 'No requests and no holds. They appear here until you confirm them.',
    isToDecide: true,
  });

const renderDueList = ({ base, day }: ListsView): Html =>
  renderList({
    title: 'Payments due',
    rows: day.due,
    line: (payment) => renderDuePayment(base, payment),
    none: 'Nothing is due.',
    isToDecide: true,
    isUrgent: ({ isOverdue, status }) => isOverdue || status === 'failed',
  });

/** Of those who arrive. */
function renderUnpaid({ arrivals }: DeskDay): Html {
  const unpaid = arrivals.filter((stay) => stay.kind === 'booking' && stay.dueCents > 0).length;
  return unpaid === 0 ? EMPTY_HTML : html` <span class="badge warm">${unpaid} not paid</span>`;
}

const renderCleaningLink = (base: string, view: DeskView): Html =>
  html` <a class="beside" href="${base}/today/cleaning${view === 'today' ? '' : `?day=${view}`}">To clean</a>`;

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
  // It cannot be undone, so it leads to a page that asks first and takes a reason.
  const declining = html`<a class="danger" href="${base}/bookings/${stay.id}/cancel" aria-label="Decline the booking of ${stay.guestName}">Decline</a>`;
  return renderLine(
    renderGuest(base, stay.id, stay.guestName),
    html`${until}${confirming}${declining}`,
    html`${kind} · ${renderPlace(stay)} · ${shortDate(stay.checkIn)} – ${dateWithYear(stay.checkOut)}, ${presentNights(stay)} · ${presentGuestCounts(stay)} · ${presentMoney(stay.grandTotalCents, stay.currency)}${renderWishes(stay)}`,
  );
}

const renderDuePayment = (base: string, payment: DeskDay['due'][number]): Html =>
  renderLine(
    html`${renderGuest(base, payment.bookingId, payment.guestName)}${renderUnusualStatus(payment.bookingStatus)}`,
    html`<strong>${presentMoney(payment.amountCents, payment.currency)}</strong>`,
    html`${payment.status === 'failed' ? html`<span class="badge bad">Failed</span> · ` : ''}${payment.isOverdue ? `overdue since ${dayAndDate(payment.dueOn)}` : payment.isDueLater ? `due ${dayAndDate(payment.dueOn)}` : 'due today'}${payment.payments === 1 ? '' : ` · ${payment.payments} payments`} · ${payment.confirmationCode} · <span class="name">${presentListingName(payment)}</span>`,
  );
