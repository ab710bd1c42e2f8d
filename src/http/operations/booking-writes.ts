import { z } from 'zod';
import type { Booking } from '../../services/bookings/reading.ts';
import {
  bookingChangeBody,
  bookingChangeOf,
  cancelBody,
  newBookingBody,
  newBookingOf,
} from '../booking-bodies.ts';
import { bookingSchema, presentBooking } from '../wire/booking.ts';
import { write } from '../writing.ts';
import { knownBooking } from './bookings.ts';

const bookingAnswer = z.object({ data: bookingSchema });
const present = (booking: Booking) => ({ data: presentBooking(booking) });

const createBooking = write({
  id: 'createBooking',
  tag: 'Bookings',
  summary: 'Make a booking',
  description:
    'Checks the stay and prices it as a quote does, and holds its nights at once. Every rule that it fails is told under `availability`, too many guests under `number_of_guests`, the coupon under `coupon_code`. Send an `Idempotency-Key`: an answer may get lost on its way.',
  asks: 'team',
  route: 'POST /v1/bookings',
  body: newBookingBody,
  unknownIds: ({ services, teamId, idIn }) =>
    services.bookings.unknownReferences(teamId, {
      listingId: idIn('listing_id'),
      guestId: idIn('guest_id'),
    }),
  run: ({ services, body }, call) => services.bookings.createBooking(call, newBookingOf(body)),
  success: 201,
  answers: bookingAnswer,
  present,
});

const changeBooking = write({
  id: 'changeBooking',
  tag: 'Bookings',
  summary: 'Change a booking',
  description:
    'Send what is to change: a key that is absent keeps its value, null clears it. New dates or guests are checked and priced again, for what they change; the folio’s plan follows. Cancelled and completed bookings are a 422 under `status`.',
  asks: 'team',
  route: 'PUT /v1/bookings/:booking',
  resource: knownBooking,
  body: bookingChangeBody,
  run: ({ services, params, body }, call) =>
    services.bookings.changeBooking(call, params.booking, bookingChangeOf(body)),
  success: 200,
  answers: bookingAnswer,
  present,
});

const confirmBooking = write({
  id: 'confirmBooking',
  tag: 'Bookings',
  summary: 'Confirm a booking',
  description: 'From `pending` to `confirmed`. Any other is a 422 under `status`.',
  asks: 'team',
  route: 'POST /v1/bookings/:booking/confirm',
  resource: knownBooking,
  run: ({ services, params }, call) => services.bookings.confirmBooking(call, params.booking),
  success: 200,
  answers: bookingAnswer,
  present,
});

const cancelBooking = write({
  id: 'cancelBooking',
  tag: 'Bookings',
  summary: 'Cancel a booking',
  description:
    'Frees the nights at once. Scheduled payments are cancelled, open invoices voided, a held deposit is returned and the coupon’s redemption given back; what is paid stays paid. The body may be absent.',
  asks: 'team',
  route: 'POST /v1/bookings/:booking/cancel',
  resource: knownBooking,
  body: cancelBody,
  isBodyOptional: true,
  refuses: ['not_cancellable'],
  run: ({ services, params, body }, call) =>
    services.bookings.cancelBooking(call, params.booking, body.reason ?? null),
  success: 200,
  answers: bookingAnswer,
  present,
});

export const bookingWriteOperations = [createBooking, changeBooking, confirmBooking, cancelBooking];
