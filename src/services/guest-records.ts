import { type GuestRecord, isEmailTaken, updateGuest } from '../db/queries/guests/guests.ts';
import { changedFields } from '../domain/booking.ts';
import { foldCase, guestSearchText } from '../domain/text.ts';
import { newId } from './new-id.ts';
import type { TeamEvent } from './team-events.ts';
import type { WriteContext } from './write.ts';

/** The fields of a guest that a caller gives. */
export type GuestFields = { name: string; email: string | null; phone: string | null; notes: string | null };
/** The fields that a change sets. An absent key keeps its value, null clears it. */
export type GuestChange = { [Field in keyof GuestFields]?: GuestFields[Field] | undefined };

/** A new guest in its stored form. */
export const newGuest = (teamId: number, fields: GuestFields, now: Date): GuestRecord => ({
  teamId,
  id: newId(),
  ...fields,
  ...guestKeys(fields),
  erasedAt: null,
  createdAt: now,
  updatedAt: now,
});

/** The stored forms of a guest's name and email that find both without regard to case. */
export const guestKeys = ({ name, email }: Pick<GuestFields, 'name' | 'email'>) => ({
  emailKey: email === null ? null : foldCase(email),
  searchText: guestSearchText(name, email),
});

/** A guest after a change, and the names of the changed fields. */
export type ChangedGuest = { guest: GuestRecord; fields: string[] };

/**
 * What a change makes of a guest whose row the caller has locked: it sets given fields that differ. Returns null if
 * another guest has the new email.
 */
export async function decideGuest(
  { tx, writer: { teamId }, now }: WriteContext,
  guest: GuestRecord,
  change: GuestChange,
): Promise<ChangedGuest | null> {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const fields = Object.keys(changedFields(guest, given));
  const after: GuestRecord = { ...guest, ...given };
  if (fields.length === 0) return { guest: after, fields };
  if (after.email !== null && (await isEmailTaken(tx, teamId, foldCase(after.email), guest.id))) return null;
  return { guest: { ...after, ...guestKeys(after), updatedAt: now }, fields };
}

/** Stores a decided change of a guest, if anything changes. */
export async function storeGuest(
  { tx, writer: { teamId } }: WriteContext,
  { guest: { id, teamId: _, ...columns }, fields }: ChangedGuest,
): Promise<void> {
  if (fields.length > 0) await updateGuest(tx, teamId, id, columns);
}

export const guestCreated = (guestId: string): TeamEvent => ({
  type: 'guest.created',
  data: { guest_id: guestId, changed: [] },
});

/** The event of a guest's changed fields, if there are any. */
export const guestEvents = (guestId: string, changed: string[]): TeamEvent[] =>
  changed.length === 0 ? [] : [{ type: 'guest.changed', data: { guest_id: guestId, changed } }];
