import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { createCopyHeaders, isCsvPreferred, sendCsv } from '../plugins/csv-answer.ts';
import { requireFound } from '../plugins/errors.ts';
import { sendJsonParts } from '../plugins/long-answer.ts';
import { paginate, publicBaseUrl } from '../plugins/paging.ts';
import { writeAndAnswer } from '../plugins/writes.ts';
import { COPY_DESCRIPTION, CSV_COPY_DESCRIPTION, presentChanges, toChangesRequest } from '../schemas/copy.ts';
import { listAnswerColumns, toAnswerCells } from '../schemas/fields/csv-columns.ts';
import { idField } from '../schemas/fields/fields.ts';
import {
  guestAnswer,
  guestChangeBody,
  guestListAnswer,
  guestQuery,
  guestSchema,
  newGuestBody,
  presentGuest,
  toGuestFilter,
} from '../schemas/guest.ts';
import { guestExportAnswer, writeGuestExportParts } from '../schemas/guest-export.ts';
import { conditionalWriteHeaders, writeHeaders } from '../schemas/writes.ts';
import { listGuestChanges } from '../services/copies/copies.ts';
import { writeGuestChanges } from '../services/copies/whole-copy.ts';
import { exportGuest } from '../services/guests/export.ts';
import {
  changeGuest,
  createGuest,
  eraseGuest,
  findGuest,
  type Guest,
  listGuests,
  writeGuestList,
} from '../services/guests/guests.ts';
import type { Services } from '../services/services.ts';

const GUEST_COLUMNS = listAnswerColumns(guestSchema);
const tags = ['Guests'];
const params = z.object({ guest: idField.describe('The guest’s id.') });
const present = (guest: Guest) => ({ data: presentGuest(guest) });

export const guestRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  app.get(
    '/guests',
    {
      config: { permission: 'guests:read' },
      schema: {
        operationId: 'listGuests',
        tags,
        summary: 'List guests',
        description: `Newest first. With \`Accept: text/csv\`, the whole filtered list as CSV; \`page\` and \`per_page\` are then ignored. ${COPY_DESCRIPTION} ${CSV_COPY_DESCRIPTION}`,
        querystring: guestQuery,
        response: { 200: guestListAnswer },
      },
    },
    async (request, reply) => {
      const { scope, query } = request;
      const changes = toChangesRequest(query);
      const filter = toGuestFilter(query);
      const isCsv = isCsvPreferred(request, reply);
      if (isCsv && changes)
        return sendCsv(request, reply, {
          name: 'guests',
          columns: GUEST_COLUMNS.map(({ name }) => name),
          read: (write) =>
            writeGuestChanges(scope, changes.position, {
              begin: createCopyHeaders(reply),
              write: (rows) => write(rows.map((row) => toAnswerCells(GUEST_COLUMNS, presentGuest(row)))),
            }),
        });
      if (isCsv)
        return sendCsv(request, reply, {
          name: 'guests',
          columns: GUEST_COLUMNS.map(({ name }) => name),
          read: (write) =>
            writeGuestList(scope, filter, (rows) =>
              write(rows.map((row) => toAnswerCells(GUEST_COLUMNS, presentGuest(row)))),
            ),
        });
      if (changes) return presentChanges(await listGuestChanges(scope, changes), presentGuest);
      return paginate(request, presentGuest, (page) => listGuests(scope, filter, page));
    },
  );

  app.get(
    '/guests/:guest',
    {
      config: { permission: 'guests:read', etag: true },
      schema: {
        operationId: 'getGuest',
        tags,
        summary: 'Read a guest',
        description: 'An erased guest has no name, email or phone any more.',
        params,
        response: { 200: guestAnswer },
      },
    },
    async ({ scope, params }) => present(requireFound('guest', await findGuest(scope, params.guest))),
  );

  app.post(
    '/guests',
    {
      config: { permission: 'guests:write', location: '/v1/guests/{id}', etag: true },
      schema: {
        operationId: 'createGuest',
        tags,
        summary: 'Add a guest',
        description: 'An email that another guest of the team has is a 422 under `email`.',
        headers: writeHeaders,
        body: newGuestBody,
        response: { 201: guestAnswer },
      },
    },
    (request, reply) =>
      writeAndAnswer(request, reply.code(201), present, (options) =>
        createGuest(request.scope, request.body, options),
      ),
  );

  app.put(
    '/guests/:guest',
    {
      config: { permission: 'guests:write' },
      schema: {
        operationId: 'changeGuest',
        tags,
        summary: 'Change a guest',
        description: 'Send only what changes: an absent key keeps its value, null clears it.',
        params,
        headers: conditionalWriteHeaders,
        body: guestChangeBody,
        response: { 200: guestAnswer },
      },
    },
    (request, reply) =>
      writeAndAnswer(request, reply, present, (options) =>
        changeGuest(request.scope, request.params.guest, request.body, options),
      ),
  );

  app.get(
    '/guests/:guest/export',
    {
      config: { permission: 'guests:read', dear: true },
      schema: {
        operationId: 'exportGuest',
        tags,
        summary: 'Export everything about a guest',
        description:
          'The guest, their bookings, oldest first, each with its folio and events, and the messages to them.',
        params,
        response: { 200: guestExportAnswer },
      },
    },
    async (request, reply) => {
      const everything = requireFound('guest', await exportGuest(request.scope, request.params.guest));
      const messages = (await services.messages?.listOfGuest(request.scope, request.params.guest)) ?? [];
      const parts = writeGuestExportParts(everything, messages, publicBaseUrl(request));
      await sendJsonParts(reply, parts);
    },
  );

  app.post(
    '/guests/:guest/erase',
    {
      config: { permission: 'guests:write' },
      schema: {
        operationId: 'eraseGuest',
        tags,
        summary: 'Erase a guest',
        description:
          'Takes away everything that says who the guest was, also from their bookings and events; amounts, dates and invoices stay. Refused under `guest` while a booking is pending or confirmed, a deposit held or a payment scheduled. Erasing twice answers the same.',
        params,
        headers: conditionalWriteHeaders,
        response: { 200: guestAnswer },
      },
    },
    (request, reply) =>
      writeAndAnswer(request, reply, present, (options) =>
        eraseGuest(request.scope, request.params.guest, options),
      ),
  );
};
