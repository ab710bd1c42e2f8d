import { z } from 'zod';
import type { EventRow } from '../services/bookings/read.ts';
import type { ExportedBooking, GuestExport } from '../services/guest-export.ts';
import { bookingSchema, presentBooking } from './booking.ts';
import { eventSchema, presentEvent } from './event.ts';
import { folioSchema, presentFolio } from './folio.ts';
import { guestSchema, presentGuest } from './guest.ts';

export const guestExport = z.object({
  data: z.object({
    guest: guestSchema,
    bookings: z.array(bookingSchema.extend({ folio: folioSchema, events: z.array(eventSchema) })),
  }),
});

type Answer = z.infer<typeof guestExport>;
const END_OF_ANSWER = ']}}';
const END_OF_BOOKING = ']}';

/**
 * The text of an export, part by part. `write` writes a whole answer with some of the bookings and events, of which the
 * next part is cut out.
 */
export async function* guestExportText(
  { guest, bookings }: GuestExport,
  write: (answer: Answer) => string,
): AsyncGenerator<string> {
  const shown = presentGuest(guest);
  const answerWith = (some: Answer['data']['bookings']) => write({ data: { guest: shown, bookings: some } });
  const head = answerWith([]).slice(0, -END_OF_ANSWER.length);
  const textOf = (booking: ExportedBooking, events: readonly EventRow[]) =>
    answerWith([
      {
        ...presentBooking(booking.booking),
        folio: presentFolio(booking.folio),
        events: events.map(presentEvent),
      },
    ]).slice(head.length, -END_OF_ANSWER.length - END_OF_BOOKING.length);
  yield head;
  let comma = '';
  for await (const booking of bookings) {
    const headOfBooking = textOf(booking, []);
    yield comma + headOfBooking;
    comma = '';
    for await (const events of booking.events) {
      yield comma + textOf(booking, events).slice(headOfBooking.length);
      comma = ',';
    }
    yield END_OF_BOOKING;
    comma = ',';
  }
  yield END_OF_ANSWER;
}
