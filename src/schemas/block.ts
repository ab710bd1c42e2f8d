import { z } from 'zod';
import { instantText } from '../domain/notation.ts';
import type { Block } from '../services/blocks.ts';
import { dateSchema, idSchema, instantSchema, nullableText } from './formats.ts';

/** Nights `[start_date, end_date)` of a unit that nobody can book. */
export const blockSchema = z
  .object({
    id: idSchema,
    listing_id: idSchema,
    unit_id: idSchema,
    start_date: dateSchema.describe('The first night that cannot be booked.'),
    end_date: dateSchema.describe('The first night that can be booked again.'),
    reason: nullableText,
    source: nullableText.describe('The name of the calendar feed that it came from.'),
    feed_id: idSchema.nullable().describe('The calendar feed that it belongs to, which alone can end it.'),
    created_at: instantSchema,
  })
  .meta({ id: 'Block' });

export const presentBlock = (block: Block): z.infer<typeof blockSchema> => ({
  id: block.id,
  listing_id: block.listingId,
  unit_id: block.unitId,
  start_date: block.startDate,
  end_date: block.endDate,
  reason: block.reason,
  source: block.source,
  feed_id: block.feedId,
  created_at: instantText(block.createdAt),
});
