/** A team's guests. */
import type { z } from 'zod';
import { MAX_NAME_LENGTH, MAX_NOTES_LENGTH, MAX_PHONE_LENGTH } from '../../domain/limits.ts';
import {
  id,
  instant,
  object,
  optionalEmail,
  optionalLongText,
  optionalText,
  text,
  times,
} from '../../schemas/entry-fields.ts';
import { isGiven, type Kind, rulesFor } from './kind.ts';

export const guestSchema = object({
  id: id.nullish().describe('Identifies a guest without email; kept from another system.'),
  email: optionalEmail.describe('Identifies the guest. Case does not matter.'),
  name: text(MAX_NAME_LENGTH).optional().describe('The name of the guest.'),
  phone: optionalText(MAX_PHONE_LENGTH).describe('In any form.'),
  notes: optionalLongText(MAX_NOTES_LENGTH).describe('Notes for the team.'),
  erased_at: instant.nullish().describe('When all personal data of the guest was erased.'),
  ...times,
});

export type GuestEntry = z.infer<typeof guestSchema>;

const REQUIRED = ['name'] as const;

export const GUEST: Kind<GuestEntry, (typeof REQUIRED)[number]> = {
  schema: guestSchema,
  required: REQUIRED,
  rules: [
    rulesFor<GuestEntry>()(['email', 'id'], ({ email, id }) => [
      !isGiven(email) && !isGiven(id) && { path: ['email'], message: 'is required for a guest without id' },
    ]),
  ],
};
