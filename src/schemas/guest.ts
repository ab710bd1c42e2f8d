import { z } from 'zod';
import { instantOrNull, instantText } from '../domain/notation.ts';
import type { Guest } from '../services/guests.ts';
import { idSchema, instantSchema, nullableText } from './formats.ts';

export const guestSchema = z
  .object({
    id: idSchema,
    name: z.string(),
    email: nullableText.describe('Unique within the team. Case does not matter.'),
    phone: nullableText,
    notes: nullableText.describe('The team’s own notes.'),
    erased_at: instantSchema.nullable().describe('When everything that said who it was was taken away.'),
    created_at: instantSchema,
  })
  .meta({ id: 'Guest' });

export const presentGuest = (guest: Guest): z.infer<typeof guestSchema> => ({
  id: guest.id,
  name: guest.name,
  email: guest.email,
  phone: guest.phone,
  notes: guest.notes,
  erased_at: instantOrNull(guest.erasedAt),
  created_at: instantText(guest.createdAt),
});
