import { z } from 'zod';
import { instantText } from '../domain/notation.ts';
import { ACTOR_TYPES, EVENT_TYPES } from '../domain/vocabulary.ts';
import type { EventRow } from '../services/bookings/reading.ts';
import { idSchema, instantSchema, nullableText, wordSchema } from './formats.ts';

/** A change of a booking, and who made it. */
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
        'For a change: each field with its value before and after. For the guest only the names of the fields.',
      ),
    created_at: instantSchema,
  })
  .meta({ id: 'BookingEvent' });

export const presentEvent = (event: EventRow): z.infer<typeof eventSchema> => ({
  id: event.id,
  type: event.type,
  actor: { type: event.actorType, name: event.actorName },
  data: event.details ?? {},
  created_at: instantText(event.createdAt),
});
