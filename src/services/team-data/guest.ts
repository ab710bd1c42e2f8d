/** A team's guests. */
import type { z } from 'zod';
import { isGiven, rulesFor } from './contradictions.ts';
import { id, MAX_NAME, MAX_TEXT, object, optionalEmail, optionalText, text, times } from './fields.ts';

export const guestSchema = object({
  id: id.nullish(),
  email: optionalEmail,
  name: text(MAX_NAME),
  phone: optionalText(50),
  notes: optionalText(MAX_TEXT),
  ...times,
});

export type GuestEntry = z.infer<typeof guestSchema>;

const guestRule = rulesFor<GuestEntry>();
export const GUEST_RULES = [
  guestRule(['email', 'id'], ({ email, id }) => [
    !isGiven(email) && !isGiven(id) && 'an email or an id is required to tell the guest by',
  ]),
];
