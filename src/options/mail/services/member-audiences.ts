/** Members who are told the same: all of the team's listings, or the same of them (docs/rules.md, 27.8). */
import type { Transaction } from '../../../db/client.ts';
import { listUnitTypesOfBuildings } from '../../../db/queries/people/access-listings.ts';
import { attachListings } from '../../../services/access/listings.ts';
import { listMailedMembers } from '../db/queries/mails.ts';

type MailedMember = Omit<Awaited<ReturnType<typeof listMailedMembers>>[number], 'isLimited'>;

export type Audience = { members: readonly MailedMember[]; sees: (listingId: unknown) => boolean };

export async function listAudiences(tx: Transaction, teamId: number): Promise<Audience[]> {
  const members = await attachListings(tx, teamId, await listMailedMembers(tx, teamId));
  const groups = Map.groupBy(members, ({ listings }) => listings?.toSorted().join() ?? null);
  const unitTypes = await listUnitTypesOfBuildings(tx, teamId, [
    ...new Set(members.flatMap(({ listings }) => listings ?? [])),
  ]);
  return [...groups.values()].map((group) => {
    const listings = group[0]?.listings ?? null;
    const seen = new Set<unknown>(listings);
    for (const { id, buildingId } of unitTypes) if (seen.has(buildingId)) seen.add(id);
    return { members: group, sees: (listingId) => listings === null || seen.has(listingId) };
  });
}
