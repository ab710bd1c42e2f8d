import type { Transaction } from '../../db/client.ts';
import { type RowChange, storeChangedRows } from '../../db/queries/bulk.ts';
import type { GuestRecord } from '../../db/queries/guests/guests.ts';
import { loadGuestRecords } from '../../db/queries/team-file/team-file-bookings.ts';
import { guests } from '../../db/schema/guests.ts';
import { replaceCustomFields } from '../../domain/custom-fields.ts';
import { buildGuestSearchText, foldCase } from '../../domain/text.ts';
import { type GuestEntry, toGuestColumns } from '../../schemas/guest.ts';
import { findMissingColumnProblems, mergeEntry } from '../../services/catalogue/rows.ts';
import { newId } from '../../services/new-id.ts';
import { type FileEntry, splitIntoBatches } from '../read.ts';
import { hasNoProblems, type ImportContext } from './context.ts';
import type { ErasedInFile } from './erased.ts';
import { createEntryMatcher } from './ids.ts';
import { createReferencePlan, type PlannedReference } from './references.ts';

/** The ids of guests by the keys that bookings use: the email in lower case, or the id itself. */
export type GuestIds = Map<string, string>;

const BATCH_SIZE = 500;

/**
 * Stores the file's guests that are new or differ, batch by batch. Guests in a file are matched by email or,
 * without email, by id. `guestIds` contains the stored guests that bookings refer to, and is kept up to date
 * with those of the file.
 */
export async function importGuests(
  tx: Transaction,
  context: ImportContext,
  { guestIds: ids, erased: { guestKeys } }: { guestIds: GuestIds; erased: ErasedInFile },
): Promise<void> {
  const { file, teamId, now, tally } = context;
  const references = createReferencePlan(tx, context, 'guests');
  const matcher = createEntryMatcher(context, (guest: GuestRecord) => guest.emailKey);
  for (const page of splitIntoBatches(file.guests.entries, BATCH_SIZE)) {
    const emailKeys = page.flatMap(({ value: { email } }) => (email ? [foldCase(email)] : []));
    const entryIds = page.flatMap(({ value: { id } }) => id ?? []);
    const stored = await loadGuestRecords(tx, teamId, { emailKeys, ids: entryIds });
    const erased = new Set(stored.flatMap(({ id, erasedAt }) => (erasedAt ? [id] : [])));
    const match = matcher(stored);
    const changed: RowChange<GuestRecord>[] = [];
    const planned: PlannedReference[] = [];
    for (const entry of page) {
      const { id, email } = entry.value;
      // Without an id, only the bookings show that an entry means an erased guest.
      if (id ? erased.has(id) : email && guestKeys.has(foldCase(email))) {
        skipErased(context, entry, ids);
        continue;
      }
      const before = match(entry, email ? foldCase(email) : null);
      const row = buildGuestRow(context, entry.value, before);
      const problems = findMissingColumnProblems(row, { name: ['name'] });
      if (!before && !email && !id)
        problems.push({ path: ['email'], message: 'is required for a guest without id' });
      context.problems.addIssues(entry.place, problems);
      if (before?.emailKey && before.emailKey !== row.emailKey) ids.delete(before.emailKey);
      ids.set(row.id, row.id);
      if (row.emailKey) ids.set(row.emailKey, row.id);
      planned.push({ row, stored: before, place: entry.place });
      if (!tally.compareRow('guests', before, row)) continue;
      if (!entry.value.updated_at) row.updatedAt = now;
      changed.push({ row, stored: before });
    }
    await references.plan(planned);
    if (!hasNoProblems(context)) continue;
    await storeChangedRows(
      tx,
      guests,
      changed.map(({ row, stored }) => ({ row: references.toStoredRow(row), stored })),
    );
  }
  await references.finish();
}

/**
 * An erased guest stays erased, even if an older file has their details. Bookings in the file still belong to
 * a guest who was erased since.
 */
function skipErased(
  { notices, tally }: ImportContext,
  { place, value: { id, email, erased_at } }: FileEntry<GuestEntry>,
  ids: GuestIds,
): void {
  if (id) ids.set(id, id);
  if (id && email) ids.set(foldCase(email), id);
  tally.add('guests', 'unchanged');
  // An export marks erased guests itself, so importing it needs no notice.
  if (!erased_at) notices.push(`${place}: skipped, because this guest has been erased`);
}

/**
 * The id of the guest that a booking names by email or id. A booking's guest that does not exist is reported
 * as a problem, and gives null.
 */
export function findGuestId(
  { problems }: ImportContext,
  place: string,
  guest: string | undefined,
  ids: GuestIds,
): string | null {
  if (guest === undefined) return null;
  const id = ids.get(foldCase(guest));
  if (!id) {
    problems.refuse(place, 'guest', 'must be the email or id of a guest', guest);
  }
  return id ?? null;
}

function buildGuestRow(
  { teamId, now }: ImportContext,
  entry: GuestEntry,
  stored: GuestRecord | undefined,
): GuestRecord {
  const columns = toGuestColumns(entry);
  const row = mergeEntry<GuestRecord>({ createdAt: now, updatedAt: now }, stored, {
    ...columns,
    customFields: replaceCustomFields(stored?.customFields ?? null, columns.customFields),
    teamId,
    id: stored?.id ?? entry.id ?? newId(),
    // The columns of a guest that are computed from others.
    emailKey: undefined,
    searchText: undefined,
  });
  row.emailKey = row.email === null ? null : foldCase(row.email);
  row.searchText = buildGuestSearchText(row.name ?? '', row.email);
  return row;
}
