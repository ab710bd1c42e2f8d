/** A stay is a booking, or was sold by a channel. */
import { countDaysBetween, type Stay, type StayDate } from '../../../../domain/dates/dates.ts';
import { nameInBuilding } from '../../../../domain/text/place-name.ts';
import { dayAndDate, presentCount, presentGuestCounts, presentMoney } from '../../../../web/views/format.ts';
import { EMPTY_HTML, type Html, html } from '../../../../web/views/html.ts';
import { renderStatusBadge } from '../../../../web/views/parts.ts';
import { presentZone } from '../../../../web/views/when.ts';
import type { DeskDay, DeskStay, FrontDeskStay } from '../../services/today.ts';
import { renderChannel, renderChannelLinks, renderChannelName, renderGone } from './channel-lines.ts';

export const renderLine = (who: Html, mark: Html, what: Html): Html =>
  html`<div class="line-top">${who} <div class="line-mark">${mark}</div></div><p class="line-more">${what}</p>`;

export const renderGuest = (base: string, id: string, name: string): Html =>
  html`<a class="name" href="${base}/bookings/${id}">${name}</a>`;

type Place = Pick<FrontDeskStay, 'listingTitle' | 'buildingTitle' | 'unitName'>;

export const renderPlace = ({ listingTitle, buildingTitle, unitName }: Place): Html =>
  html`<span class="name">${nameInBuilding(listingTitle, buildingTitle)}</span>${unitName === null ? ' · whole building' : unitName === listingTitle ? '' : html` · <span class="name">${unitName}</span>`}`;

export const presentNights = ({ checkIn, checkOut }: Stay): string =>
  presentCount(countDaysBetween(checkIn, checkOut), 'night');
const renderToPay = ({ dueCents, currency }: FrontDeskStay): Html =>
  dueCents === 0
    ? html`<span class="faint">paid</span>`
    : html`<strong>${presentMoney(dueCents, currency)}</strong> <span class="faint">to pay</span>`;
export const renderUnusualStatus = (status: FrontDeskStay['status']): Html =>
  status === 'confirmed' ? EMPTY_HTML : html` ${renderStatusBadge(status)}`;
/** Perhaps only their beginning. */
export const renderWishes = ({ specialRequests }: FrontDeskStay): Html =>
  specialRequests === null ? EMPTY_HTML : html`<span class="wish name">“${specialRequests}”</span>`;

const renderDayIfSeveral = (date: StayDate, { from, to }: DeskDay): Html =>
  from === to ? EMPTY_HTML : html`<strong>${dayAndDate(date)}</strong> · `;

/** The link to a stay, by the guest's name or that of its channel. */
export const renderStayLink = (base: string, stay: DeskStay): Html =>
  stay.kind === 'channel' ? renderChannelName(base, stay) : renderGuest(base, stay.id, stay.guestName);

const renderWho = (base: string, stay: DeskStay, { hidesGuests }: DeskDay): Html =>
  hidesGuests
    ? html`<span>A guest</span>`
    : stay.kind === 'channel'
      ? renderChannel(base, stay)
      : html`${renderGuest(base, stay.id, stay.guestName)}${renderUnusualStatus(stay.status)}`;

const renderBalance = (base: string, stay: DeskStay, { hidesGuests }: DeskDay): Html =>
  hidesGuests ? EMPTY_HTML : stay.kind === 'channel' ? renderChannelLinks(base, stay) : renderToPay(stay);

/** The party of a channel's stay is not known, but its calendar may no longer have the stay. */
const renderParty = (stay: DeskStay, { now }: DeskDay): Html =>
  stay.kind === 'channel' ? renderGone(stay, now) : html` · ${presentGuestCounts(stay)}`;

export const renderArrival = (base: string, stay: DeskStay, day: DeskDay): Html =>
  renderLine(
    renderWho(base, stay, day),
    renderBalance(base, stay, day),
    html`${renderDayIfSeveral(stay.checkIn, day)}${renderPlace(stay)} · from ${presentTime(stay.checkInTime, stay, day)} · ${presentNights(stay)}, until ${dayAndDate(stay.checkOut)}${renderParty(stay, day)}${stay.kind === 'channel' || day.hidesGuests ? '' : renderWishes(stay)}`,
  );

/** With the time zone, if the team has places in several. */
const presentTime = (time: string, { timezone }: DeskStay, { now, hasSeveralZones }: DeskDay): string =>
  hasSeveralZones ? `${time} ${presentZone(timezone, now)}` : time;

export const renderDeparture = (base: string, stay: DeskStay, day: DeskDay): Html =>
  renderLine(
    renderWho(base, stay, day),
    renderBalance(base, stay, day),
    html`${renderDayIfSeveral(stay.checkOut, day)}${renderPlace(stay)} · by ${presentTime(stay.checkOutTime, stay, day)} · ${presentNights(stay)}${renderParty(stay, day)}`,
  );

export const renderInHouse = (base: string, stay: DeskStay, day: DeskDay): Html =>
  renderLine(
    renderWho(base, stay, day),
    html`<span class="faint">until ${dayAndDate(stay.checkOut)}</span>`,
    html`${renderPlace(stay)} · since ${dayAndDate(stay.checkIn)}${renderParty(stay, day)}`,
  );
