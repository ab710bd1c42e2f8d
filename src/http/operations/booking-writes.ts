import {
  bookingChangeBody,
  bookingChangeOf,
  cancelBody,
  cancellationOf,
  newBookingBody,
  newBookingOf,
} from '../booking-bodies.ts';
import { write } from '../writing.ts';
import { bookingAnswer, knownBooking, presentOneBooking as present } from './bookings.ts';

const createBooking = write({
  id: 'createBooking',
  tag: 'Bookings',
  summary: 'Make a booking',
  description:
    'Checks and prices the stay as a quote does, and takes its nights at once. Every rule that it fails is reported under `availability`, too many guests under `number_of_guests`, a coupon that does not apply under `coupon_code`. Send an `Idempotency-Key`, because an answer may get lost on its way.',
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
    'Send only what changes: an absent key keeps its value, null clears it. New dates or another number of guests are checked and priced again, and the folio’s plan follows. A cancelled or completed booking is a 422 under `status`.',
  asks: 'team',
  route: 'PUT /v1/bookings/:booking',
  resource: knownBooking,
  body: bookingChangeBody,
  ifMatch: { schema: bookingAnswer, present },
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
  description: 'From `pending` to `confirmed`. A booking in any other status is a 422 under `status`.',
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
    'Frees the nights at once. Scheduled payments are cancelled, open invoices are voided, a held deposit is returned, and the coupon can be redeemed again. What is paid stays paid. The fee follows from the booking’s cancellation terms, unless the body gives another; a pending booking is cancelled without one. The body may be absent.',
  asks: 'team',
  route: 'POST /v1/bookings/:booking/cancel',
  resource: knownBooking,
  body: cancelBody,
  isBodyOptional: true,
  refuses: ['not_cancellable'],
  run: ({ services, params, body }, call) =>
    services.bookings.cancelBooking(call, params.booking, cancellationOf(body)),
  success: 200,
  answers: bookingAnswer,
  present,
});

export const bookingWriteOperations = [createBooking, changeBooking, confirmBooking, cancelBooking];
