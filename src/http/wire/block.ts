import { z } from 'zod';
import { instantText } from '../../domain/notation.ts';
import type { Block } from '../../services/blocks.ts';
import { instantSchema, nullableText } from './formats.ts';

/** Nights `[start_date, end_date)` of a unit that nobody can book. */
export const blockSchema = z.object({
  id: z.string(),
  listing_id: z.string(),
  unit_id: z.string(),
  start_date: z.string(),
  end_date: z.string(),
  reason: nullableText,
  created_at: instantSchema,
});

export const presentBlock = (block: Block): z.infer<typeof blockSchema> => ({
  id: block.id,
  listing_id: block.listingId,
  unit_id: block.unitId,
  start_date: block.startDate,
  end_date: block.endDate,
  reason: block.reason,
  created_at: instantText(block.createdAt),
});
