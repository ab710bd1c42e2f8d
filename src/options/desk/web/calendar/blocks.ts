/** Nights that a team has blocked, and what channels have sold or closed. */
import type { NightSpan } from '../../../../domain/inventory/inventory.ts';
import { presentChannelClass, sayGone } from '../../../../web/views/channel.ts';
import { shortDate } from '../../../../web/views/format.ts';
import { EMPTY_HTML, type Html, html } from '../../../../web/views/html.ts';
import {
  type CalendarOccupancy,
  type CalendarUnit,
  type DeskCalendar,
  findFreeAgain,
} from '../../services/calendar.ts';
import { buildStayClasses, type Days } from './lines.ts';

export type Grid = { base: string; days: Days; calendar: DeskCalendar };

/** Null for what is no stay. */
const findEvent = ({ isStay, eventStartDate, eventEndDate }: CalendarOccupancy): NightSpan | null =>
  isStay && eventStartDate !== null && eventEndDate !== null
    ? { startDate: eventStartDate, endDate: eventEndDate }
    : null;

/**
 * A stay of a channel has the dates of its event, which may have begun before its calendar was first read. It
 * is shown once, even if its nights are in several blocks. Nights that a block still has although its event
 * has become shorter are shown by themselves, and so are those that the event's booking does not have.
 */
export function listShownBlocks(bars: readonly CalendarOccupancy[]): CalendarOccupancy[] {
  const seen = new Set<string>();
  return bars.flatMap((bar) => {
    const event = findEvent(bar);
    const alone = { ...bar.ofBlock, isStay: false, eventStartDate: null };
    if (event === null) return [bar];
    if (bar.isOfBooking) return [{ ...bar, ...alone }];
    const key = JSON.stringify([bar.source, bar.uid, event]);
    const isFirst = !seen.has(key);
    seen.add(key);
    const rests = listNightsOutside(bar, event).map((rest) => ({ ...bar, ...rest, ...alone }));
    return [...(isFirst ? [{ ...bar, ...event }] : []), ...rests];
  });
}

const listNightsOutside = ({ startDate, endDate }: NightSpan, event: NightSpan): NightSpan[] =>
  [
    { startDate, endDate: event.startDate < endDate ? event.startDate : endDate },
    { startDate: event.endDate > startDate ? event.endDate : startDate, endDate },
  ].filter((rest) => rest.startDate < rest.endDate);

export function renderBlock(
  { base, days, calendar }: Grid,
  bar: CalendarOccupancy,
  { timezone }: CalendarUnit,
): Html {
  const { startDate, endDate, blockId, reason, source } = bar;
  const place = buildStayClasses(days, startDate, endDate);
  if (place === null) return EMPTY_HTML;
  const { kind, text, what } = describeBlock(bar);
  const freeAgainAt = findFreeAgain(bar);
  const gone = freeAgainAt === null ? '' : ` · ${sayGone(freeAgainAt, calendar.now, timezone)}`;
  const title = `${what}${source === null || reason === null ? '' : ` · ${reason}`} · ${shortDate(startDate)} – ${shortDate(endDate)}${gone}`;
  return html`<a class="bar ${kind}${gone === '' ? '' : ' gone'} ${place}" href="${base}/calendar/blocks/${blockId ?? ''}" title="${title}">${text}</a>`;
}

function describeBlock(bar: CalendarOccupancy): { kind: string; text: string; what: string } {
  const { source, reason, eventStartDate, isStay } = bar;
  if (source === null) return { kind: 'block', text: reason ?? 'Blocked', what: 'Blocked' };
  if (isStay)
    return { kind: presentChannelClass(bar.channelSource), text: source, what: `A guest of ${source}` };
  return eventStartDate === null
    ? { kind: presentChannelClass(bar.channelSource), text: source, what: `Taken by ${source}` }
    : { kind: 'block', text: `Closed · ${source}`, what: `Closed on ${source}` };
}
