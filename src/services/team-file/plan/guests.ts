import type { GuestRecord } from '../../../db/queries/team-file.ts';
import { foldCase, guestSearchText } from '../../../domain/fold-case.ts';
import { contradictionsOf } from '../../team-data/contradictions.ts';
import type { GuestEntry } from '../../team-data/guest.ts';
import { GUEST_RULES } from '../../team-data/guest.ts';
import { shown } from '../../team-data/wording.ts';
import type { Entry, Fragment } from '../read/team-file.ts';
import { createMatcher, differs, given, type ImportContext, reportDuplicates } from './context.ts';

export type PlannedGuests = { changed: GuestRecord[]; idsByKey: Map<string, string> };

/** Plans the file's guests, known by email or, without one, by id. Both find them for the bookings. */
export function planGuests(
  context: ImportContext,
  entries: readonly Entry<GuestEntry>[],
  fragments: readonly Fragment<GuestEntry>[],
  stored: readonly GuestRecord[],
): PlannedGuests {
  const all = [...entries, ...fragments];
  reportDuplicates(context, all, 'email', ({ value }) => value.email && foldCase(value.email));
  reportDuplicates(context, all, 'id', ({ value }) => value.id);
  for (const entry of all) {
    for (const sentence of contradictionsOf(GUEST_RULES, entry)) context.problems.add(entry.place, sentence);
  }
  const match = createMatcher(context, stored, (guest) => guest.emailKey);
  const planned = new Map(stored.map((guest) => [guest.id, guest]));
  const changed: GuestRecord[] = [];
  for (const { place, value } of entries) {
    const before = match(place, value.email ? foldCase(value.email) : null, value.id);
    const row = guestRow(context, value, before);
    planned.set(row.id, row);
    if (!differs(before, row)) continue;
    if (!value.updated_at) row.updatedAt = context.now;
    changed.push(row);
  }
  const idsByKey = new Map<string, string>();
  for (const guest of planned.values()) {
    idsByKey.set(guest.id, guest.id);
    if (guest.emailKey) idsByKey.set(guest.emailKey, guest.id);
  }
  return { changed, idsByKey };
}

/** The id of the guest that a booking names by email or id; null, and a problem, where there is none. */
export function guestIdOf(
  context: ImportContext,
  place: string,
  guest: string | undefined,
  { idsByKey }: PlannedGuests,
): string | null {
  if (guest === undefined) return null;
  const id = idsByKey.get(foldCase(guest));
  if (!id && !context.named.guests.has(foldCase(guest))) {
    context.problems.add(place, `guest must be the email or id of a guest, not ${shown(guest)}`);
  }
  return id ?? null;
}

function guestRow(context: ImportContext, entry: GuestEntry, stored: GuestRecord | undefined): GuestRecord {
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
