import { z } from 'zod';
import { instantText } from '../../domain/notation.ts';
import type { Block } from '../../services/blocks.ts';
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
  created_at: instantText(block.createdAt),
});
