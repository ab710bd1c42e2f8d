/** Bookings that are events of a feed: finds them, and tells where the two differ (docs/rules.md, 18.13 to 18.15). */

import type { StayDate } from '../../../../domain/dates/dates.ts';
import { recordBookingEvents } from '../../../../services/bookings/events.ts';
import { recordTeamEvents } from '../../../../services/team-events.ts';
import type { SystemScope, WriteScope } from '../../../../services/team-scope.ts';
import { linkBookingToEvent, listBookedStays } from '../../db/queries/booked-stays.ts';
import type { CalendarFeedRecord } from '../../db/queries/calendar-feeds.ts';
import {
  type BookedEvents,
  type BookedStay,
  type FeedDifference,
  findBookedEvents,
  listDifferences,
  listNewDifferences,
  type MissingEvent,
  presentDifference,
} from '../../domain/booked-events.ts';
import type { FeedEvent } from '../../domain/events.ts';

type Comparing = {
  taken: readonly { bookingId: string | null }[];
  events: readonly FeedEvent[];
  today: StayDate;
  reading: { isComplete: boolean; cancelledUids: ReadonlySet<string> } | null;
  isShrunk: boolean;
};

type Row = Awaited<ReturnType<typeof listBookedStays>>[number]['booking'];
/** A booking, as it was read, that is to note which event of which feed it is. */
export type EventLink = { booking: Row; event: { feedId: string; feedUid: string } };

/** Also finds bookings that do not know yet which event they are. */
export async function compareBookings(
  { tx, now }: WriteScope<SystemScope>,
  feed: CalendarFeedRecord,
  { taken, events, today, reading, isShrunk }: Comparing,
): Promise<{
  stays: readonly BookedStay[];
  booked: BookedEvents;
  links: EventLink[];
  differs: FeedDifference[];
  missing: MissingEvent[];
}> {
  const bookingIds = [...new Set(taken.flatMap(({ bookingId }) => bookingId ?? []))];
  const rows = await listBookedStays(tx, feed, { bookingIds, today, now });
  const stays = rows.map(
    ({ booking, isOfFeedUnit }): BookedStay => ({
      id: booking.id,
      checkIn: booking.checkIn,
      checkOut: booking.checkOut,
      feedId: booking.feedId,
      feedUid: booking.feedUid,
      isOfChannel: isOfFeedUnit && feed.source !== 'other' && booking.source === feed.source,
    }),
  );
  const found = findBookedEvents(feed.id, events, stays);
  const booked = feed.paused ? found.filter(({ isNew }) => !isNew) : found;
  const eventOf = new Map(booked.map((one) => [one.booking.id, one]));
  const links = rows.flatMap(({ booking }) => {
    const { isNew = false, event } = eventOf.get(booking.id) ?? {};
    return isNew && event ? [{ booking, event: { feedId: feed.id, feedUid: event.uid } }] : [];
  });
  const before = { missing: feed.missing, differs: feed.differs };
  if (feed.paused) return { stays, booked, links, ...before };
  const linked = stays.map((stay) => {
    const one = eventOf.get(stay.id);
    return one ? { ...stay, feedId: feed.id, feedUid: one.event.uid } : stay;
  });
  const known = { stays: linked, booked, reading: reading && { ...reading, isShrunk }, before };
  return { stays: linked, booked, links, ...listDifferences(feed.id, known, { today, now }) };
}

/** A booking itself is never changed. */
export const recordNewDifferences = (
  scope: WriteScope<SystemScope>,
  feed: CalendarFeedRecord,
  differs: readonly FeedDifference[],
): Promise<void> =>
  recordTeamEvents(
    scope,
    listNewDifferences(feed.differs, differs).map((difference) => ({
      type: 'calendar_feed.differs' as const,
      data: { feed_id: feed.id, unit_id: feed.unitId, ...presentDifference(difference) },
    })),
  );

/** Notes in locked bookings which event of which feed they are. */
export async function linkBookings(
  scope: WriteScope<SystemScope>,
  links: readonly EventLink[],
): Promise<void> {
  if (links.length === 0) return;
  const { tx, teamId, now } = scope;
  for (const { booking, event } of links)
    await linkBookingToEvent(tx, teamId, booking.id, { ...event, updatedAt: now });
  const names = { feedId: 'feed_id', feedUid: 'feed_uid' } as const;
  await recordBookingEvents(
    scope,
    links.map(({ booking, event }) => {
      const changed = (['feedId', 'feedUid'] as const).filter((name) => booking[name] !== event[name]);
      const details = Object.fromEntries(changed.map((name) => [names[name], [booking[name], event[name]]]));
      return {
        type: 'booking.changed' as const,
        details,
        changed: changed.map((name) => names[name]),
        booking: { ...booking, ...event },
      };
    }),
  );
}
