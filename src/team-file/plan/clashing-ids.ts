import type { Transaction } from '../../db/client.ts';
import { listPartIdsOfOtherParents } from '../../db/queries/team-file/team-file-bookings.ts';
import type { ImportContext } from './context.ts';

type PartName = Parameters<typeof listPartIdsOfOtherParents>[2];
type Part = { id?: string | null | undefined };

/** The parts of an entry, some of which have an id, and the listing or booking to which they belong. */
type OwnedParts = { ownerId: string; place: string; parts: readonly Part[] };

/**
 * Reports parts with the id of another listing's or booking's part, because storing such a row would take it from its
 * owner.
 */
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
