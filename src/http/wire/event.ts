import { z } from 'zod';
import { instantText } from '../../domain/notation.ts';
import type { EventRow } from '../../services/bookings/reading.ts';
import { instantSchema, nullableText } from './formats.ts';

/** What happened to a booking, and by whom. */
export const eventSchema = z.object({
  id: z.string(),
  type: z.string(),
  actor: z.object({ type: z.string(), name: nullableText }),
  data: z.record(z.string(), z.unknown()),
  created_at: instantSchema,
});

export const presentEvent = (event: EventRow): z.infer<typeof eventSchema> => ({
  id: event.id,
  type: event.type,
  actor: { type: event.actorType, name: event.actorName },
  data: event.data,
  created_at: instantText(event.createdAt),
});
