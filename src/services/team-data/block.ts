/** Nights of a unit that nobody can book. */
import type { z } from 'zod';
import { MAX_NAME_LENGTH, MAX_REASON_LENGTH, MAX_UID_LENGTH } from '../../domain/limits.ts';
import {
  date,
  id,
  instant,
  object,
  optionalLongText,
  optionalText,
  slug,
  text,
} from '../../schemas/entry-fields.ts';
import { type Kind, rulesFor, type Whole } from './kind.ts';

export const blockSchema = object({
  id: id.nullish().describe('Kept from another system.'),
  listing: slug.optional().describe('The slug of the listing, not of a building.'),
  unit: text(MAX_NAME_LENGTH).optional().describe('The name of one of its units.'),
  start_date: date.optional().describe('The first night.'),
  end_date: date.optional().describe('The first night that is free again.'),
  reason: optionalLongText(MAX_REASON_LENGTH).describe('Notes for the team.'),
  source: optionalText(MAX_NAME_LENGTH).describe('The name of the calendar feed that it came from.'),
  uid: optionalText(MAX_UID_LENGTH).describe('The event in that feed.'),
  created_at: instant.nullish().describe('When it was created. Default: now.'),
});

export type BlockEntry = z.infer<typeof blockSchema>;

const REQUIRED = ['listing', 'unit', 'start_date', 'end_date'] as const;
export type WholeBlock = Whole<BlockEntry, (typeof REQUIRED)[number]>;

export const BLOCK: Kind<BlockEntry, (typeof REQUIRED)[number]> = {
  schema: blockSchema,
  required: REQUIRED,
  rules: [
    rulesFor<WholeBlock>()(['start_date', 'end_date'], ({ start_date, end_date }) => [
      end_date <= start_date && { path: ['end_date'], message: 'must be after start_date', input: end_date },
    ]),
  ],
};
