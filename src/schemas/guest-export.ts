import { z } from 'zod';
import type { GuestExport } from '../services/guests/export.ts';
import type { Message } from '../services/messages.ts';
import { bookingSchema, presentBooking } from './bookings/booking.ts';
import { bookingEventSchema, presentBookingEvent } from './bookings/event.ts';
import { folioSchema, presentFolio } from './bookings/folio.ts';
import { guestSchema, presentGuest } from './guest.ts';
import { presentWholeMessage, wholeMessageSchema } from './message.ts';

export const guestExportAnswer = z.object({
  data: z
    .object({
      guest: guestSchema,
      bookings: z
        .array(bookingSchema.extend({ folio: folioSchema.nullable(), events: z.array(bookingEventSchema) }))
        .describe(
          'All bookings of the guest, each with its folio and its events. The folio is null without the permission `money:read`.',
        ),
      messages: z.array(wholeMessageSchema).describe('The messages to the guest that are still kept.'),
    })
    .describe('Everything that is stored about the guest.'),
});

/** Part by part, because a guest may have any number of bookings and events. */
export async function* writeGuestExportParts(
  { guest, bookings }: GuestExport,
  messages: readonly Message[],
  baseUrl: string,
): AsyncGenerator<string> {
  yield `{"data":{"guest":${JSON.stringify(presentGuest(guest))},"bookings":[`;
  let bookingComma = '';
  for await (const { booking, folio, events } of bookings) {
    const fields = { ...presentBooking(booking, baseUrl), folio: folio && presentFolio(folio) };
    yield `${bookingComma}${JSON.stringify(fields).slice(0, -1)},"events":[`;
    bookingComma = ',';
    let eventComma = '';
    for await (const some of events) {
      yield eventComma + some.map((event) => JSON.stringify(presentBookingEvent(event))).join();
      eventComma = ',';
    }
    yield ']}';
  }
  yield `],"messages":${JSON.stringify(messages.map(presentWholeMessage))}}}`;
}
