import { z } from 'zod';
import { MAX_REASON_LENGTH } from '../../domain/limits.ts';
import { blockSchema, presentBlock } from '../../schemas/block.ts';
import { dateField, idField, idParameter, nullableLongText, rangeCheck } from '../../schemas/fields.ts';
import type { Block } from '../../services/blocks.ts';
import { resource } from '../operation.ts';
import { list } from '../reading.ts';
import { write } from '../writing.ts';

const newBlocksBody = z
  .object({
    listing_id: idField,
    unit_id: idField
      .nullish()
      .describe(
        'One unit. Without it, every active unit of the listing; for a building, those of its unit types.',
      ),
    start_date: dateField.describe('The first night that nobody can book.'),
    end_date: dateField.describe('The first night that can be booked again.'),
    reason: nullableLongText(MAX_REASON_LENGTH).optional(),
  })
  .check(rangeCheck('start_date', 'end_date'))
  .meta({ id: 'NewBlock' });

const listBlocks = list({
  id: 'listBlocks',
  tag: 'Blocks',
  summary: 'List blocks',
  asks: 'team',
  route: 'GET /v1/blocks',
  filters: {
    listing_id: idField.optional().describe('Only blocks of this listing.'),
    from: dateField.optional().describe('Blocks that contain a night on or after this day.'),
    to: dateField.optional().describe('Blocks that contain a night on or before this day.'),
  },
  item: blockSchema,
  find: ({ services, teamId, query: { listing_id: listingId, from, to } }, page) =>
    services.blocks.listBlocks(teamId, { listingId, from, to }, page),
  present: presentBlock,
});

const createBlocks = write({
  id: 'createBlocks',
  tag: 'Blocks',
  summary: 'Block nights',
  description: 'Makes one block for each unit. Nights that are taken are a 422 under `availability`.',
  asks: 'team',
  route: 'POST /v1/blocks',
  body: newBlocksBody,
  furtherProblems: ({ services, teamId, idIn }) =>
    services.blocks.unknownReferences(teamId, { listingId: idIn('listing_id'), unitId: idIn('unit_id') }),
  run: ({ services, body }, call) =>
    services.blocks.createBlocks(call, {
      listingId: body.listing_id,
      unitId: body.unit_id ?? null,
      span: { startDate: body.start_date, endDate: body.end_date },
      reason: body.reason ?? null,
    }),
  success: 201,
  answers: z.object({ data: z.array(blockSchema) }),
  present: (made: Block[]) => ({ data: made.map(presentBlock) }),
});

const deleteBlock = write({
  id: 'deleteBlock',
  tag: 'Blocks',
  summary: 'Delete a block',
  asks: 'team',
  route: 'DELETE /v1/blocks/:block',
  resource: resource({
    name: 'block',
    params: { block: idParameter('The block’s id.') },
    find: ({ services, teamId, params }) => services.blocks.hasBlock(teamId, params.block),
  }),
  run: ({ services, params }, call) => services.blocks.deleteBlock(call, params.block),
  success: 204,
});

export const blockOperations = [listBlocks, createBlocks, deleteBlock];
