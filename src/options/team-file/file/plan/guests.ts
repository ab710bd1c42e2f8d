import type { Transaction } from '../../../../db/client.ts';
import { type RowChange, storeChangedRows } from '../../../../db/queries/bulk.ts';
import type { GuestRecord } from '../../../../db/queries/guests/guests.ts';
import { guests } from '../../../../db/schema/guests.ts';
import { replaceCustomFields } from '../../../../domain/custom-fields.ts';
import { buildGuestSearchText, foldCase } from '../../../../domain/text/text.ts';
import { type GuestEntry, toGuestColumns } from '../../../../schemas/guest.ts';
import { findMissingColumnProblems, mergeEntry } from '../../../../services/catalogue/rows.ts';
import { newId } from '../../../../services/new-id.ts';
import type { FileEntry } from '../../../../services/team-file-part.ts';
import { loadGuestRecords } from '../../db/queries/bookings.ts';
import { splitIntoBatches } from '../read.ts';
import { hasNoProblems, type ImportContext } from './context.ts';
import type { ErasedInFile } from './erased.ts';
import { createEntryMatcher } from './ids.ts';
import { createReferencePlan, type PlannedReference } from './references.ts';

/** By the keys with which bookings in a file name guests: the email in lower case, or the id. */
export type GuestIds = Map<string, string>;

const BATCH_SIZE = 500;

/**
 * New and changed guests, some at a time. A guest in the file is the stored one with the same email or,
 * without an email, with the same id. `guestIds` has the stored guests to whom bookings refer, and gets those
 * of the file.
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
      // Without an id, only the bookings that refer to the entry show that it is an erased guest.
      if (id ? erased.has(id) : email && guestKeys.has(foldCase(email))) {
        skipErased(context, entry, ids);
        continue;
      }
      const before = match(entry, email ? foldCase(email) : null);
      const row = buildGuestRow(context, entry.value, before);
      const problems = findMissingColumnProblems(row, { name: ['name'] });
      if (!before && !email && !id)
        problems.push({ path: ['email'], code: 'required', message: 'is required for a guest without id' });
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

/** An erased guest stays erased. Bookings in the file that name them still belong to them. */
function skipErased(
  { notices, tally }: ImportContext,
  { place, value: { id, email, erased_at } }: FileEntry<GuestEntry>,
  ids: GuestIds,
): void {
  if (id) ids.set(id, id);
  if (id && email) ids.set(foldCase(email), id);
  tally.add('guests', 'unchanged');
  // No notice for a guest whom the file itself marks as erased.
  if (!erased_at) notices.push(`${place}: skipped, because this guest has been erased`);
}

/** By email or id. Reports a guest who does not exist. */
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
    // Calculated from other columns.
    emailKey: undefined,
    searchText: undefined,
  });
  row.emailKey = row.email === null ? null : foldCase(row.email);
  row.searchText = buildGuestSearchText(row.name ?? '', row.email);
  return row;
}
