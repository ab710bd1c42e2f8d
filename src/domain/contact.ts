import { type ChangeByKey, completeByKey, mergeByKey } from './merge-by-key.ts';

/** How guests reach a team (docs/rules.md, 15.7). Null for what the team has not given. */
export type Contact = {
  readonly email: string | null;
  readonly phone: string | null;
  readonly website: string | null;
};
export type ContactChange = ChangeByKey<Contact>;

const NO_CONTACT: Contact = { email: null, phone: null, website: null };

export const mergeContact = (stored: Contact | null, change: ContactChange): Contact | null =>
  mergeByKey(NO_CONTACT, stored, change);

export const completeContact = (contact: Contact | null): Contact => completeByKey(NO_CONTACT, contact);
