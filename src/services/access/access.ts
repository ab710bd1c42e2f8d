/** What a caller may do, and that nobody gives what they lack (docs/rules.md, 27.5). */

import { createHash } from 'node:crypto';
import type { Executor } from '../../db/client.ts';
import { listVisibleListings } from '../../db/queries/people/access-listings.ts';
import { findRoleRecord } from '../../db/queries/people/roles.ts';
import { findLackedEventPermission, listReadableEventTypes } from '../../domain/access/event-permissions.ts';
import {
  ALL_PERMISSIONS,
  findLackedPermission,
  findPermissionsOfRole,
  isGivenRole,
  type Permission,
  type PermissionSet,
  type RequiredPermission,
  sortPermissions,
} from '../../domain/access/permissions.ts';
import { listEventTypesMatching, TEAM_EVENT_TYPES, type TeamEventType } from '../../domain/events.ts';
import { Invalid } from '../errors.ts';
import type { FieldMessages } from '../field-messages.ts';

/** Part of every scope. */
export type Access = {
  permissions: PermissionSet;
  /** False for a token with a scope, which reads events of all types. */
  isByRole: boolean;
  /** The ids of the only listings that the caller sees, or null for all. */
  listings: readonly string[] | null;
  /** Of buildings among them. */
  unitTypes: readonly string[];
};

/** Of a member or a token, whose listings are stored apart. */
export type StoredAccess = Omit<Access, 'listings' | 'unitTypes'> & { isLimited: boolean };

/** Of commands and of Innkeep's own work. */
export const FULL_ACCESS: Access = {
  permissions: ALL_PERMISSIONS,
  isByRole: true,
  listings: null,
  unitTypes: [],
};

/**
 * `holderId` is of the membership or the token. The listings are read in a statement of their own, which names the team
 * and so goes to one node of a cluster, and only for what needs a permission: nothing else shows a listing.
 */
export async function loadAccess(
  db: Executor,
  { teamId, holderId }: { teamId: number; holderId: string },
  { isLimited, ...access }: StoredAccess,
  required: RequiredPermission,
): Promise<Access> {
  if (!isLimited) return { ...access, listings: null, unitTypes: [] };
  if (required === null) return { ...access, listings: [], unitTypes: [] };
  return { ...access, ...(await listVisibleListings(db, teamId, holderId)) };
}

/** Null for a caller who sees everything. It differs if a limited caller may do or see anything else than before. */
export const fingerprintAccess = ({ permissions, listings }: Access): string | null =>
  listings === null
    ? null
    : createHash('sha256')
        .update(JSON.stringify([sortPermissions(permissions), [...listings].sort()]))
        .digest('hex')
        .slice(0, 8);

export const mayDo = ({ permissions }: Access, permission: Permission): boolean =>
  permissions.has(permission);

/** Null if the team has no such role. */
export async function findRolePermissions(
  db: Executor,
  teamId: number,
  code: string,
): Promise<PermissionSet | null> {
  if (isGivenRole(code)) return findPermissionsOfRole(code, null);
  const role = await findRoleRecord(db, teamId, code);
  return role && findPermissionsOfRole(code, role.permissions);
}

export const UNKNOWN_ROLE: FieldMessages = {
  role: [{ code: 'unknown', predicate: 'must be the code of a role.' }],
};

/** Of a member or a token. A role that is gone permits nothing. */
export const readRole = async (db: Executor, teamId: number, code: string): Promise<PermissionSet> =>
  (await findRolePermissions(db, teamId, code)) ?? findPermissionsOfRole(code, null);

/** For what is given, changed or removed: all of it must be the caller's own. */
export function requireOwn(
  access: Access,
  permissions: Iterable<Permission>,
  field: 'role' | 'permissions' = 'role',
): void {
  const lacked = findLackedPermission(permissions, access.permissions);
  if (lacked !== null)
    throw new Invalid({
      [field]: [{ code: 'not_allowed', predicate: `must not have what you lack yourself: ${lacked}.` }],
    });
}

/** For a write that concerns listings which a caller with `listings` does not have. */
export function requireAllListings({ listings }: Access): void {
  if (listings !== null) throw new Invalid(SOME_LISTINGS);
}

const SOME_LISTINGS: FieldMessages = {
  listings: [{ code: 'not_allowed', sentence: 'This needs somebody who has all listings of the team.' }],
};

type DemandingField = { isChanging: boolean; permission: Permission };

/**
 * For fields that need more than their operation, but only where they change something (docs/rules.md, 27.6).
 */
export function findLackedFields(
  access: Access,
  fields: Readonly<Record<string, DemandingField>>,
): FieldMessages {
  const lacked = Object.entries(fields).filter(
    ([, { isChanging, permission }]) => isChanging && !mayDo(access, permission),
  );
  return Object.fromEntries(
    lacked.map(([name, { permission }]) => [
      name,
      [{ code: 'not_allowed', predicate: `needs the permission ${permission}.` }],
    ]),
  );
}

/** Of `types`, or of all if it is null, those that the caller may read. Null for all. */
export function narrowEventTypes(
  { isByRole, permissions }: Access,
  types: readonly TeamEventType[] | null,
): readonly TeamEventType[] | null {
  if (!isByRole) return types;
  const readable = listReadableEventTypes(permissions);
  if (readable.length === TEAM_EVENT_TYPES.length) return types;
  return types ? types.filter((type) => readable.includes(type)) : readable;
}

/** For a webhook: it delivers only what whoever makes it may read. `patterns` is null for all types. */
export function requireEventTypes(access: Access, patterns: readonly string[] | null): void {
  if (!access.isByRole) return;
  const types = patterns ? listEventTypesMatching(patterns) : TEAM_EVENT_TYPES;
  const lacked = findLackedEventPermission(types, access.permissions);
  if (lacked !== null)
    throw new Invalid({
      types: [
        {
          code: 'not_allowed',
          predicate: `must only have types that you may read yourself: ${lacked} is missing.`,
        },
      ],
    });
}
