/** The bodies of requests that write guests, and the export of one (contract, sections 9 and 21). */
import { z } from 'zod';
import { MAX_NAME_LENGTH, MAX_NOTES_LENGTH, MAX_PHONE_LENGTH } from '../domain/limits.ts';
import type { GuestExport } from '../services/guests.ts';
import { nullableEmail, nullableLongText, nullableTextField, requiredText } from './fields.ts';
import { bookingSchema, presentBooking } from './wire/booking.ts';
import { eventSchema, presentEvent } from './wire/event.ts';
import { folioSchema, presentFolio } from './wire/folio.ts';
import { guestSchema, presentGuest } from './wire/guest.ts';

const details = {
  email: nullableEmail.optional(),
  phone: nullableTextField(MAX_PHONE_LENGTH).optional(),
  notes: nullableLongText(MAX_NOTES_LENGTH).optional(),
};
export const newGuestBody = z
  .object({ name: requiredText(MAX_NAME_LENGTH), ...details })
  .meta({ id: 'NewGuest' });
export const guestChangeBody = z
  .object({ name: requiredText(MAX_NAME_LENGTH).optional(), ...details })
  .meta({ id: 'GuestChange' });

export const guestExport = z.object({
  data: z.object({
    guest: guestSchema,
    bookings: z.array(bookingSchema.extend({ folio: folioSchema, events: z.array(eventSchema) })),
  }),
});

export const presentGuestExport = ({ guest, bookings }: GuestExport): z.infer<typeof guestExport> => ({
  data: {
    guest: presentGuest(guest),
    bookings: bookings.map(({ booking, folio, events }) => ({
      ...presentBooking(booking),
      folio: presentFolio(folio),
      events: events.map(presentEvent),
    })),
  },
});
