import { z } from 'zod';
import { instantText } from '../../domain/notation.ts';
import type { Guest } from '../../services/guests.ts';
import { idSchema, instantSchema, nullableText } from './formats.ts';

export const guestSchema = z
  .object({
    id: idSchema,
    name: z.string(),
    email: nullableText.describe('Unique within the team, whatever its case.'),
    phone: nullableText,
    notes: nullableText.describe('The team’s own.'),
    created_at: instantSchema,
  })
  .meta({ id: 'Guest' });

export const presentGuest = (guest: Guest): z.infer<typeof guestSchema> => ({
  id: guest.id,
  name: guest.name,
  email: guest.email,
  phone: guest.phone,
  notes: guest.notes,
  created_at: instantText(guest.createdAt),
});
