/** The bars of bookings, with their channel and whether they are paid. */
import { countDaysBetween } from '../../../../domain/dates/dates.ts';
import type { BookingSource } from '../../../../domain/vocabulary.ts';
import { isChannel, presentChannelClass, presentInitials } from '../../../../web/views/channel.ts';
import { presentCount, presentGuestCounts, presentMoney, shortDate } from '../../../../web/views/format.ts';
import { EMPTY_HTML, type Html, html } from '../../../../web/views/html.ts';
import { statusName } from '../../../../web/views/parts.ts';
import { presentTimeLeft } from '../../../../web/views/when.ts';
import { presentSource } from '../../../../web/views/words.ts';
import type { CalendarOccupancy } from '../../services/calendar.ts';
import type { Grid } from './blocks.ts';
import { buildStayClasses } from './lines.ts';

export function renderStay({ base, days, calendar }: Grid, bar: CalendarOccupancy): Html {
  const { startDate, checkOut, status, bookingId, guestName, dueCents } = bar;
  const place = buildStayClasses(days, startDate, checkOut ?? bar.endDate);
  if (place === null || status === null) return EMPTY_HTML;
  const channel = findChannel(bar);
  const marks = html`${channel === null ? '' : renderInitials(channel)}${dueCents > 0 ? TO_PAY : ''}`;
  return html`<a class="bar ${status} ${place}" href="${base}/bookings/${bookingId ?? ''}" title="${presentStay(bar, calendar.now)}">${marks}${guestName ?? presentParty(bar)}</a>`;
}

const findChannel = ({ bookingSource }: CalendarOccupancy): BookingSource | null =>
  bookingSource !== null && isChannel(bookingSource) ? bookingSource : null;

/** The style shows the initials, so that they are not among the words of the bar. */
const renderInitials = (channel: BookingSource): Html =>
  html`<span class="by ${presentChannelClass(channel)}" data-by="${presentInitials(presentSource(channel))}" aria-hidden="true"></span>`;

const TO_PAY: Html = html`<span class="to-pay"><span class="away">To pay: </span></span>`;

function presentStay(bar: CalendarOccupancy, now: Date): string {
  const checkOut = bar.checkOut ?? bar.endDate;
  const channel = findChannel(bar);
  const expires =
    bar.expiresAtMs === null || bar.status !== 'pending'
      ? ''
      : `, ${presentTimeLeft(new Date(bar.expiresAtMs), now)} left`;
  const status = bar.status === null ? '' : statusName(bar.status);
  const nights = presentCount(countDaysBetween(bar.startDate, checkOut), 'night');
  return [
    `${status}${expires}`,
    `${shortDate(bar.startDate)} – ${shortDate(checkOut)}, ${nights}`,
    presentParty(bar),
    ...(bar.wholeBuilding ? ['whole building'] : []),
    ...(channel === null ? [] : [presentSource(channel)]),
    ...(bar.dueCents > 0 ? [`${presentMoney(bar.dueCents, bar.currency ?? '')} to pay`] : []),
    bar.confirmationCode,
  ].join(' · ');
}

const presentParty = ({ numberOfGuests, infants, pets }: CalendarOccupancy): string =>
  presentGuestCounts({ numberOfGuests: numberOfGuests ?? 0, infants: infants ?? 0, pets: pets ?? 0 });

/** They follow a check-out, and are kept free to make the unit ready. */
export function renderPreparation({ days }: Grid, { checkOut, endDate }: CalendarOccupancy): Html {
  if (checkOut === null || endDate <= checkOut) return EMPTY_HTML;
  const place = buildStayClasses(days, checkOut, endDate);
  return place === null ? EMPTY_HTML : html`<span class="prep ${place}" title="Preparation"></span>`;
}

/** What the marks on these bars mean. */
export function renderMarksKey(bars: readonly CalendarOccupancy[]): Html {
  const channels = [...new Set(bars.map(findChannel))].filter((channel) => channel !== null).sort();
  return html`${channels.map((channel) => html`<span>${renderInitials(channel)}${presentSource(channel)}</span> `)}${
    bars.some(({ dueCents }) => dueCents > 0) ? html`<span><span class="to-pay"></span>To pay</span> ` : ''
  }`;
}
