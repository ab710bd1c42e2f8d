/** Bookings that are events of a feed: finds them, and tells where the two differ (docs/rules.md, 18.13 to 18.15). */
import { linkBookingToEvent, listBookedStays } from '../../db/queries/calendar-feeds/booked-stays.ts';
import type { CalendarFeedRecord } from '../../db/queries/calendar-feeds/calendar-feeds.ts';
import {
  type BookedEvents,
  type BookedStay,
  type FeedDifference,
  findBookedEvents,
  listDifferences,
  listNewDifferences,
  type MissingEvent,
  presentDifference,
} from '../../domain/calendar-feed/booked-events.ts';
import type { FeedEvent } from '../../domain/calendar-feed/events.ts';
import type { StayDate } from '../../domain/dates/dates.ts';
import { recordBookingEvents } from '../bookings/events.ts';
import { recordTeamEvents } from '../team-events.ts';
import type { SystemScope, WriteScope } from '../team-scope.ts';

type Following = {
  taken: readonly { bookingId: string | null }[];
  events: readonly FeedEvent[];
  today: StayDate;
  reading: { isComplete: boolean; cancelledUids: ReadonlySet<string> } | null;
  isShrunk: boolean;
};

/**
 * Finds the events that are bookings, notes in bookings which event they are, and tells of new differences. A booking
 * itself is never changed.
 */
export async function followBookings(
  scope: WriteScope<SystemScope>,
  feed: CalendarFeedRecord,
  { taken, events, today, reading, isShrunk }: Following,
): Promise<{ events: BookedEvents; differs: FeedDifference[]; missing: MissingEvent[] }> {
  const { tx, now } = scope;
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
  for (const { booking, event } of booked.filter(({ isNew }) => isNew)) {
    const row = rows.find((one) => one.booking.id === booking.id)?.booking;
    if (row) await link(scope, row, { feedId: feed.id, feedUid: event.uid });
  }
  const before = { missing: feed.missing, differs: feed.differs };
  if (feed.paused) return { events: booked, ...before };
  const linked = stays.map((stay) => {
    const one = booked.find(({ booking }) => booking.id === stay.id);
    return one ? { ...stay, feedId: feed.id, feedUid: one.event.uid } : stay;
  });
  const known = { stays: linked, booked, reading: reading && { ...reading, isShrunk }, before };
  const { differs, missing } = listDifferences(feed.id, known, { today, now });
  await recordTeamEvents(
    scope,
    listNewDifferences(feed.differs, differs).map((difference) => ({
      type: 'calendar_feed.differs' as const,
      data: { feed_id: feed.id, unit_id: feed.unitId, ...presentDifference(difference) },
    })),
  );
  return { events: booked, differs, missing };
}

type Row = Awaited<ReturnType<typeof listBookedStays>>[number]['booking'];

/** Notes in a booking which event of which feed it is. */
async function link(
  scope: WriteScope<SystemScope>,
  booking: Row,
  event: { feedId: string; feedUid: string },
): Promise<void> {
  const { tx, teamId, now } = scope;
  await linkBookingToEvent(tx, teamId, booking.id, { ...event, updatedAt: now });
  const names = { feedId: 'feed_id', feedUid: 'feed_uid' } as const;
  const changed = (['feedId', 'feedUid'] as const).filter((name) => booking[name] !== event[name]);
  const details = Object.fromEntries(changed.map((name) => [names[name], [booking[name], event[name]]]));
  await recordBookingEvents(scope, [
    {
      type: 'booking.changed',
      details,
      changed: changed.map((name) => names[name]),
      booking: { ...booking, ...event },
    },
  ]);
}
