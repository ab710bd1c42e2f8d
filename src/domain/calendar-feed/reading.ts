/**
 * Decides which nights a channel takes. A channel that only repeats what our own calendar told it takes nothing
 * (docs/rules.md, 18).
 */
import { addMonths, type StayDate, toDayNumber } from '../dates/dates.ts';
import type { NightSpan } from '../inventory/inventory.ts';
import { compareCodePoints } from '../text/text.ts';
import type { FeedEvent } from './events.ts';
import { findNight, type NightMap, type Nights, toNightMap, type Window } from './nights.ts';

/** How far in the future an event may lie so that its nights are taken. */
export const CALENDAR_FEED_MONTHS = 24;
const MINUTE_MS = 60_000;
/** How long after the first complete reading without a night that night is freed. */
const FREED_AFTER_MS = 10 * MINUTE_MS;
/**
 * How long nights stay blocked if a reading of a feed suddenly has no nights, or less than half of the many
 * that the previous reading had.
 */
const FREED_AFTER_MS_IF_SUSPICIOUS = 60 * MINUTE_MS;
const MIN_NIGHTS_FOR_SUSPICION = 8;

/** A blocked night that the last complete reading of the feed did not have any more, and since when. */
export type Leaving = { since: string; isSuspicious: boolean };
/**
 * What our calendar has shown a channel of a night, by its last two fetches. If the night was taken in the last
 * fetch, `report` is null. If the night was free in the last fetch but taken in the fetch before, `report` has
 * the dates of the event that the channel reported for it.
 */
export type Shown = { report: string | null };

/** What Innkeep remembers of a calendar feed from one reading to the next. */
export type FeedMemory = {
  /**
   * The events of the last reading, in the order of `sortEvents`, by which a night of two events belongs to the
   * first.
   */
  events: readonly FeedEvent[];
  /**
   * The nights of the feed's events from today on, without those of events that only repeat what our calendar
   * showed the channel.
   */
  wanted: Nights;
  leaving: NightMap<Leaving>;
};

/** Only a complete reading of a calendar, in which everything could be read, frees nights. */
export type FeedReading = { events: readonly FeedEvent[]; isComplete: boolean };

/** The nights from today up to how far ahead feeds are read. */
export const findFeedWindow = (today: StayDate): Window => ({
  from: toDayNumber(today),
  to: toDayNumber(addMonths(today, CALENDAR_FEED_MONTHS)),
});

/** A night of two events belongs to the one that begins first, or has the lower UID. */
const sortEvents = (events: readonly FeedEvent[]): FeedEvent[] =>
  [...events].sort(
    (a, b) =>
      compareCodePoints(a.startDate, b.startDate) ||
      compareCodePoints(a.uid, b.uid) ||
      compareCodePoints(a.endDate, b.endDate),
  );

/** The dates of a stay as a text, to see whether two channels report the same stay. */
export const formatDates = ({ startDate, endDate }: NightSpan): string => `${startDate}/${endDate}`;

/**
 * Whether a channel's event only repeats what our calendar showed the channel. That is so if the night was
 * taken when the channel last fetched our calendar, or if it has been free for one fetch only and the channel
 * still reports the same event.
 */
const isEcho = (shown: Shown | undefined, event: FeedEvent): boolean =>
  shown !== undefined && (shown.report === null || shown.report === formatDates(event));

/** How long nights wait for a second reading without them. */
export const findWaitMs = ({ isSuspicious }: Pick<Leaving, 'isSuspicious'>): number =>
  isSuspicious ? FREED_AFTER_MS_IF_SUSPICIOUS : FREED_AFTER_MS;

/**
 * The earliest moment at which nights that a calendar no longer has become free: at a reading of the feed, once they
 * have waited long enough.
 */
export const findFreeAgainAt = (
  { since, isSuspicious }: { since: Date; isSuspicious: boolean },
  nextReadingAt: Date,
): Date => new Date(Math.max(since.getTime() + findWaitMs({ isSuspicious }), nextReadingAt.getTime()));

/**
 * What Innkeep remembers of a calendar feed after a reading, and the nights that the reading frees. `held` has
 * the nights that the feed blocks, and `shown` what our calendar had shown the channel before the reading. A
 * night that the channel reported before our calendar showed it stays the channel's own until a complete
 * reading omits it.
 */
export function absorbReading(
  before: FeedMemory,
  reading: FeedReading,
  { held, shown }: { held: Nights; shown: NightMap<Shown> },
  { window, now }: { window: Window; now: Date },
): FeedMemory & { freed: Nights; isSuspicious: boolean; isShrunk: boolean } {
  const { isComplete } = reading;
  const eventsOfNights = toNightMap(sortEvents(reading.events), window);
  const wanted = new Set<number>(isComplete ? [] : before.wanted);
  for (const [night, event] of eventsOfNights)
    if (before.wanted.has(night) || !isEcho(shown.get(night), event)) wanted.add(night);
  const isUnread = (event: FeedEvent) =>
    findNight(event, window, (night) => wanted.has(night) && !eventsOfNights.has(night)) !== null;
  const unread = isComplete ? [] : before.events.filter(isUnread);
  const events = sortEvents([...reading.events, ...unread]);

  const isShrunk = isComplete && hasShrunk(before.wanted, wanted);
  const leaving = new Map<number, Leaving>();
  const freed = new Set<number>();
  for (const night of held) {
    const last = before.leaving.get(night);
    if (wanted.has(night) || !(last || isComplete)) continue;
    const { since = now.toISOString(), isSuspicious = false } = last ?? {};
    const next = { since, isSuspicious: isSuspicious || isShrunk };
    if (isComplete && last && now.getTime() - Date.parse(since) >= findWaitMs(next)) freed.add(night);
    else leaving.set(night, next);
  }
  const isSuspicious = [...leaving.values()].some((one) => one.isSuspicious);
  return { events, wanted, leaving, freed, isSuspicious, isShrunk };
}

/** Whether a reading of a feed has no nights at all, or less than half of the many that the previous reading had. */
function hasShrunk(before: Nights, wanted: Nights): boolean {
  const kept = before.intersection(wanted).size;
  return wanted.size === 0 || (before.size >= MIN_NIGHTS_FOR_SUSPICION && kept * 2 < before.size);
}

/**
 * What a channel has been shown once it has fetched our calendar, in which the nights of `taken` are taken. A
 * night that the channel has seen free in two fetches is forgotten. A night that the channel did not report is
 * forgotten after one such fetch.
 */
export function absorbFetch(
  before: NightMap<Shown>,
  taken: Nights,
  events: readonly FeedEvent[],
  window: Window,
): Map<number, Shown> {
  const eventsOfNights = toNightMap(events, window);
  const shown = new Map<number, Shown>();
  for (const night of taken) shown.set(night, { report: null });
  for (const [night, { report }] of before) {
    const event = eventsOfNights.get(night);
    if (!taken.has(night) && report === null && event) shown.set(night, { report: formatDates(event) });
  }
  return shown;
}
