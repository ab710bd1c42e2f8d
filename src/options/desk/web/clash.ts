/** An event of a channel on nights that something else has. */
import type { StayDate } from '../../../domain/dates/dates.ts';
import { dayOfMonth, shortDate } from '../../../web/views/format.ts';
import { type Html, html } from '../../../web/views/html.ts';
import { presentListingName } from '../../../web/views/place-name.ts';
import type { Clash } from '../services/clashes.ts';
import type { StayDifference } from '../services/problems.ts';

/** Such as "21–23 Dec". */
const presentDateSpan = (from: StayDate, to: StayDate): string =>
  from.slice(0, 7) === to.slice(0, 7)
    ? `${dayOfMonth(from)}–${shortDate(to)}`
    : `${shortDate(from)} – ${shortDate(to)}`;

const presentPlace = (clash: Clash): string =>
  clash.unitName === clash.listingTitle
    ? presentListingName(clash)
    : `${presentListingName(clash)}, ${clash.unitName}`;

const presentOther = ({ guestName, otherChannel }: Clash): string => guestName ?? otherChannel ?? 'a block';

/** Such as "Airbnb and Ines Silva both have Garden flat, 21–23 Dec". */
export function sayClash(clash: Clash): string {
  const { channel, from, to, isPreparation } = clash;
  const other = presentOther(clash);
  const where = `${presentPlace(clash)}, ${presentDateSpan(from, to)}`;
  return isPreparation
    ? `${channel} has nights of the preparation after the stay of ${other}: ${where}`
    : `${channel} and ${other} both have ${where}`;
}

export function renderClash(base: string, clash: Clash): Html {
  const { feedId, bookingId, blockId } = clash;
  const path = bookingId === null ? `calendar/blocks/${blockId}` : `bookings/${bookingId}`;
  return html`<span class="name">${sayClash(clash)}</span>. <a href="${base}/${path}">What is here</a> · <a href="${base}/calendar-feeds/${feedId}">The feed</a>`;
}

/** The stay is a booking here. */
export function renderDifference(base: string, difference: StayDifference): Html {
  const { bookingId } = difference;
  return html`${sayDifference(difference)} <a href="${base}/bookings/${bookingId}">The booking</a> · ${renderFeedLink(base, difference)}`;
}

/** On the booking's own page. */
export const renderOwnDifference = (base: string, difference: StayDifference): Html =>
  html`${sayDifference(difference)} ${renderFeedLink(base, difference)}`;

const renderFeedLink = (base: string, { feedId }: StayDifference): Html =>
  html`<a href="${base}/calendar-feeds/${feedId}">The feed</a>`;

function sayDifference({ channel, guestName, checkIn, checkOut, startDate, endDate }: StayDifference): Html {
  const here = presentDateSpan(checkIn, checkOut);
  const said =
    startDate === null || endDate === null
      ? html`${channel} no longer has the stay of ${guestName}, ${here}`
      : html`${channel} has the stay of ${guestName} on ${presentDateSpan(startDate, endDate)}; here it is on ${here}`;
  return html`<span class="name">${said}</span>.`;
}
