import { z } from 'zod';
import { toInstantText, toInstantTextOrNull } from '../domain/formats.ts';
import { MAX_NAME_LENGTH, MAX_NOTES_LENGTH, MAX_PHONE_LENGTH } from '../domain/limits.ts';
import type { Guest } from '../services/guests/guests.ts';
import {
  createdAndUpdatedEntries,
  emailField,
  idField,
  instantEntry,
  nameField,
  notesField,
  objectEntry,
  optionalEmailEntry,
  optionalEmailField,
  optionalLongText,
  optionalText,
  phoneField,
  requiredText,
  textField,
} from './fields.ts';
import { idSchema, instantSchema, nullableText, type PresentedEntry } from './formats.ts';
import { pageParameters, pageSchema } from './page.ts';

export const guestEntry = objectEntry({
  id: idField.nullish().describe('Identifies a guest without email; kept from another system.'),
  email: optionalEmailEntry.describe('Identifies the guest. Case does not matter.'),
  name: requiredText(MAX_NAME_LENGTH).optional().describe('The name of the guest.'),
  phone: optionalText(MAX_PHONE_LENGTH).describe('In any form.'),
  notes: optionalLongText(MAX_NOTES_LENGTH).describe('Notes for the team.'),
  erased_at: instantEntry.nullish().describe('When all personal data of the guest was erased.'),
  ...createdAndUpdatedEntries,
});

export type GuestEntry = z.infer<typeof guestEntry>;

export const guestSchema = z
  .object({
    id: idSchema,
    name: z.string(),
    email: nullableText.describe('Unique within the team. Case does not matter.'),
    phone: nullableText,
    notes: nullableText.describe('The team’s own notes.'),
    erased_at: instantSchema.nullable().describe('When the guest’s personal data was erased.'),
    created_at: instantSchema,
  })
  .meta({ id: 'Guest' });

export const presentGuest = (guest: Guest): z.infer<typeof guestSchema> => ({
  id: guest.id,
  name: guest.name,
  email: guest.email,
  phone: guest.phone,
  notes: guest.notes,
  erased_at: toInstantTextOrNull(guest.erasedAt),
  created_at: toInstantText(guest.createdAt),
});

export const presentGuestEntry = (guest: Guest & { updatedAt: Date }) => {
  const { id, name, email, ...fields } = presentGuest(guest);
  return {
    id,
    email,
    name,
    ...fields,
    updated_at: toInstantText(guest.updatedAt),
  } satisfies PresentedEntry<GuestEntry>;
};

export const guestAnswer = z.object({ data: guestSchema });
export const guestListAnswer = pageSchema(guestSchema);

export const guestQuery = z.object({
  ...pageParameters,
  email: emailField.optional().describe('The whole email. Case does not matter.'),
  search: textField({ min: 2, max: 100 })
    .optional()
    .describe('Part of the name or email. Case does not matter.'),
});

const guestDetailFields = { email: optionalEmailField, phone: phoneField, notes: notesField };
export const newGuestBody = z
  .object({ name: nameField, ...guestDetailFields })
  .transform(({ name, email = null, phone = null, notes = null }) => ({ name, email, phone, notes }))
  .meta({
    id: 'NewGuest',
    examples: [{ name: 'Bea Lind', email: 'bea.lind@example.com', phone: '+46 70 123 45 67' }],
  });
export const guestChangeBody = z
  .object({ name: nameField.optional(), ...guestDetailFields })
  .meta({ id: 'GuestChange', examples: [{ phone: '+46 70 123 45 67' }] });
