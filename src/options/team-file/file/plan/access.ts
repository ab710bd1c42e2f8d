/** The listings to which members and tokens are limited (docs/rules.md, 27.34). */
import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from '../../../../db/client.ts';
import {
  deleteAccessToUnitTypes,
  replaceAccessListings,
} from '../../../../db/queries/people/access-listings.ts';
import { findWholeTeamPermission, type PermissionSet } from '../../../../domain/access/permissions.ts';
import { isUnitType } from '../../../../domain/listing.ts';
import { listAccessSlugs } from '../../db/queries/team-file.ts';
import { hasNoProblems, type ImportContext } from './context.ts';
import { findPlannedListing, type PlannedListings } from './listings.ts';

/** Slugs, null for all, or undefined to keep what is stored. */
type GivenListings = readonly string[] | null | undefined;
type Holder = { id: string; place: string; isLimited: boolean };

export type PlannedAccess = {
  /** Whether a member or a token is limited after the import, and whether its listings change. */
  plan(holder: Holder, slugs: GivenListings): { isLimited: boolean; isChanged: boolean };
  /** Once it is known what the file makes of the listings. */
  findListings(listings: PlannedListings): void;
  /** After the listings. */
  store(): Promise<void>;
};

export async function planAccess(tx: Transaction, context: ImportContext): Promise<PlannedAccess> {
  const { teamId } = context;
  const stored = await listAccessSlugs(tx, teamId);
  const changed: { id: string; place: string; slugs: readonly string[] }[] = [];
  const ids = new Map<string, string[]>();

  return {
    plan({ id, place, isLimited: isLimitedNow }, slugs) {
      const isLimited = slugs === undefined ? isLimitedNow : slugs !== null;
      const isSame = slugs === undefined || isDeepStrictEqual(slugs ?? [], stored.get(id) ?? []);
      if (!isSame) changed.push({ id, place, slugs: slugs ?? [] });
      return { isLimited, isChanged: !isSame || isLimited !== isLimitedNow };
    },

    findListings(listings) {
      for (const { id, place, slugs } of changed)
        ids.set(
          id,
          slugs.flatMap((slug, index) => findId(context, place, { slug, index }, listings) ?? []),
        );
    },

    async store() {
      if (!hasNoProblems(context)) return;
      for (const [id, listingIds] of ids) await replaceAccessListings(tx, teamId, id, listingIds);
      await deleteAccessToUnitTypes(tx, teamId);
    },
  };
}

function findId(
  context: ImportContext,
  place: string,
  { slug, index }: { slug: string; index: number },
  listings: PlannedListings,
): string | undefined {
  const field = `listings[${index}]`;
  const row = findPlannedListing(context, place, { slug, field }, listings)?.row;
  if (row && isUnitType(row.kind))
    context.problems.refuse(place, field, 'must be the slug of a standalone listing or a building', slug);
  return row?.id;
}

/** What concerns the whole team cannot be limited to some of its listings. */
export function checkLimit(
  { problems }: ImportContext,
  place: string,
  { isLimited, permissions }: { isLimited: boolean; permissions: PermissionSet | null },
): void {
  const unlimited = isLimited && permissions ? findWholeTeamPermission(permissions) : null;
  if (unlimited !== null) problems.add(place, `listings must be null, because the role has ${unlimited}`);
}
