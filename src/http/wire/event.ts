import { z } from 'zod';
import { instantText } from '../../domain/notation.ts';
import { ACTOR_TYPES, EVENT_TYPES } from '../../domain/vocabulary.ts';
import type { EventRow } from '../../services/bookings/reading.ts';
import { idSchema, instantSchema, nullableText, wordSchema } from './formats.ts';

/** Something that happened to a booking, and who did it. */
export const eventSchema = z
  .object({
    id: idSchema,
    type: wordSchema(EVENT_TYPES),
    actor: z.object({
      type: wordSchema(ACTOR_TYPES),
      name: nullableText.describe('The token’s or member’s name.'),
    }),
    data: z
      .record(z.string(), z.unknown())
      .describe(
        'Of a change: each field with its value before and after; of the guest the fields’ names alone.',
      ),
    created_at: instantSchema,
  })
  .meta({ id: 'BookingEvent' });

export const presentEvent = (event: EventRow): z.infer<typeof eventSchema> => ({
  id: event.id,
  type: event.type,
  actor: { type: event.actorType, name: event.actorName },
  data: event.data,
  created_at: instantText(event.createdAt),
});
