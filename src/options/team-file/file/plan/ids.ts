import type { Transaction } from '../../../../db/client.ts';
import type { FileEntry } from '../../../../services/team-file-part.ts';
import { listPartIdsOfOtherParents } from '../../db/queries/bookings.ts';
import type { ImportContext } from './context.ts';

type Identified = { id?: string | null | undefined };

/**
 * By the natural key (such as a slug), or else by id: such a row gets the key of the entry. Reports an entry
 * whose id differs from that of the row with its key, and two entries that mean the same row. The returned
 * function takes some stored rows at a time.
 */
export function createEntryMatcher<Row extends { id: string }>(
  { problems }: ImportContext,
  keyOf: (row: Row) => string | null,
) {
  const claims = new Map<string, string>();
  return (stored: readonly Row[]) => {
    const byKey = new Map(stored.map((row) => [keyOf(row), row]));
    const byId = new Map(stored.map((row) => [row.id, row]));
    return ({ place, value }: FileEntry<Identified>, key: string | null): Row | undefined => {
      const id = value.id ?? null;
      const sameKey = key === null ? undefined : byKey.get(key);
      if (sameKey && id && sameKey.id !== id)
        problems.refuse(place, 'id', 'must be the stored one or left out', id);
      const match = sameKey ?? (id ? byId.get(id) : undefined);
      if (!match) return undefined;
      const earlier = claims.get(match.id);
      if (earlier !== undefined) problems.refuse(place, 'id', `must not be that of ${earlier}`, match.id);
      claims.set(match.id, place);
      return match;
    };
  };
}

type PartName = Parameters<typeof listPartIdsOfOtherParents>[2];

/** Parts such as photos, which may have ids. */
type OwnedParts = { ownerId: string; place: string; parts: readonly Identified[] };

/** Storing a part under such an id would take it away from its owner. */
export async function reportClashingIds(
  tx: Transaction,
  { teamId, problems }: ImportContext,
  name: PartName,
  all: readonly OwnedParts[],
): Promise<void> {
  const owned = all.flatMap(({ ownerId, place, parts }) =>
    parts.flatMap(({ id }) => (id ? [{ id, parentId: ownerId, place }] : [])),
  );
  const taken = new Set(await listPartIdsOfOtherParents(tx, teamId, name, owned));
  for (const { id, place } of owned)
    if (taken.has(id)) problems.refuse(place, `${name}.id`, 'must not be in use elsewhere', id);
}
