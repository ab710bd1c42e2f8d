import { z } from 'zod';
import { instantText } from '../domain/notation.ts';
import { ACTOR_TYPES, TEAM_EVENT_TYPES } from '../domain/vocabulary.ts';
import type { FeedEvent } from '../services/feed.ts';
import { idSchema, instantSchema, nullableText, wordSchema } from './formats.ts';

/** An event of a team. */
export const feedEventSchema = z
  .object({
    id: idSchema,
    position: z.int().describe('Counts 1, 2, 3 … within the team, without a gap.'),
    type: wordSchema(TEAM_EVENT_TYPES),
    created_at: instantSchema,
    actor: z.object({
      type: wordSchema(ACTOR_TYPES),
      name: nullableText.describe('The token’s or member’s name.'),
    }),
    data: z
      .record(z.string(), z.unknown())
      .describe(
        'Ids, codes, dates and names of fields, depending on the type. Personal data of guests is never included.',
      ),
  })
  .meta({ id: 'Event' });

export const presentFeedEvent = (event: FeedEvent): z.infer<typeof feedEventSchema> => ({
  id: event.id,
  position: event.position,
  type: event.type,
  created_at: instantText(event.createdAt),
  actor: { type: event.actorType, name: event.actorName },
  data: event.data,
});
