/** Nights of a unit that nobody can book. */

import type { z } from 'zod';
import { MAX_NAME_LENGTH, MAX_REASON_LENGTH } from '../../domain/limits.ts';
import { rulesFor } from './contradictions.ts';
import { date, id, instant, object, optionalLongText, slug, text } from './fields.ts';
import { shown } from './wording.ts';

export const blockSchema = object({
  id: id.nullish(),
  listing: slug,
  unit: text(MAX_NAME_LENGTH),
  start_date: date,
  end_date: date,
  reason: optionalLongText(MAX_REASON_LENGTH),
  created_at: instant.nullish(),
});

export type BlockEntry = z.infer<typeof blockSchema>;

const blockRule = rulesFor<BlockEntry>();
export const BLOCK_RULES = [
  blockRule(['start_date', 'end_date'], ({ start_date, end_date }) => [
    end_date <= start_date && `end_date must be after start_date, not ${shown(end_date)}`,
  ]),
];
