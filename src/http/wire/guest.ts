import { z } from 'zod';
import { instantText } from '../../domain/notation.ts';
import type { Guest } from '../../services/guests.ts';
import { instantSchema, nullableText } from './formats.ts';

export const guestSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: nullableText,
  phone: nullableText,
  notes: nullableText,
  created_at: instantSchema,
});

export const presentGuest = (guest: Guest): z.infer<typeof guestSchema> => ({
  id: guest.id,
  name: guest.name,
  email: guest.email,
  phone: guest.phone,
  notes: guest.notes,
  created_at: instantText(guest.createdAt),
});
