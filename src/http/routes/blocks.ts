import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { MAX_REASON_LENGTH } from '../../domain/limits.ts';
import type { Block, BlockService } from '../../services/blocks.ts';
import { idField, nullableLongText } from '../fields.ts';
import { operation } from '../reference/operation.ts';
import { dateField, rangeCheck } from '../stay-parameters.ts';
import { teamIdOf } from '../team-scope.ts';
import { refuseUnknown } from '../unknown-references.ts';
import { blockSchema, presentBlock } from '../wire/block.ts';
import { pageParameters, pageRequestOf, pageSchema, presentPage } from '../wire/page.ts';
import { answerWrite } from '../writes.ts';

const listQuery = z.object({
  ...pageParameters,
  listing_id: idField.optional().describe('Of this listing alone.'),
  from: dateField.optional().describe('Blocks that hold a night on or after this day.'),
  to: dateField.optional().describe('Blocks that hold a night on or before this day.'),
});

const newBlocksBody = z
  .object({
    listing_id: idField,
    unit_id: idField
      .nullish()
      .describe('One unit; else every active unit of the listing, of a building those of its unit types.'),
    start_date: dateField.describe('The first night that nobody can book.'),
    end_date: dateField.describe('The first night that can be booked again.'),
    reason: nullableLongText(MAX_REASON_LENGTH).optional(),
  })
  .check(rangeCheck('start_date', 'end_date'))
  .meta({ id: 'NewBlock' });

const blockParams = z.object({
  block: z.string().meta({ format: 'uuid', description: 'The block’s id.' }),
});

const listBlocks = operation({ id: 'listBlocks', tag: 'Blocks', summary: 'List blocks' });
const createBlocks = operation({
  id: 'createBlocks',
  tag: 'Blocks',
  summary: 'Block nights',
  description: 'Makes one block a unit. Nights that are taken are a 422 under `availability`.',
});
const deleteBlock = operation({ id: 'deleteBlock', tag: 'Blocks', summary: 'Take a block away' });

/** Nights of units that nobody can book (contract, section 8). */
export const blockRoutes: FastifyPluginCallbackZod<{ blocks: BlockService }> = (app, { blocks }, done) => {
  app.get(
    '/blocks',
    { schema: { ...listBlocks, querystring: listQuery, response: { 200: pageSchema(blockSchema) } } },
    async (request) => {
      const { listing_id: listingId, from, to } = request.query;
      const page = pageRequestOf(request.query);
      const found = await blocks.listBlocks(teamIdOf(request), { listingId, from, to }, page);
      return presentPage(request, page, found, presentBlock);
    },
  );

  app.post(
    '/blocks',
    {
      attachValidation: true,
      schema: {
        ...createBlocks,
        body: newBlocksBody,
        response: { 201: z.object({ data: z.array(blockSchema) }) },
      },
    },
    async (request, reply) => {
      await refuseUnknown(request, ({ listingId }) => blocks.unknownReferences(teamIdOf(request), listingId));
      const {
        listing_id: listingId,
        unit_id,
        start_date: startDate,
        end_date: endDate,
        reason,
      } = request.body;
      const wanted = {
        listingId,
        unitId: unit_id ?? null,
        span: { startDate, endDate },
        reason: reason ?? null,
      };
      const present = (made: Block[]) => ({ data: made.map(presentBlock) });
      return answerWrite(request, reply, { status: 201, resource: 'listing', present }, (call) =>
        blocks.createBlocks(call, wanted),
      );
    },
  );

  app.delete('/blocks/:block', { schema: { ...deleteBlock, params: blockParams } }, async (request, reply) =>
    answerWrite(request, reply, { status: 204, resource: 'block', present: () => null }, (call) =>
      blocks.deleteBlock(call, request.params.block),
    ),
  );
  done();
};
