/** The listings to which members and tokens are limited (docs/rules.md, 27.30 to 27.33). */
import type { Executor } from '../../db/client.ts';
import {
  listAccessListings,
  listAccessListingsOfHolders,
  listGivableListings,
} from '../../db/queries/people/access-listings.ts';
import { findWholeTeamPermission, type PermissionSet } from '../../domain/access/permissions.ts';
import { Invalid } from '../errors.ts';
import type { FieldMessages } from '../field-messages.ts';
import type { ReadScope } from '../team-scope.ts';
import { type Access, findRolePermissions, UNKNOWN_ROLE } from './access.ts';

/** Their ids, or null for all. */
export type AccessListings = readonly string[] | null;

/** Of a member, a token or a link to join, as a request names it. */
type Rights = { role: string; listings: AccessListings };

/** What is stored of a member or a token. */
type Holder = { id: string; isLimited: boolean };

export async function readListings(
  db: Executor,
  teamId: number,
  { id, isLimited }: Holder,
): Promise<string[] | null> {
  return isLimited ? await listAccessListings(db, teamId, id) : null;
}

/** In one statement, or in none if nobody is limited. */
export async function attachListings<Row extends Holder>(
  db: Executor,
  teamId: number,
  rows: readonly Row[],
): Promise<(Omit<Row, 'isLimited'> & { listings: string[] | null })[]> {
  const limited = rows.filter(({ isLimited }) => isLimited).map(({ id }) => id);
  const listings = limited.length === 0 ? new Map() : await listAccessListingsOfHolders(db, teamId, limited);
  return rows.map(({ isLimited, ...row }) => ({
    ...row,
    listings: isLimited ? (listings.get(row.id) ?? []) : null,
  }));
}

/** Ids by slug, of those to which somebody can be limited. */
export async function findListingsBySlug(
  { db, teamId }: ReadScope,
  slugs: readonly string[],
): Promise<Map<string, string>> {
  const rows = await listGivableListings(db, teamId, { slug: slugs });
  return new Map(rows.map(({ slug, id }) => [slug, id]));
}

/** A role that the team does not have, and listings that nobody can be given, are refused together. */
export async function requireRights(
  db: Executor,
  teamId: number,
  { role, listings }: Rights,
): Promise<PermissionSet> {
  const permissions = await findRolePermissions(db, teamId, role);
  const messages = await findUnknownListings(db, teamId, listings);
  if (!permissions) throw new Invalid({ ...UNKNOWN_ROLE, ...messages });
  if (Object.keys(messages).length > 0) throw new Invalid(messages);
  return permissions;
}

async function findUnknownListings(
  db: Executor,
  teamId: number,
  listings: AccessListings,
): Promise<FieldMessages> {
  if (listings === null || listings.length === 0) return {};
  const known = new Set((await listGivableListings(db, teamId, { id: listings })).map(({ id }) => id));
  const unknown = [...listings.entries()].filter(([, id]) => !known.has(id));
  return Object.fromEntries(
    unknown.map(([index]) => [
      `listings.${index}`,
      [{ code: 'unknown', predicate: 'must be the id of a standalone listing or a building of the team.' }],
    ]),
  );
}

/** For what is given, changed or removed: all of it must be the caller's own. */
export function requireOwnListings({ listings: own }: Access, listings: AccessListings): void {
  if (isWithin(own, listings)) return;
  throw new Invalid({
    listings: [{ code: 'not_allowed', predicate: 'must only have those that you have yourself.' }],
  });
}

export const isWithin = (own: AccessListings, listings: AccessListings): boolean =>
  own === null || listings?.every((id) => own.includes(id)) === true;

/** What concerns the whole team cannot be limited to some of its listings. */
export function requireLimitable(permissions: PermissionSet, listings: AccessListings): void {
  const unlimited = listings === null ? null : findWholeTeamPermission(permissions);
  if (unlimited !== null)
    throw new Invalid({
      listings: [
        { code: 'contradicts', predicate: `must be all of them, because the role has ${unlimited}.` },
      ],
    });
}
