/** A team's guests. */
import type { z } from 'zod';
import { MAX_NAME_LENGTH, MAX_NOTES_LENGTH, MAX_PHONE_LENGTH } from '../../domain/limits.ts';
import { id, object, optionalEmail, optionalLongText, optionalText, text, times } from './fields.ts';
import { isGiven, type Kind, rulesFor } from './kind.ts';

export const guestSchema = object({
  id: id.nullish(),
  email: optionalEmail,
  name: text(MAX_NAME_LENGTH).optional(),
  phone: optionalText(MAX_PHONE_LENGTH),
  notes: optionalLongText(MAX_NOTES_LENGTH),
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
