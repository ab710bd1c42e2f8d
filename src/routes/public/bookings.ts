import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { LanguageChoice } from '../../domain/translations.ts';
import { requireFound } from '../../plugins/errors.ts';
import { readClientAddress } from '../../plugins/rate-limit.ts';
import { writeAndAnswer } from '../../plugins/writes.ts';
import {
  bookingKeyHeaders,
  feeChangedAnswer,
  newSiteBookingAnswer,
  presentNewSiteBooking,
  presentSiteBooking,
  presentSiteCancellation,
  siteBookingAnswer,
  siteBookingParams,
  siteCancellationBody,
  siteCancellationPreviewAnswer,
} from '../../schemas/public/booking.ts';
import {
  guestDocumentAnswer,
  guestDocumentParams,
  guestDocumentsAnswer,
  presentGuestDocument,
  presentWholeGuestDocument,
} from '../../schemas/public/document.ts';
import { siteParams } from '../../schemas/public/listing.ts';
import { newSiteBookingBody } from '../../schemas/public/new-booking.ts';
import { notCancellableAnswer, priceChangedAnswer, writeHeaders } from '../../schemas/writes.ts';
import { findGuestDocument, listGuestDocuments } from '../../services/bookings/folio/guest-documents.ts';
import type { GuestBooking } from '../../services/bookings/guest-booking.ts';
import {
  cancelSiteBooking,
  createSiteBooking,
  findSiteBooking,
  previewSiteCancellation,
} from '../../services/bookings/site.ts';
import type { BookingWithKey } from '../../services/bookings/site-key.ts';

const tags = ['Booking site'];
const BOOKING_KEY_DESCRIPTION =
  'Send its key in the header `Booking-Key`. Without the right key, it is a 404.';

const presenterIn = (choice: LanguageChoice) => (found: GuestBooking) => ({
  data: presentSiteBooking(found, choice),
});
const newBookingPresenterIn = (choice: LanguageChoice) => (booking: BookingWithKey) => ({
  data: presentNewSiteBooking(booking, choice),
});

export const publicBookingRoutes: FastifyPluginAsyncZod = async (app) => {
  app.post(
    '/:teamSlug/bookings',
    {
      config: { location: '/v1/public/{teamSlug}/bookings/{confirmation_code}', takesBookings: true },
      onRequest: (request, reply) => app.limits.ofSiteBookings(request, reply),
      schema: {
        operationId: 'createPublicBooking',
        tags,
        summary: 'Request a booking',
        description:
          'For sites with `site_bookings`: `request` makes a pending booking that expires, `instant` a confirmed one. With `off`, this path does not exist. The rules and the price are those of `POST /v1/bookings`. A stay of more nights than the team’s `site_max_nights` is a 422 under `check_out`, although its quote says that it is available. At most 2 requests of one email wait for the team’s answer, 3 of one address, and 200 of one site; at most 50 are made from one address in 24 hours, withdrawn ones included. More are a 429.',
        params: siteParams,
        headers: writeHeaders,
        body: newSiteBookingBody,
        response: { 201: newSiteBookingAnswer, 409: priceChangedAnswer },
      },
    },
    (request, reply) => {
      const { languageChoice, body } = request;
      const { language } = languageChoice;
      const input = { ...body, language, address: readClientAddress(request) };
      return writeAndAnswer(request, reply.code(201), newBookingPresenterIn(languageChoice), (options) =>
        createSiteBooking(request.scope, request.site, input, options),
      );
    },
  );

  app.get(
    '/:teamSlug/bookings/:confirmation_code',
    {
      schema: {
        operationId: 'getPublicBooking',
        tags,
        summary: 'Read a booking with its key',
        description: BOOKING_KEY_DESCRIPTION,
        params: siteBookingParams,
        headers: bookingKeyHeaders,
        response: { 200: siteBookingAnswer },
      },
    },
    async ({ scope, params, languageChoice, headers: { 'booking-key': key = '' } }) => {
      const found = await findSiteBooking(scope, params.confirmation_code, key);
      return presenterIn(languageChoice)(requireFound('booking', found));
    },
  );

  app.get(
    '/:teamSlug/bookings/:confirmation_code/documents',
    {
      schema: {
        operationId: 'listPublicBookingDocuments',
        tags,
        summary: 'List the documents of a booking with its key',
        description: `${BOOKING_KEY_DESCRIPTION} Lists invoices and credit notes that are issued or paid.`,
        params: siteBookingParams,
        headers: bookingKeyHeaders,
        response: { 200: guestDocumentsAnswer },
      },
    },
    async ({ scope, params: { confirmation_code: code }, headers: { 'booking-key': key = '' } }) => {
      const documents = requireFound('booking', await listGuestDocuments(scope, { code, key }));
      return { data: documents.map(presentGuestDocument) };
    },
  );

  app.get(
    '/:teamSlug/bookings/:confirmation_code/documents/:document',
    {
      schema: {
        operationId: 'getPublicBookingDocument',
        tags,
        summary: 'Read a document of a booking with its key',
        description: `${BOOKING_KEY_DESCRIPTION} So is a document that is open or void.`,
        params: guestDocumentParams,
        headers: bookingKeyHeaders,
        response: { 200: guestDocumentAnswer },
      },
    },
    async ({ scope, params, headers: { 'booking-key': key = '' } }) => {
      const named = { code: params.confirmation_code, key };
      const document = await findGuestDocument(scope, named, params.document);
      return { data: presentWholeGuestDocument(requireFound('document', document)) };
    },
  );

  app.get(
    '/:teamSlug/bookings/:confirmation_code/cancellation',
    {
      schema: {
        operationId: 'previewPublicCancellation',
        tags,
        summary: 'Read what a cancellation costs',
        description: `${BOOKING_KEY_DESCRIPTION} Where “Cancel a booking with its key” would be refused, this is the same 422.`,
        params: siteBookingParams,
        headers: bookingKeyHeaders,
        response: { 200: siteCancellationPreviewAnswer, 422: notCancellableAnswer },
      },
    },
    async ({ scope, site, params, headers: { 'booking-key': key = '' } }) => {
      const named = { code: params.confirmation_code, key, mode: site.siteCancellation };
      return { data: presentSiteCancellation(await previewSiteCancellation(scope, named)) };
    },
  );

  app.post(
    '/:teamSlug/bookings/:confirmation_code/cancel',
    {
      schema: {
        operationId: 'withdrawPublicBooking',
        tags,
        summary: 'Cancel a booking with its key',
        description: `${BOOKING_KEY_DESCRIPTION} A pending booking is withdrawn without a fee. A confirmed one is cancelled by its terms, if it has any and the team’s \`site_cancellation\` is \`by_terms\`; else it is a 422, as any other booking is. The body may be absent.`,
        params: siteBookingParams,
        headers: writeHeaders.extend(bookingKeyHeaders.shape),
        body: siteCancellationBody,
        response: { 200: siteBookingAnswer, 409: feeChangedAnswer, 422: notCancellableAnswer },
      },
    },
    (request, reply) => {
      const { 'booking-key': key = '' } = request.headers;
      const { confirmation_code: code } = request.params;
      const cancellation = { code, key, mode: request.site.siteCancellation, ...request.body };
      return writeAndAnswer(request, reply, presenterIn(request.languageChoice), (options) =>
        cancelSiteBooking(request.scope, cancellation, options),
      );
    },
  );
};
