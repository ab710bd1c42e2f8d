/**
 * Which nights a channel takes. One that only repeats what our own calendar said takes nothing
 * (docs/rules.md, 18.6 and 18.8).
 */
import { addMonths, type StayDate, toDayNumber } from '../../../domain/dates/dates.ts';
import type { NightSpan } from '../../../domain/inventory/inventory.ts';
import { compareCodePoints } from '../../../domain/text/text.ts';
import type { FeedEvent } from './events.ts';
import { findNight, type NightMap, type Nights, toNightMap, type Window } from './nights.ts';

/** How far in the future events take nights. */
export const CALENDAR_FEED_MONTHS = 24;
const MINUTE_MS = 60_000;
/** Counted from the first complete reading without a night. */
const FREED_AFTER_MS = 10 * MINUTE_MS;
/** The wait if a reading suddenly has no nights, or less than half of many before. */
const FREED_AFTER_MS_IF_SUSPICIOUS = 60 * MINUTE_MS;
const MIN_NIGHTS_FOR_SUSPICION = 8;

/** A blocked night that the last complete reading did not have any more. */
export type Leaving = { since: string; isSuspicious: boolean };
/**
 * What our calendar has shown a channel of a night in its last two fetches. `report` is null if the night was
 * taken in the last one. If it was taken in the one before only, `report` has the dates of the event that the
 * channel reported for it.
 */
export type Shown = { report: string | null };

/** From one reading to the next. */
export type FeedMemory = {
  /** The last reading, in the order of `sortEvents`: a night of two events belongs to the first. */
  events: readonly FeedEvent[];
  /**
   * The nights of events from today on, without events that only repeat what our calendar showed the channel.
   */
  wanted: Nights;
  leaving: NightMap<Leaving>;
};

/** Only a complete reading of a calendar, in which everything could be read, frees nights. */
export type FeedReading = {
  events: readonly FeedEvent[];
  isComplete: boolean;
  cancelledUids?: ReadonlySet<string>;
};

export const findFeedWindow = (today: StayDate): Window => ({
  from: toDayNumber(today),
  to: toDayNumber(addMonths(today, CALENDAR_FEED_MONTHS)),
});

/** By the first night, then the lower UID. */
const sortEvents = (events: readonly FeedEvent[]): FeedEvent[] =>
  [...events].sort(
    (a, b) =>
      compareCodePoints(a.startDate, b.startDate) ||
      compareCodePoints(a.uid, b.uid) ||
      compareCodePoints(a.endDate, b.endDate),
  );

/** Shows whether two channels report the same stay. */
export const formatDates = ({ startDate, endDate }: NightSpan): string => `${startDate}/${endDate}`;

/**
 * Our calendar showed the night as taken when the channel last fetched it, or it has been free for one fetch
 * only and the channel still reports the same event.
 */
const isEcho = (shown: Shown | undefined, event: FeedEvent): boolean =>
  shown !== undefined && (shown.report === null || shown.report === formatDates(event));

/** For a second reading without the nights. */
export const findWaitMs = ({ isSuspicious }: Pick<Leaving, 'isSuspicious'>): number =>
  isSuspicious ? FREED_AFTER_MS_IF_SUSPICIOUS : FREED_AFTER_MS;

/** At a reading of the feed, once the nights have waited long enough. */
export const findFreeAgainAt = (
  { since, isSuspicious }: { since: Date; isSuspicious: boolean },
  nextReadingAt: Date,
): Date => new Date(Math.max(since.getTime() + findWaitMs({ isSuspicious }), nextReadingAt.getTime()));

/**
 * What is remembered after a reading, and the nights that it frees. `held` are the nights that the feed
 * blocks, `shown` what our calendar had shown the channel before. A night that the channel reported before
 * our calendar showed it stays the channel's own until a complete reading omits it.
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
  const readUids = new Set([...reading.events.map(({ uid }) => uid), ...(reading.cancelledUids ?? [])]);
  const unread = isComplete
    ? []
    : before.events
        .filter(isUnread)
        .map((event) => (readUids.has(event.uid) ? { ...event, isOld: true } : event));
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

/** No nights at all, or less than half of many. */
function hasShrunk(before: Nights, wanted: Nights): boolean {
  const kept = before.intersection(wanted).size;
  return wanted.size === 0 || (before.size >= MIN_NIGHTS_FOR_SUSPICION && kept * 2 < before.size);
}

/**
 * What a channel has been shown once it has fetched our calendar with `taken`. A night that it has seen free
 * in two fetches is forgotten, or after one fetch if it did not report the night.
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
