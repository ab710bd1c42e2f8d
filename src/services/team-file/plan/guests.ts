import type { Transaction } from '../../../db/client.ts';
import type { GuestRecord } from '../../../db/queries/team-file.ts';
import { loadGuestRecords } from '../../../db/queries/team-file-bookings.ts';
import { foldCase, guestSearchText } from '../../../domain/fold-case.ts';
import { asUuid } from '../../../domain/uuid.ts';
import { GUEST, type GuestEntry } from '../../team-data/guest.ts';
import { shown } from '../../team-data/wording.ts';
import { differs, given, type ImportContext } from './context.ts';
import { createMatcher } from './matching.ts';
import { wholeEntry } from './wholes.ts';

/** The ids of guests, by what a booking calls them: the email in lower case, or the id itself. */
export type GuestIds = Map<string, string>;

/**
 * Plans the file's guests, known by email or, without one, by id: a page after the other, each with the rows that are new
 * or differ. `ids` holds the stored guests that bookings refer to, and is kept up with those of the file.
 */
export async function* planGuests(
  tx: Transaction,
  context: ImportContext,
  ids: GuestIds,
): AsyncGenerator<GuestRecord[]> {
  const { file, teamId, now, tally } = context;
  const matcher = createMatcher(context, file.guests, (guest: GuestRecord) => guest.emailKey);
  for (const page of file.guests.entries.pages()) {
    const emailKeys = page.flatMap(({ value: { email } }) => (email ? [foldCase(email)] : []));
    const givenIds = page.flatMap(({ value: { id } }) => id ?? []);
    const match = matcher(await loadGuestRecords(tx, teamId, { emailKeys, ids: givenIds }));
    const changed: GuestRecord[] = [];
    for (const entry of page) {
      const { email } = entry.value;
      const before = match(entry, email ? foldCase(email) : null);
      const whole = wholeEntry(context, GUEST, entry, before && { id: before.id, name: before.name });
      if (!whole) continue;
      const row = guestRow(context, whole.value, before);
      if (before?.emailKey && before.emailKey !== row.emailKey) ids.delete(before.emailKey);
      ids.set(row.id, row.id);
      if (row.emailKey) ids.set(row.emailKey, row.id);
      const isChanged = differs(before, row);
      tally.compare('guests', before, isChanged);
      if (!isChanged) continue;
      if (!whole.value.updated_at) row.updatedAt = now;
      changed.push(row);
    }
    yield changed;
  }
}

/** The id of the guest that a booking names by email or id; null, and a problem, if there is none. */
export function guestIdOf(
  { problems, file }: ImportContext,
  place: string,
  guest: string | undefined,
  ids: GuestIds,
): string | null {
  if (guest === undefined) return null;
  const id = ids.get(foldCase(guest));
  if (!id && !file.guests.keys.has(guest)) {
    problems.add(place, `guest must be the email or id of a guest, not ${shown(guest)}`);
  }
  return id ?? null;
}

/** What a file refers guests by: emails in lower case, and ids. */
export function guestKeysOf({ guests, referred }: ImportContext['file']) {
  const keys = [...new Set([...guests.keys.byKey.keys(), ...guests.keys.ids.keys(), ...referred.guests])];
  return { emailKeys: keys, ids: keys.filter((key) => asUuid(key) !== null) };
}

function guestRow(
  context: ImportContext,
  entry: GuestEntry & { name: string },
  stored: GuestRecord | undefined,
): GuestRecord {
  const email = given(entry.email, stored?.email, null);
  return {
    teamId: context.teamId,
    id: stored?.id ?? entry.id ?? context.newId(),
    name: entry.name,
    email,
    emailKey: email === null ? null : foldCase(email),
    phone: given(entry.phone, stored?.phone, null),
    notes: given(entry.notes, stored?.notes, null),
    searchText: guestSearchText(entry.name, email),
    createdAt: entry.created_at ?? stored?.createdAt ?? context.now,
    updatedAt: entry.updated_at ?? stored?.updatedAt ?? context.now,
  };
}
