/** Bookings that are events of calendar feeds, or may be (docs/rules.md, 18.13 to 18.15). */
import { and, eq, gt, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { Transaction } from '../../../../db/client.ts';
import { lockBookingsWhere } from '../../../../db/queries/bookings/writes.ts';
import { isGuestOfBooking } from '../../../../db/queries/joins.ts';
import { isAnyOf, matches } from '../../../../db/queries/statements.ts';
import { bookings } from '../../../../db/schema/bookings.ts';
import { guests } from '../../../../db/schema/guests.ts';
import type { StayDate } from '../../../../domain/dates/dates.ts';
import { calendarFeeds } from '../schema/calendars.ts';
import { type CalendarFeedRecord, markUnsettled } from './calendar-feeds.ts';

/** The condition that a booking's guests have not left yet. */
const isAhead = ({ today, now }: { today: StayDate; now: Date }) =>
  and(
    gt(bookings.checkOut, today),
    inArray(bookings.status, ['pending', 'confirmed', 'completed']),
    or(isNull(bookings.expiresAt), gt(bookings.expiresAt, now)),
  );

/**
 * The feed's bookings that have not left yet, and others of its unit. Those in the unit cannot change
 * meanwhile, because it is locked. A change of one in another unit waits for the feed, and has it compared
 * again.
 */
export const listBookedStays = (
  tx: Transaction,
  { teamId, id, unitId }: CalendarFeedRecord,
  { bookingIds, today, now }: { bookingIds: readonly string[]; today: StayDate; now: Date },
) =>
  tx
    .select({
      booking: bookings,
      isOfFeedUnit: sql<boolean>`coalesce(${bookings.unitId} = ${unitId}, false)`,
    })
    .from(bookings)
    .where(
      and(
        eq(bookings.teamId, teamId),
        or(
          eq(bookings.feedId, id),
          and(isNull(bookings.feedId), eq(bookings.unitId, unitId), isAnyOf(bookings.id, bookingIds)),
        ),
        isAhead({ today, now }),
      ),
    )
    .orderBy(bookings.checkIn, bookings.id);

/** How many bookings that have not left yet have a UID of a feed's events. */
export const countBookingsOfEvent = (
  tx: Transaction,
  { teamId, id: feedId }: CalendarFeedRecord,
  feedUid: string,
  { today, now }: { today: StayDate; now: Date },
): Promise<number> =>
  tx.$count(bookings, and(matches(bookings, { teamId, feedId, feedUid }), isAhead({ today, now })));

export const linkBookingToEvent = (
  tx: Transaction,
  teamId: number,
  id: string,
  changes: { feedId: string; feedUid: string; updatedAt: Date },
) => tx.update(bookings).set(changes).where(matches(bookings, { teamId, id }));

/** Before the feeds are deleted. Returns the bookings. */
export async function unlinkBookingsOfFeeds(
  tx: Transaction,
  teamId: number,
  feedIds: readonly string[],
  updatedAt: Date,
) {
  await lockBookingsWhere(tx, matches(bookings, { teamId, feedId: feedIds }));
  return tx
    .update(bookings)
    .set({ feedId: null, isOfFeedBlock: false, updatedAt })
    .where(matches(bookings, { teamId, feedId: feedIds }))
    .returning();
}

/**
 * Feeds of which some of the bookings are or may be events are compared again. Each part is found by an
 * index.
 */
export async function unsettleFeedsOfBookings(
  tx: Transaction,
  teamId: number,
  bookingIds: readonly string[],
): Promise<void> {
  const some = sql`${bookings.teamId} = ${teamId} and ${isAnyOf(bookings.id, bookingIds)}`;
  const isOfSome = sql`${calendarFeeds.id} = any(array(
    select ${bookings.feedId} from ${bookings} where ${some} and ${bookings.feedId} is not null
    union
    select feed.id from ${bookings}
    join calendar_feeds as feed on feed.team_id = ${bookings.teamId} and feed.unit_id = ${bookings.unitId}
      and feed.source = ${bookings.source}
    where ${some} and ${bookings.feedId} is null))`;
  await markUnsettled(tx, teamId, and(matches(calendarFeeds, { teamId, isUnsettled: false }), isOfSome), {
    isUnsettled: true,
  });
}

/** Of some UIDs of events. Nothing but their nights is kept. */
export async function listErasedUids(
  tx: Transaction,
  { teamId, id }: CalendarFeedRecord,
  uids: readonly string[],
): Promise<Set<string | null>> {
  if (uids.length === 0) return new Set();
  const rows = await tx
    .select({ uid: bookings.feedUid })
    .from(bookings)
    .innerJoin(guests, isGuestOfBooking)
    .where(and(matches(bookings, { teamId, feedId: id, feedUid: uids }), isNotNull(guests.erasedAt)));
  return new Set(rows.map(({ uid }) => uid));
}
