import { type BookingRecord, updateBooking } from '../../db/queries/booking-writes.ts';
import {
  findLastEvent,
  findLastEvents,
  insertTeamEvents,
  insertTeamEventsUniformly,
  type TeamEventRecord,
} from '../../db/queries/team-events.ts';
import type { EventType } from '../../domain/vocabulary.ts';
import { done, type Outcome } from '../outcome.ts';
import { type EventWriter, eventRow, type TeamEvent } from '../team-events.ts';
import type { WriteContext } from '../write.ts';
import { type Booking, readBooking } from './reading.ts';

/** The fields of a booking that each of its events has in the feed. */
type ToldBooking = Pick<
  BookingRecord,
  'id' | 'confirmationCode' | 'listingId' | 'unitId' | 'status' | 'checkIn' | 'checkOut'
>;

export type BookingEvent = {
  type: EventType;
  /** The event's data in the list of the booking's events. */
  details: Record<string, unknown>;
  /** The names of the changed fields, for the feed. */
  changed: readonly string[];
};

type Happened = BookingEvent & {
  /** The booking after the change, and before it if a field in the feed may have changed. */
  booking: ToldBooking;
  before?: ToldBooking;
  /** The booking that needed the room for which this one was moved. */
  because?: string;
  /** Events of other entities that the same write changed. */
  beside?: readonly TeamEvent[];
  /** Whether the statement is the same with and without events `beside`. */
  isUniform?: boolean;
};

/** Stores a change of a booking together with its events, and reads the booking again for the answer. */
export async function storeChange(
  context: WriteContext,
  before: BookingRecord,
  columns: Partial<BookingRecord>,
  event: Omit<Happened, 'booking' | 'before'>,
): Promise<Outcome<Booking>> {
  const { tx, writer, now } = context;
  await updateBooking(tx, writer.teamId, before.id, { ...columns, updatedAt: now });
  await recordEvent(context, { ...event, booking: { ...before, ...columns }, before });
  return done(await mustRead(context, before.id));
}

/**
 * Stores the next event of a booking whose row the caller has created or locked, which keeps the numbers distinct. The
 * feed is ordered by time first, so an event without a position is never older than the one before it.
 */
export async function recordEvent(context: EventWriter, happened: Happened): Promise<void> {
  const { type, booking, beside = [], isUniform = false } = happened;
  const { tx, writer } = context;
  const last = type === 'booking.created' ? NO_EVENT : await findLastEvent(tx, writer.teamId, booking.id);
  const events = [
    ...beside.map((event) => eventRow(context, event)),
    bookingEventRow(context, happened, last),
  ];
  await (isUniform ? insertTeamEventsUniformly : insertTeamEvents)(tx, events);
}

/** Stores the next event of each of these bookings, in as many statements as for one. */
export async function recordEvents(
  context: EventWriter,
  happened: readonly Omit<Happened, 'beside'>[],
): Promise<void> {
  const { tx, writer } = context;
  const ids = happened.map(({ booking }) => booking.id);
  const lastOf = await findLastEvents(tx, writer.teamId, ids);
  await insertTeamEvents(
    tx,
    happened.map((one) => bookingEventRow(context, one, lastOf.get(one.booking.id) ?? NO_EVENT)),
  );
}

type LastEvent = Awaited<ReturnType<typeof findLastEvent>>;
const NO_EVENT: LastEvent = { number: 0, waitingSince: null };

function bookingEventRow(context: EventWriter, happened: Happened, last: LastEvent): TeamEventRecord {
  const { type, booking, because = null } = happened;
  const details = because === null ? happened.details : { ...happened.details, because };
  const { now } = context;
  const createdAt = last.waitingSince && last.waitingSince > now ? last.waitingSince : now;
  const own = { bookingId: booking.id, number: last.number + 1, details, createdAt };
  return { ...eventRow(context, { type, data: feedDataOf(happened) }), ...own, because };
}

function feedDataOf({ booking, before = booking, changed, because }: Happened) {
  return {
    booking_id: booking.id,
    confirmation_code: booking.confirmationCode,
    listing_id: booking.listingId,
    unit_id: booking.unitId,
    status: booking.status,
    check_in: booking.checkIn,
    check_out: booking.checkOut,
    changed,
    ...(before.checkIn === booking.checkIn ? {} : { previous_check_in: before.checkIn }),
    ...(before.checkOut === booking.checkOut ? {} : { previous_check_out: before.checkOut }),
    ...(before.unitId === booking.unitId ? {} : { previous_unit_id: before.unitId }),
    ...(because === undefined ? {} : { because }),
  };
}

export async function mustRead({ tx, writer }: WriteContext, id: string): Promise<Booking> {
  const booking = await readBooking(tx, writer.teamId, id);
  if (!booking) throw new Error('A booking disappeared within its transaction.');
  return booking;
}
