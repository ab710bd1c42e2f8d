/** Bookings that visitors make on a team's booking site (contract, section 16). */
import { z } from 'zod';
import { MAX_CODE_LENGTH } from '../../domain/limits.ts';
import { textField } from '../../schemas/fields.ts';
import {
  newSiteBookingSchema,
  presentNewSiteBooking,
  presentSiteBooking,
  siteBookingSchema,
} from '../../schemas/site-booking.ts';
import { siteBookingBody, slugIn, wantedOnSite } from '../../schemas/site-booking-body.ts';
import type { Booking } from '../../services/bookings/reading.ts';
import type { KeyedBooking } from '../../services/bookings/site.ts';
import type { Reach, Resource } from '../operation.ts';
import { read } from '../reading.ts';
import { write } from '../writing.ts';

const params = {
  confirmation_code: textField({ min: 1, max: MAX_CODE_LENGTH }).describe('The booking’s code.'),
};
const KEY_IN_HEADER = 'Send its key in the header `Booking-Key`. Without the right key, it is a 404.';

/** A wrong key is the same as no booking. */
const keyedBooking = {
  name: 'booking',
  params,
  find: ({ services, teamId, bookingKey, params: { confirmation_code: code } }) =>
    services.bookings.findSiteBooking(teamId, code, bookingKey),
} satisfies Resource<Reach<'visitor'>, typeof params, Booking>;

const answers = z.object({ data: siteBookingSchema });

const createPublicBooking = write({
  id: 'createPublicBooking',
  tag: 'Booking site',
  summary: 'Request a booking',
  description:
    'For sites with `site_bookings`: `request` makes a pending booking that expires, `instant` a confirmed one. With `off`, this path does not exist. The rules and the price are those of `POST /v1/bookings`. A stay of more nights than the team’s `site_max_nights` is a 422 under `check_out`, although its quote says that it is available. At most 2 requests of one email wait for the team’s answer, 3 of one address, and 200 of one site: more are a 429.',
  asks: 'visitor',
  route: 'POST /v1/public/:teamSlug/bookings',
  body: siteBookingBody,
  refuses: ['price_changed'],
  furtherProblems: ({ services, teamId, sent }) => services.bookings.unknownSiteListing(teamId, slugIn(sent)),
  isSiteBooking: true,
  run: ({ services, site, body, address }, call) =>
    services.bookings.createSiteBooking(call, site, { ...wantedOnSite(body), address }),
  success: 201,
  answers: z.object({ data: newSiteBookingSchema }),
  present: (booking: KeyedBooking) => ({ data: presentNewSiteBooking(booking) }),
});

const getPublicBooking = read({
  id: 'getPublicBooking',
  tag: 'Booking site',
  summary: 'Read a booking with its key',
  description: KEY_IN_HEADER,
  asks: 'visitor',
  route: 'GET /v1/public/:teamSlug/bookings/:confirmation_code',
  resource: keyedBooking,
  success: answers,
  answer: ({ found }) => ({ data: presentSiteBooking(found) }),
});

const withdrawPublicBooking = write({
  id: 'withdrawPublicBooking',
  tag: 'Booking site',
  summary: 'Withdraw a request with its key',
  description: `${KEY_IN_HEADER} A booking that is not pending is a 422.`,
  asks: 'visitor',
  route: 'POST /v1/public/:teamSlug/bookings/:confirmation_code/cancel',
  resource: keyedBooking,
  refuses: ['not_cancellable'],
  run: ({ services, params: { confirmation_code: code }, bookingKey }, call) =>
    services.bookings.withdrawSiteBooking(call, code, bookingKey),
  success: 200,
  answers,
  present: (booking: Booking) => ({ data: presentSiteBooking(booking) }),
});

export const siteBookingOperations = [createPublicBooking, getPublicBooking, withdrawPublicBooking];
