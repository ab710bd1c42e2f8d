/** A team's guests. */

import type { z } from 'zod';
import { MAX_NAME_LENGTH, MAX_NOTES_LENGTH, MAX_PHONE_LENGTH } from '../../domain/limits.ts';
import { isGiven, rulesFor } from './contradictions.ts';
import { id, object, optionalEmail, optionalLongText, optionalText, text, times } from './fields.ts';

export const guestSchema = object({
  id: id.nullish(),
  email: optionalEmail,
  name: text(MAX_NAME_LENGTH),
  phone: optionalText(MAX_PHONE_LENGTH),
  notes: optionalLongText(MAX_NOTES_LENGTH),
  ...times,
});

export type GuestEntry = z.infer<typeof guestSchema>;

const guestRule = rulesFor<GuestEntry>();
export const GUEST_RULES = [
  guestRule(['email', 'id'], ({ email, id }) => [
    !isGiven(email) && !isGiven(id) && 'an email or an id is required to tell the guest by',
  ]),
];
