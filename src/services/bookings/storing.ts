import { type BookingRecord, insertEvent, updateBooking } from '../../db/queries/booking-writes.ts';
import type { EventType } from '../../domain/vocabulary.ts';
import { newId } from '../new-id.ts';
import { done, type Outcome } from '../outcome.ts';
import type { WriteContext, Writer } from '../write.ts';
import { type Booking, readBooking } from './reading.ts';

/** A write, or the sweep that completes bookings, which needs no payment terms. */
export type EventContext = Pick<WriteContext, 'tx' | 'now'> & {
  writer: Pick<Writer, 'teamId' | 'actor'>;
};
export type BookingEvent = { type: EventType; data: Record<string, unknown> };

/** Stores a change of a booking together with its event, and reads the booking back for the answer. */
export async function storeChange(
  context: WriteContext,
  bookingId: string,
  columns: Partial<BookingRecord>,
  event: BookingEvent,
): Promise<Outcome<Booking>> {
  const { tx, writer, now } = context;
  await updateBooking(tx, writer.teamId, bookingId, { ...columns, updatedAt: now });
  await recordEvent(context, bookingId, event);
  return done(await mustRead(context, bookingId));
}

/** Writes the next event of a booking whose row the caller has made or locked. */
export const recordEvent = (
  { tx, writer, now }: EventContext,
  bookingId: string,
  event: BookingEvent,
): Promise<void> =>
  insertEvent(tx, writer.teamId, {
    id: newId(),
    bookingId,
    isFirst: event.type === 'booking.created',
    ...event,
    actor: writer.actor,
    createdAt: now,
  });

export async function mustRead({ tx, writer }: WriteContext, id: string): Promise<Booking> {
  const booking = await readBooking(tx, writer.teamId, id);
  if (!booking) throw new Error('A booking vanished within its transaction.');
  return booking;
}
