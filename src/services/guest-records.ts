import { randomUUIDv7 } from 'node:crypto';
import type { GuestRecord } from '../db/queries/guests.ts';
import { guestSearchText, keyOf } from '../domain/key.ts';

/** What is known of a guest by whoever writes it. */
export type GuestFields = { name: string; email: string | null; phone: string | null; notes: string | null };

/** A new guest as it is stored. */
export const newGuest = (teamId: number, fields: GuestFields, now: Date): GuestRecord => ({
  teamId,
  id: randomUUIDv7(),
  ...fields,
  ...guestKeys(fields),
  createdAt: now,
  updatedAt: now,
});

/** What is stored beside a guest's name and email so that both are found whatever their letters' case. */
export const guestKeys = ({ name, email }: Pick<GuestFields, 'name' | 'email'>) => ({
  emailKey: email === null ? null : keyOf(email),
  searchText: guestSearchText(name, email),
});
