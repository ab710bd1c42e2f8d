/** A stay is a booking, or was sold by a channel. */
import { countDaysBetween, type Stay, type StayDate } from '../../../../domain/dates/dates.ts';
import { nameInBuilding } from '../../../../domain/text/place-name.ts';
import { dayAndDate, presentCount, presentGuestCounts, presentMoney } from '../../../../web/views/format.ts';
import { EMPTY_HTML, type Html, html } from '../../../../web/views/html.ts';
import { renderStatusBadge } from '../../../../web/views/parts.ts';
import { presentZone } from '../../../../web/views/when.ts';
import type { DeskStay, DeskStays, FrontDeskStay } from '../../services/today.ts';
import { renderChannel, renderChannelLinks, renderChannelName, renderGone } from './channel-lines.ts';

export const renderLine = (who: Html, mark: Html, what: Html): Html =>
  html`<div class="line-top">${who} <div class="line-mark">${mark}</div></div><p class="line-more">${what}</p>`;

export const renderGuest = (base: string, id: string, name: string): Html =>
  html`<a class="name" href="${base}/bookings/${id}">${name}</a>`;

type Place = Pick<FrontDeskStay, 'listingTitle' | 'buildingTitle' | 'unitName'>;

export const renderPlace = ({ listingTitle, buildingTitle, unitName }: Place): Html =>
  html`<span class="name">${nameInBuilding(listingTitle, buildingTitle)}</span>${unitName === null ? ' · whole building' : unitName === listingTitle ? '' : html` · <span class="name">${unitName}</span>`}`;

/** For those who look for its door: the unit first. */
export const renderUnitName = ({ unitName, listingTitle, buildingTitle }: Place): Html =>
  unitName === null
    ? html`<span class="name"><strong>${nameInBuilding(listingTitle, buildingTitle)}</strong> · whole building</span>`
    : html`<span class="name"><strong>${unitName}</strong>${unitName === listingTitle ? '' : html` · ${nameInBuilding(listingTitle, buildingTitle)}`}</span>`;

/** Guests leave and others arrive. */
export const SAME_DAY: Html = html`<span class="badge warm">The same day</span>`;

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

type Days = Pick<DeskStays, 'from' | 'to' | 'now' | 'hasSeveralZones'>;

export const renderDayIfSeveral = (date: StayDate, { from, to }: Pick<Days, 'from' | 'to'>): Html =>
  from === to ? EMPTY_HTML : html`<strong>${dayAndDate(date)}</strong> · `;

/** The link to a stay, by the guest's name or that of its channel. */
export const renderStayLink = (base: string, stay: DeskStay): Html =>
  stay.kind === 'channel' ? renderChannelName(base, stay) : renderGuest(base, stay.id, stay.guestName);

const renderWho = (base: string, stay: DeskStay): Html =>
  stay.kind === 'channel'
    ? renderChannel(base, stay)
    : html`${renderGuest(base, stay.id, stay.guestName)}${renderUnusualStatus(stay.status)}`;

const renderBalance = (base: string, stay: DeskStay): Html =>
  stay.kind === 'channel' ? renderChannelLinks(base, stay) : renderToPay(stay);

/** The party of a channel's stay is not known, but its calendar may no longer have the stay. */
const renderParty = (stay: DeskStay, { now }: Days): Html =>
  stay.kind === 'channel' ? renderGone(stay, now) : html` · ${presentGuestCounts(stay)}`;

export const renderArrival = (base: string, stay: DeskStay, day: Days): Html =>
  renderLine(
    renderWho(base, stay),
    renderBalance(base, stay),
    html`${renderDayIfSeveral(stay.checkIn, day)}${renderPlace(stay)} · from ${presentTime(stay.checkInTime, stay, day)} · ${presentNights(stay)}, until ${dayAndDate(stay.checkOut)}${renderParty(stay, day)}${stay.kind === 'channel' ? '' : renderWishes(stay)}`,
  );

/** With the time zone, if the team has places in several. */
export const presentTime = (
  time: string,
  { timezone }: { timezone: string },
  { now, hasSeveralZones }: Pick<Days, 'now' | 'hasSeveralZones'>,
): string => (hasSeveralZones ? `${time} ${presentZone(timezone, now)}` : time);

export const renderDeparture = (base: string, stay: DeskStay, day: Days): Html =>
  renderLine(
    renderWho(base, stay),
    renderBalance(base, stay),
    html`${renderDayIfSeveral(stay.checkOut, day)}${renderPlace(stay)} · by ${presentTime(stay.checkOutTime, stay, day)} · ${presentNights(stay)}${renderParty(stay, day)}`,
  );

export const renderInHouse = (base: string, stay: DeskStay, day: Days): Html =>
  renderLine(
    renderWho(base, stay),
    html`<span class="faint">until ${dayAndDate(stay.checkOut)}</span>`,
    html`${renderPlace(stay)} · since ${dayAndDate(stay.checkIn)}${renderParty(stay, day)}`,
  );
