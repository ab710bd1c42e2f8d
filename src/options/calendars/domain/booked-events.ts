/** Which events of a feed are bookings here, and where the two differ (docs/rules.md, 18.13 to 18.15). */
import { type Stay, type StayDate, toDayNumber } from '../../../domain/dates/dates.ts';
import { haveCommonNights, type NightSpan } from '../../../domain/inventory/inventory.ts';
import { MAX_CONFLICTS_OF_CALENDAR_FEED } from '../../../domain/limits.ts';
import type { FeedEvent } from './events.ts';
import { findWaitMs, type Leaving } from './reading.ts';

/** The stay of one of a feed's events, or perhaps. */
export type BookedStay = Stay & {
  id: string;
  /** Both are null if nobody has linked the booking to an event. */
  feedId: string | null;
  feedUid: string | null;
  /** Whether the booking's source is the feed's own, and names a channel. */
  isOfChannel: boolean;
};

/** The dates are null if the event is gone. */
export type FeedDifference = {
  uid: string;
  bookingId: string;
  startDate: StayDate | null;
  endDate: StayDate | null;
};

/** Complete readings no longer have the event. */
export type MissingEvent = Leaving & { bookingId: string };

const toSpan = ({ checkIn, checkOut }: Stay): NightSpan => ({ startDate: checkIn, endDate: checkOut });

const areEqualSpans = (one: NightSpan, other: NightSpan): boolean =>
  one.startDate === other.startDate && one.endDate === other.endDate;

/** From today on. */
function agree(stay: Stay, event: NightSpan, today: StayDate): boolean {
  const fromToday = (date: StayDate) => (date < today ? today : date);
  return fromToday(stay.checkIn) === fromToday(event.startDate) && stay.checkOut === event.endDate;
}

const countCommonNights = (stay: Stay, event: NightSpan): number => {
  const from = stay.checkIn > event.startDate ? stay.checkIn : event.startDate;
  const to = stay.checkOut < event.endDate ? stay.checkOut : event.endDate;
  return Math.max(0, toDayNumber(to) - toDayNumber(from));
};

/** `isNew` if the booking does not know the event's UID yet. */
export type BookedEvents = { booking: BookedStay; event: FeedEvent; isNew: boolean }[];

/**
 * A booking that was made of an event, or found to be one, is the event with its UID, or, where channels give
 * it another UID, the event with its dates. Another booking of the feed's unit is an event if it has its UID,
 * or if it is of the feed's channel and has exactly its dates.
 */
export function findBookedEvents(
  feedId: string,
  events: readonly FeedEvent[],
  stays: readonly BookedStay[],
): BookedEvents {
  const found: BookedEvents = [];
  const current = events.filter(({ isOld }) => !isOld);
  const byUid = Map.groupBy(current, ({ uid }) => uid);
  const free = new Set(current);
  let open = [...stays];
  const claimEach = (findEvent: (stay: BookedStay) => FeedEvent | undefined): void => {
    open = open.filter((booking) => {
      const event = findEvent(booking);
      if (!event) return true;
      free.delete(event);
      found.push({ booking, event, isNew: booking.feedId !== feedId || booking.feedUid !== event.uid });
      return false;
    });
  };
  const listOfUid = ({ feedUid }: BookedStay): FeedEvent[] =>
    feedUid === null ? [] : (byUid.get(feedUid) ?? []).filter((event) => free.has(event));
  // An event that repeats has one UID for several stays, so those with the dates of a booking come first.
  claimEach((stay) => listOfUid(stay).find((event) => areEqualSpans(event, toSpan(stay))));
  claimEach((stay) => {
    const ofUid = listOfUid(stay).toSorted((a, b) => countCommonNights(stay, b) - countCommonNights(stay, a));
    const [nearest] = ofUid;
    const isAlone = byUid.get(nearest?.uid ?? '')?.length === 1;
    return nearest && (isAlone || countCommonNights(stay, nearest) > 0) ? nearest : undefined;
  });
  claimEach((stay) => {
    if (stay.feedId !== feedId && !(stay.feedUid === null && stay.isOfChannel)) return undefined;
    return current.find((event) => free.has(event) && areEqualSpans(event, toSpan(stay)));
  });
  return found;
}

/**
 * The nights of an event that its booking does not have, each run as an event with the whole one in `whole`, and the
 * ids of its bookings, whose preparation nights are no conflict with it.
 */
export type PlacedEvent = FeedEvent & { whole?: FeedEvent; bookingIds?: ReadonlySet<string> };

/** Without the nights that their bookings have. */
export function listEventsToPlace(
  events: readonly FeedEvent[],
  { stays, booked }: { stays: readonly BookedStay[]; booked: BookedEvents },
): PlacedEvent[] {
  const staysOf = Map.groupBy(booked, ({ event }) => event);
  return events.flatMap((event) => {
    const own = event.isOld
      ? stays.filter(({ feedUid }) => feedUid === event.uid)
      : staysOf.get(event)?.map(({ booking }) => booking);
    if (!own?.length) return [event];
    const bookingIds = new Set(own.map(({ id }) => id));
    const spans = own.map(toSpan).filter((span) => haveCommonNights(span, event));
    return listNightsOutside(event, spans).map((span) => ({ ...event, ...span, whole: event, bookingIds }));
  });
}

/**
 * Whether an event may become a booking: its calendar has no other dates for it now, and it is no booking yet. `bookings`
 * is the number of bookings with its UID.
 */
export function mayBecomeBooking(
  event: NightSpan & { uid: string },
  {
    events,
    differs,
    bookings,
  }: { events: readonly FeedEvent[]; differs: readonly FeedDifference[]; bookings: number },
): boolean {
  const current = events.filter(({ uid, isOld }) => uid === event.uid && !isOld);
  if (current.length > 0 && !current.some((one) => areEqualSpans(one, event))) return false;
  const isOther = ({ uid, startDate, endDate }: FeedDifference) =>
    uid === event.uid && startDate === event.startDate && endDate === event.endDate;
  return !differs.some(isOther) && bookings < Math.max(1, current.length);
}

function listNightsOutside(event: NightSpan, stays: readonly NightSpan[]): NightSpan[] {
  const spans: NightSpan[] = [];
  let from = event.startDate;
  for (const stay of stays.toSorted((a, b) => toDayNumber(a.startDate) - toDayNumber(b.startDate))) {
    if (stay.startDate > from)
      spans.push({
        startDate: from,
        endDate: stay.startDate < event.endDate ? stay.startDate : event.endDate,
      });
    if (stay.endDate > from) from = stay.endDate;
    if (from >= event.endDate) return spans;
  }
  return [...spans, { startDate: from, endDate: event.endDate }];
}

type Reading = { isComplete: boolean; isShrunk: boolean; cancelledUids: ReadonlySet<string> };

/**
 * Differences, and bookings whose events are missing but may come back. An event is gone at once if its
 * calendar says that it was cancelled. If it has only vanished, it is gone at the second complete reading
 * without it, after the same wait as for nights (docs/rules.md, 18.6). `reading` is null if nothing was read.
 */
export function listDifferences(
  feedId: string,
  {
    stays,
    booked,
    reading,
    before,
  }: {
    stays: readonly BookedStay[];
    booked: BookedEvents;
    reading: Reading | null;
    before: { missing: readonly MissingEvent[]; differs: readonly FeedDifference[] };
  },
  { today, now }: { today: StayDate; now: Date },
): { differs: FeedDifference[]; missing: MissingEvent[] } {
  const eventOf = new Map(booked.map(({ booking, event }) => [booking.id, event]));
  const missingBefore = new Map(before.missing.map((one) => [one.bookingId, one]));
  const wasGone = new Set(before.differs.flatMap((one) => (one.startDate === null ? [one.bookingId] : [])));
  const differs: FeedDifference[] = [];
  const missing: MissingEvent[] = [];
  for (const stay of stays) {
    const { id: bookingId } = stay;
    const event = eventOf.get(bookingId);
    if (event) {
      const { uid, startDate, endDate } = event;
      if (!agree(stay, event, today)) differs.push({ uid, bookingId, startDate, endDate });
      continue;
    }
    if (stay.feedId !== feedId || stay.feedUid === null) continue;
    const gone = { uid: stay.feedUid, bookingId, startDate: null, endDate: null };
    const known = missingBefore.get(bookingId);
    if (wasGone.has(bookingId) || reading?.cancelledUids.has(stay.feedUid)) {
      differs.push(gone);
      continue;
    }
    if (!known && !reading?.isComplete) continue;
    const { since = now.toISOString(), isSuspicious = false } = known ?? {};
    const next = { bookingId, since, isSuspicious: isSuspicious || (reading?.isShrunk ?? false) };
    const hasWaited = now.getTime() - Date.parse(since) >= findWaitMs(next);
    if (reading?.isComplete && known && hasWaited) differs.push(gone);
    else missing.push(next);
  }
  return { differs: differs.slice(0, MAX_CONFLICTS_OF_CALENDAR_FEED), missing };
}

export function listNewDifferences(
  before: readonly FeedDifference[],
  now: readonly FeedDifference[],
): FeedDifference[] {
  const identify = ({ bookingId, startDate, endDate }: FeedDifference) =>
    `${bookingId} ${startDate} ${endDate}`;
  const known = new Set(before.map(identify));
  return now.filter((one) => !known.has(identify(one)));
}

/** As events and answers show it. */
export const presentDifference = ({ uid, bookingId, startDate, endDate }: FeedDifference) => ({
  uid,
  booking_id: bookingId,
  start_date: startDate,
  end_date: endDate,
  gone: startDate === null,
});
