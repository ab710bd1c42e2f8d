import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { paginate } from '../plugins/paging.ts';
import { writeAndAnswer } from '../plugins/writes.ts';
import {
  blockListAnswer,
  blockQuery,
  blocksAnswer,
  createBlockPresenter,
  newBlocksBody,
} from '../schemas/block.ts';
import { COPY_DESCRIPTION, presentChanges, toChangesRequest } from '../schemas/copy.ts';
import { idField } from '../schemas/fields/fields.ts';
import { noContentAnswer } from '../schemas/formats.ts';
import { toChangeFilter } from '../schemas/page.ts';
import { writeHeaders } from '../schemas/writes.ts';
import { mayDo } from '../services/access/access.ts';
import { type Block, createBlocks, deleteBlock, listBlocks } from '../services/blocks.ts';
import { listBlockChanges } from '../services/copies/copies.ts';

const tags = ['Blocks'];
const presenterFor = ({ scope }: FastifyRequest) => createBlockPresenter(mayDo(scope.access, 'guests:read'));

export const blockRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/blocks',
    {
      config: { permission: 'calendar:read' },
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
      const presentBlock = presenterFor(request);
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
      config: { permission: 'calendar:write', location: '/v1/blocks/{id}' },
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
    (request, reply) => {
      const present = (blocks: Block[]) => ({ data: blocks.map(presenterFor(request)) });
      return writeAndAnswer(request, reply.code(201), present, (options) =>
        createBlocks(request.scope, request.body, options),
      );
    },
  );

  app.delete(
    '/blocks/:block',
    {
      config: { permission: 'calendar:write' },
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
