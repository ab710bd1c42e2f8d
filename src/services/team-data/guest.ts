/** A team's guests. */
import type { z } from 'zod';
import { MAX_NAME_LENGTH, MAX_NOTES_LENGTH, MAX_PHONE_LENGTH } from '../../domain/limits.ts';
import { id, object, optionalEmail, optionalLongText, optionalText, text, times } from './fields.ts';
import { isGiven, type Kind, rulesFor } from './kind.ts';

export const guestSchema = object({
  id: id.nullish().describe('Names a guest without email; kept from another system.'),
  email: optionalEmail.describe('Names the guest; compared in any case.'),
  name: text(MAX_NAME_LENGTH).optional().describe('The name of the guest.'),
  phone: optionalText(MAX_PHONE_LENGTH).describe('In any form.'),
  notes: optionalLongText(MAX_NOTES_LENGTH).describe('For the team.'),
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
