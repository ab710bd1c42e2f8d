import type { TeamEventData } from '../../../../domain/events.ts';
import type { OnEvents } from '../../../../services/team-scope.ts';
import { unsettleFeedsOfBookings } from '../../db/queries/booked-stays.ts';
import { unsettleFeeds } from '../../db/queries/readings.ts';

/** After an import has freed nights, each calendar feed of the team blocks again the nights that its events want. */
export const unsettleFeedsAfterImport: OnEvents = async ({ tx, teamId }, events) => {
  const isAffected = events.some(({ type, data }) => {
    if (type !== 'team.imported') return false;
    const { blocks, bookings } = (data as TeamEventData['team.imported']).counts;
    return blocks !== undefined || bookings !== undefined;
  });
  if (isAffected) await unsettleFeeds(tx, teamId);
};

/** The events after which a booking may have other nights, another unit, or none. */
const TYPES: ReadonlySet<string> = new Set([
  'booking.created',
  'booking.changed',
  'booking.cancelled',
  'booking.expired',
  'booking.unit_moved',
]);

/** The sources of bookings that do not come from a channel. A feed with one of them is only compared when it is read. */
const OWN_SOURCES: ReadonlySet<string> = new Set(['api', 'manual', 'booking_site', 'import', 'other']);

/** After a booking has changed that is or may be an event of a feed, the feed is compared with it again. */
export const unsettleFeedsOfChangedBookings: OnEvents = async ({ tx, teamId }, events) => {
  const ids = new Set(
    events.flatMap(({ type, bookingId, booking }) => {
      const isOfChannel = booking && (booking.feedId !== null || !OWN_SOURCES.has(booking.source));
      return isOfChannel && TYPES.has(type) ? (bookingId ?? []) : [];
    }),
  );
  if (ids.size > 0) await unsettleFeedsOfBookings(tx, teamId, [...ids]);
};
