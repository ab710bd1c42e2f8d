import { z } from 'zod';
import {
  bookingChangeBody,
  bookingChangeOf,
  cancelBody,
  cancellationOf,
  newBookingBody,
  newBookingOf,
} from '../../schemas/booking-bodies.ts';
import { presentPreview, previewSchema } from '../../schemas/preview.ts';
import type { Reach } from '../operation.ts';
import { write } from '../writing.ts';
import { bookingAnswer, knownBooking, presentOneBooking as present } from './bookings.ts';

const previewAnswer = z.object({ data: previewSchema });
const NOTHING_KEPT =
  'Nothing is kept, and an `Idempotency-Key` is ignored. Every refusal is that of the write itself.';

/** Ids in the body of a new booking that the team does not have. */
const furtherProblems = ({
  services,
  teamId,
  idIn,
}: Reach<'team'> & { idIn: (field: string) => string | null }) =>
  services.bookings.unknownReferences(teamId, { listingId: idIn('listing_id'), guestId: idIn('guest_id') });

/** The same for the unit in a change. */
const unknownUnit = ({
  services,
  teamId,
  params,
  idIn,
}: Reach<'team'> & { params: { booking: string }; idIn: (field: string) => string | null }) =>
  services.bookings.unknownUnit(teamId, params.booking, idIn('unit_id'));

const createBooking = write({
  id: 'createBooking',
  tag: 'Bookings',
  summary: 'Make a booking',
  description:
    'Checks and prices the stay as a quote does, and takes its nights at once. Every rule that it fails is reported under `availability`, too many guests under `number_of_guests`, a coupon that does not apply under `coupon_code`. Send an `Idempotency-Key`, because an answer may get lost on its way.',
  asks: 'team',
  route: 'POST /v1/bookings',
  body: newBookingBody,
  furtherProblems,
  refuses: ['price_changed'],
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
  furtherProblems: unknownUnit,
  ifMatch: { schema: bookingAnswer, present },
  refuses: ['price_changed'],
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

const previewBooking = write({
  id: 'previewBooking',
  tag: 'Bookings',
  summary: 'Preview a booking',
  description: `What “Make a booking” would make of the same body, with its folio. ${NOTHING_KEPT}`,
  asks: 'team',
  route: 'POST /v1/bookings/preview',
  body: newBookingBody,
  furtherProblems,
  refuses: ['price_changed'],
  isPreview: true,
  run: ({ services, body }, call) => services.bookings.previewBooking(call, newBookingOf(body)),
  success: 200,
  answers: previewAnswer,
  present: presentPreview,
});

const previewChange = write({
  id: 'previewBookingChange',
  tag: 'Bookings',
  summary: 'Preview a change of a booking',
  description: `What “Change a booking” would make of it with the same body, and the difference in its price. ${NOTHING_KEPT}`,
  asks: 'team',
  route: 'POST /v1/bookings/:booking/preview',
  resource: knownBooking,
  body: bookingChangeBody,
  furtherProblems: unknownUnit,
  ifMatch: { schema: bookingAnswer, present },
  refuses: ['price_changed'],
  isPreview: true,
  run: ({ services, params, body }, call) =>
    services.bookings.previewChange(call, params.booking, bookingChangeOf(body)),
  success: 200,
  answers: previewAnswer,
  present: presentPreview,
});

const previewCancellation = write({
  id: 'previewBookingCancellation',
  tag: 'Bookings',
  summary: 'Preview a cancellation',
  description: `What “Cancel a booking” would make of it. ${NOTHING_KEPT}`,
  asks: 'team',
  route: 'POST /v1/bookings/:booking/cancel/preview',
  resource: knownBooking,
  body: cancelBody,
  isBodyOptional: true,
  refuses: ['not_cancellable'],
  isPreview: true,
  run: ({ services, params, body }, call) =>
    services.bookings.previewCancellation(call, params.booking, cancellationOf(body)),
  success: 200,
  answers: previewAnswer,
  present: presentPreview,
});

export const bookingWriteOperations = [
  createBooking,
  changeBooking,
  confirmBooking,
  cancelBooking,
  previewBooking,
  previewChange,
  previewCancellation,
];
