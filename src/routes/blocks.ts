import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { createBookingOfBlock } from '../options/calendars/services/feeds/enter-guest.ts';
import { paginate } from '../plugins/paging.ts';
import { writeAndAnswer } from '../plugins/writes.ts';
import { blockListAnswer, blockQuery, blocksAnswer, newBlocksBody, presentBlock } from '../schemas/block.ts';
import { bookingOfBlockBody } from '../schemas/bookings/bodies.ts';
import { bookingAnswer, presentBooking, toBookingVersion } from '../schemas/bookings/booking.ts';
import { COPY_DESCRIPTION, presentChanges, toChangesRequest } from '../schemas/copy.ts';
import { idField } from '../schemas/fields/fields.ts';
import { noContentAnswer } from '../schemas/formats.ts';
import { toChangeFilter } from '../schemas/page.ts';
import { writeHeaders } from '../schemas/writes.ts';
import { type Block, createBlocks, deleteBlock, listBlocks } from '../services/blocks.ts';
import type { Booking } from '../services/bookings/read.ts';
import { listBlockChanges } from '../services/copies/copies.ts';

const tags = ['Blocks'];
const present = (blocks: Block[]) => ({ data: blocks.map(presentBlock) });
const presentMade = (booking: Booking, baseUrl: string) => ({ data: presentBooking(booking, baseUrl) });

export const blockRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/blocks',
    {
      schema: {
        operationId: 'listBlocks',
        tags,
        summary: 'List blocks',
        description: `By their first night, unless \`sort\` says otherwise. ${COPY_DESCRIPTION}`,
        querystring: blockQuery,
        response: { 200: blockListAnswer },
      },
    },
    async (request) => {
      const changes = toChangesRequest(request.query);
      if (changes) return presentChanges(await listBlockChanges(request.scope, changes), presentBlock);
      const { listing_id: listingId, from, to } = request.query;
      return paginate(request, presentBlock, (page) =>
        listBlocks(request.scope, { listingId, from, to, ...toChangeFilter(request.query) }, page),
      );
    },
  );

  app.post(
    '/blocks',
    {
      config: { location: '/v1/blocks/{id}' },
      schema: {
        operationId: 'createBlocks',
        tags,
        summary: 'Block nights',
        description: 'Makes one block for each unit. Nights that are taken are a 422 under `availability`.',
        headers: writeHeaders,
        body: newBlocksBody,
        response: { 201: blocksAnswer },
      },
    },
    (request, reply) =>
      writeAndAnswer(request, reply.code(201), present, (options) =>
        createBlocks(request.scope, request.body, options),
      ),
  );

  app.post(
    '/blocks/:block/booking',
    {
      config: { location: '/v1/bookings/{id}', etag: true, toVersion: toBookingVersion },
      schema: {
        operationId: 'createBookingOfBlock',
        tags,
        summary: 'Enter the guest of a channel’s stay',
        description:
          'Makes a confirmed booking of a calendar feed’s block: of its dates and unit, from the feed’s source, at no price unless `totals` names one, and without payments, invoice and deposit. No rule applies. A block that is not of a feed, or has not exactly its event’s nights from today on, or whose event is a booking already, is a 422 under `block`.',
        params: z.object({ block: idField.describe('The block’s id.') }),
        headers: writeHeaders,
        body: bookingOfBlockBody,
        response: { 201: bookingAnswer },
      },
    },
    (request, reply) =>
      writeAndAnswer(request, reply.code(201), presentMade, (options) =>
        createBookingOfBlock(request.scope, request.params.block, request.body, options),
      ),
  );

  app.delete(
    '/blocks/:block',
    {
      schema: {
        operationId: 'deleteBlock',
        tags,
        summary: 'Delete a block',
        description: 'Its nights can be booked at once. A block of a calendar feed comes back with the feed.',
        params: z.object({ block: idField.describe('The block’s id.') }),
        headers: writeHeaders,
        response: { 204: noContentAnswer },
      },
    },
    (request, reply) =>
      writeAndAnswer(request, reply.code(204), null, (options) =>
        deleteBlock(request.scope, request.params.block, options),
      ),
  );
};
