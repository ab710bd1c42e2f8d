import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { BalanceState, BookingEmbed } from '../domain/vocabulary.ts';
import { createCopyHeaders, isCsvPreferred, sendCsv, unlessCsv } from '../plugins/csv-answer.ts';
import { requireFound } from '../plugins/errors.ts';
import { paginate, publicBaseUrl } from '../plugins/paging.ts';
import { hasManyListings, hasManyNights } from '../plugins/shares/admission.ts';
import { writeAndAnswer } from '../plugins/writes.ts';
import {
  amendmentBody,
  bookingChangeBody,
  cancellationBody,
  newBookingBody,
} from '../schemas/bookings/bodies.ts';
import {
  bookingAnswer,
  bookingListAnswer,
  bookingPathParams,
  bookingQuery,
  createBookingPresenter,
  DEFAULT_EMBED,
  embeddingBookingAnswer,
  embedQuery,
  presentBooking,
  presentBookingVersion,
  toBookingListRequest,
  toBookingVersion,
} from '../schemas/bookings/booking.ts';
import { bookingEventListAnswer, presentBookingEvent } from '../schemas/bookings/event.ts';
import { COPY_DESCRIPTION, CSV_COPY_DESCRIPTION, presentChanges, toChangesRequest } from '../schemas/copy.ts';
import {
  BOOKING_COLUMNS,
  COPIED_BOOKING_COLUMNS,
  listColumnNames,
  toCells,
} from '../schemas/fields/csv-columns.ts';
import { pageQuery } from '../schemas/page.ts';
import { presentPreview, previewAnswer } from '../schemas/preview.ts';
import {
  conditionalWriteHeaders,
  notCancellableAnswer,
  previewHeaders,
  priceChangedAnswer,
  writeHeaders,
} from '../schemas/writes.ts';
import { type Access, findLackedFields } from '../services/access/access.ts';
import { amendBooking, previewAmendment } from '../services/bookings/amend.ts';
import { cancelBooking, confirmBooking, previewCancellation } from '../services/bookings/cancel.ts';
import { changeBooking, previewChange } from '../services/bookings/change.ts';
import { createBooking, previewBooking } from '../services/bookings/create.ts';
import { type ListedBooking, writeBookingList } from '../services/bookings/csv-list.ts';
import {
  type Booking,
  findEmbeddingBooking,
  hasBooking,
  listBookingEvents,
  listBookings,
} from '../services/bookings/read.ts';
import { listBookingChanges } from '../services/copies/copies.ts';
import { writeBookingChanges } from '../services/copies/whole-copy.ts';
import { throwIfAnyMessages } from '../services/errors.ts';

const tags = ['Bookings'];
const present = (booking: Booking, baseUrl: string) => ({ data: presentBooking(booking, baseUrl) });
const answer = { present, version: presentBookingVersion };
const answerOfPreview = { present: presentPreview, version: presentBookingVersion };
const PREVIEW_DESCRIPTION =
  'Nothing is kept, and an `Idempotency-Key` is ignored. Every refusal is that of the write itself.';

const AMEND_DESCRIPTION =
  'What can still be written of a booking, in every status: `notes`, `custom_fields`, `external_reference`, `language`, `billing_name` and `billing_address`; `adjustments` unless it is cancelled; `extras` if it is completed; `cancellation_fee` if it is cancelled. One of these that its status does not allow is a 422 under its name. Send only what changes: an absent key keeps its value, null clears it. If the price of a completed booking changes, what is then owed is one payment due today.';

/** Photos and folios make a large page dear. The query is not validated yet. */
const embedsAnything = ({ query }: FastifyRequest): boolean => {
  const { embed, changed_after } = query as { embed?: unknown; changed_after?: unknown };
  return embed === undefined ? changed_after === undefined : embed !== '';
};

type ShownMoney = { embed?: readonly BookingEmbed[] | undefined; balance?: BalanceState | undefined };

/** A folio, and whether something is still to be paid, need more than their booking. */
const requireMoney = (access: Access, { embed = [], balance }: ShownMoney) =>
  throwIfAnyMessages(
    findLackedFields(access, {
      embed: { isChanging: embed.includes('folio'), permission: 'money:read' },
      balance: { isChanging: balance !== undefined, permission: 'money:read' },
    }),
  );

export const bookingRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/bookings',
    {
      config: {
        permission: 'bookings:read',
        dear: unlessCsv((request) => hasManyListings(request) && embedsAnything(request)),
      },
      schema: {
        operationId: 'listBookings',
        tags,
        summary: 'List bookings',
        description: `By default newest first: by \`created_at\`, then id. The filters only filter: cancelled bookings are listed unless \`status\` says otherwise. With \`Accept: text/csv\`, the whole filtered list as CSV; \`page\` and \`per_page\` are then ignored. ${COPY_DESCRIPTION} ${CSV_COPY_DESCRIPTION}`,
        querystring: bookingQuery,
        response: { 200: bookingListAnswer },
      },
    },
    async (request, reply) => {
      const { scope, query } = request;
      const changes = toChangesRequest(query);
      const list = toBookingListRequest(query);
      const isCsv = isCsvPreferred(request, reply);
      requireMoney(scope.access, isCsv ? { balance: query.balance } : query);
      if (isCsv && changes)
        return sendCsv(request, reply, {
          name: 'bookings',
          columns: listColumnNames(COPIED_BOOKING_COLUMNS),
          read: (write) =>
            writeBookingChanges(scope, changes.position, {
              begin: createCopyHeaders(reply),
              write: (rows) => write(rows.map((row) => toCells(COPIED_BOOKING_COLUMNS, row))),
            }),
        });
      if (isCsv)
        return sendCsv(request, reply, {
          name: 'bookings',
          columns: listColumnNames(BOOKING_COLUMNS),
          read: (write) =>
            writeBookingList(scope, list, (rows) =>
              write(rows.map((row) => toCells<ListedBooking>(BOOKING_COLUMNS, row))),
            ),
        });
      const embed = query.embed ?? (changes ? [] : DEFAULT_EMBED);
      const presentOne = createBookingPresenter(embed);
      if (changes) {
        const baseUrl = publicBaseUrl(request);
        return presentChanges(await listBookingChanges(scope, embed, changes), (booking) =>
          presentOne(booking, baseUrl),
        );
      }
      return paginate(request, presentOne, (page) => listBookings(scope, list, embed, page));
    },
  );

  app.get(
    '/bookings/:booking',
    {
      config: { permission: 'bookings:read', etag: true, toVersion: toBookingVersion },
      schema: {
        operationId: 'getBooking',
        tags,
        summary: 'Read a booking',
        description:
          'With its unit, and with what `embed` names. Its `ETag` as an `If-Match` is about the booking’s own fields, whatever is embedded.',
        params: bookingPathParams,
        querystring: embedQuery,
        response: { 200: embeddingBookingAnswer },
      },
    },
    async (request) => {
      const { scope, params } = request;
      const { embed } = request.query;
      requireMoney(scope.access, { embed });
      const found = requireFound('booking', await findEmbeddingBooking(scope, params.booking, embed));
      return { data: createBookingPresenter(embed)(found, publicBaseUrl(request)) };
    },
  );

  app.get(
    '/bookings/:booking/events',
    {
      config: { permission: 'bookings:read' },
      schema: {
        operationId: 'listBookingEvents',
        tags,
        summary: 'List a booking’s events',
        description: 'Oldest first.',
        params: bookingPathParams,
        querystring: pageQuery,
        response: { 200: bookingEventListAnswer },
      },
    },
    async (request) => {
      const { scope, params } = request;
      requireFound('booking', await hasBooking(scope, params.booking));
      return paginate(request, presentBookingEvent, (page) => listBookingEvents(scope, params.booking, page));
    },
  );

  app.post(
    '/bookings',
    {
      config: {
        permission: 'bookings:write',
        location: '/v1/bookings/{id}',
        etag: true,
        toVersion: toBookingVersion,
      },
      schema: {
        operationId: 'createBooking',
        tags,
        summary: 'Make a booking',
        description:
          'Checks and prices the stay as a quote does, and takes its nights at once. Every rule that it fails is reported under `availability`, too many guests under `number_of_guests`, a coupon that does not apply under `coupon_code`. Send an `Idempotency-Key`, because an answer may get lost on its way.',
        headers: writeHeaders,
        body: newBookingBody,
        response: { 201: bookingAnswer, 409: priceChangedAnswer },
      },
    },
    (request, reply) =>
      writeAndAnswer(request, reply.code(201), present, (options) =>
        createBooking(request.scope, request.body, options),
      ),
  );

  app.put(
    '/bookings/:booking',
    {
      config: { permission: 'bookings:write' },
      schema: {
        operationId: 'changeBooking',
        tags,
        summary: 'Change a booking',
        description:
          'Send only what changes: an absent key keeps its value, null clears it. New dates or another number of guests are checked and priced again, and the folio’s plan follows. Other extras or pets alone change only their own lines and the taxes on them: the nights keep their price. `status` is not among the fields: confirm and cancel have requests of their own. A cancelled or completed booking is a 422 under `status`, whatever the body: what can still be written of it is amended.',
        params: bookingPathParams,
        headers: conditionalWriteHeaders,
        body: bookingChangeBody,
        response: { 200: bookingAnswer, 409: priceChangedAnswer },
      },
    },
    (request, reply) =>
      writeAndAnswer(request, reply, answer, (options) =>
        changeBooking(request.scope, request.params.booking, request.body, options),
      ),
  );

  app.post(
    '/bookings/:booking/amend',
    {
      config: { permission: 'bookings:write' },
      schema: {
        operationId: 'amendBooking',
        tags,
        summary: 'Amend a booking',
        description: AMEND_DESCRIPTION,
        params: bookingPathParams,
        headers: conditionalWriteHeaders,
        body: amendmentBody,
        response: { 200: bookingAnswer },
      },
    },
    (request, reply) =>
      writeAndAnswer(request, reply, answer, (options) =>
        amendBooking(request.scope, request.params.booking, request.body, options),
      ),
  );

  app.post(
    '/bookings/:booking/confirm',
    {
      config: { permission: 'bookings:write' },
      schema: {
        operationId: 'confirmBooking',
        tags,
        summary: 'Confirm a booking',
        description: 'From `pending` to `confirmed`. A booking in any other status is a 422 under `status`.',
        params: bookingPathParams,
        headers: conditionalWriteHeaders,
        response: { 200: bookingAnswer },
      },
    },
    (request, reply) =>
      writeAndAnswer(request, reply, answer, (options) =>
        confirmBooking(request.scope, request.params.booking, options),
      ),
  );

  app.post(
    '/bookings/:booking/cancel',
    {
      config: { permission: 'bookings:write' },
      schema: {
        operationId: 'cancelBooking',
        tags,
        summary: 'Cancel a booking',
        description:
          'Frees the nights at once. Scheduled payments are cancelled, open invoices are voided, a held deposit is returned, and the coupon can be redeemed again. What is paid stays paid. The fee follows from the booking’s cancellation terms, unless the body gives another; a pending booking is cancelled without one. The body may be absent.',
        params: bookingPathParams,
        headers: conditionalWriteHeaders,
        body: cancellationBody,
        response: { 200: bookingAnswer, 422: notCancellableAnswer },
      },
    },
    (request, reply) =>
      writeAndAnswer(request, reply, answer, (options) =>
        cancelBooking(request.scope, request.params.booking, request.body, options),
      ),
  );

  app.post(
    '/bookings/preview',
    {
      config: { permission: 'bookings:write', dear: hasManyNights('check_in', 'check_out') },
      schema: {
        operationId: 'previewBooking',
        tags,
        summary: 'Preview a booking',
        description: `What “Make a booking” would make of the same body, with its folio. ${PREVIEW_DESCRIPTION}`,
        body: newBookingBody,
        response: { 200: previewAnswer, 409: priceChangedAnswer },
      },
    },
    (request, reply) =>
      writeAndAnswer(request, reply, presentPreview, (options) =>
        previewBooking(request.scope, request.body, options),
      ),
  );

  app.post(
    '/bookings/:booking/preview',
    {
      config: { permission: 'bookings:write', dear: hasManyNights('check_in', 'check_out') },
      schema: {
        operationId: 'previewBookingChange',
        tags,
        summary: 'Preview a change of a booking',
        description: `What “Change a booking” would make of it with the same body, and the difference in its price. ${PREVIEW_DESCRIPTION}`,
        params: bookingPathParams,
        headers: previewHeaders,
        body: bookingChangeBody,
        response: { 200: previewAnswer, 409: priceChangedAnswer },
      },
    },
    (request, reply) =>
      writeAndAnswer(request, reply, answerOfPreview, (options) =>
        previewChange(request.scope, request.params.booking, request.body, options),
      ),
  );

  app.post(
    '/bookings/:booking/amend/preview',
    {
      config: { permission: 'bookings:write' },
      schema: {
        operationId: 'previewBookingAmendment',
        tags,
        summary: 'Preview an amendment of a booking',
        description: `What “Amend a booking” would make of it with the same body, and the difference in its price. ${PREVIEW_DESCRIPTION}`,
        params: bookingPathParams,
        headers: previewHeaders,
        body: amendmentBody,
        response: { 200: previewAnswer },
      },
    },
    (request, reply) =>
      writeAndAnswer(request, reply, answerOfPreview, (options) =>
        previewAmendment(request.scope, request.params.booking, request.body, options),
      ),
  );

  app.post(
    '/bookings/:booking/cancel/preview',
    {
      config: { permission: 'bookings:write' },
      schema: {
        operationId: 'previewBookingCancellation',
        tags,
        summary: 'Preview a cancellation',
        description: `What “Cancel a booking” would make of it. ${PREVIEW_DESCRIPTION}`,
        params: bookingPathParams,
        headers: previewHeaders,
        body: cancellationBody,
        response: { 200: previewAnswer, 422: notCancellableAnswer },
      },
    },
    (request, reply) =>
      writeAndAnswer(request, reply, answerOfPreview, (options) =>
        previewCancellation(request.scope, request.params.booking, request.body, options),
      ),
  );
};
