/** The roles that are given, and a team's own (docs/rules.md, 27.4). */

import type { Executor } from '../../db/client.ts';
import {
  countInvitationsWithRole,
  countLimitedWithRole,
  countMadeTokensWithRole,
  countMembersByRole,
  countTokensByRole,
  deleteRole as deleteStoredRole,
  findRoleRecord,
  insertRole,
  listRoleRecords,
  type RoleRecord,
  updateRole,
} from '../../db/queries/people/roles.ts';
import { lockTeam } from '../../db/queries/teams/teams.ts';
import type { AuditTarget } from '../../domain/access/audit.ts';
import {
  findWholeTeamPermission,
  GIVEN_ROLE_CODES,
  GIVEN_ROLES,
  isGivenRole,
  isGuarding,
  type Permission,
  sortPermissions,
  toPermissionSet,
} from '../../domain/access/permissions.ts';
import { MAX_ROLES } from '../../domain/limits.ts';
import { type PageOfRows, type PageRequest, takePage } from '../../domain/page.ts';
import { Invalid, NotFound } from '../errors.ts';
import { recordTeamEvent } from '../team-events.ts';
import type { ReadScope, SystemScope, WriteScope } from '../team-scope.ts';
import { type ConditionalOptions, requireVersion, type WriteOptions, write } from '../write.ts';
import { requireOwn } from './access.ts';
import { recordAuditEntry } from './audit.ts';

export type RoleName = { code: string; name: string; permissions: Permission[]; isGiven: boolean };
/** How many members and live tokens have it. */
export type Role = RoleName & { members: number; tokens: number };

const NAMED_GIVEN_ROLES: readonly RoleName[] = GIVEN_ROLE_CODES.map((code) => ({
  code,
  name: GIVEN_ROLES[code].name,
  permissions: [...GIVEN_ROLES[code].permissions],
  isGiven: true,
}));

const toRoleName = ({ code, name, permissions }: RoleRecord): RoleName => ({
  code,
  name,
  permissions: sortPermissions(permissions),
  isGiven: false,
});

/** The given ones, then the team's own by code. */
export const listRoleNames = async ({ db, teamId }: ReadScope): Promise<RoleName[]> => [
  ...NAMED_GIVEN_ROLES,
  ...(await listRoleRecords(db, teamId)).map(toRoleName),
];

export async function listRoles(scope: ReadScope): Promise<Role[]> {
  const roles = await listRoleNames(scope);
  const counts = await countUses(scope.db, scope.teamId);
  return roles.map((role) => ({ ...role, ...counts(role.code) }));
}

/** There are few, so all of them are read for each page. */
export const listRolePage = async (scope: ReadScope, page: PageRequest): Promise<PageOfRows<Role>> =>
  takePage(await listRoles(scope), page);

async function countUses(db: Executor, teamId: number) {
  const members = await countMembersByRole(db, teamId);
  const tokens = await countTokensByRole(db, teamId);
  return (code: string) => ({ members: members.get(code) ?? 0, tokens: tokens.get(code) ?? 0 });
}

type NewRole = { code: string; name: string; permissions: readonly Permission[] };

export const createRole = (
  scope: SystemScope,
  { code, name, permissions }: NewRole,
  options: WriteOptions<Role> = {},
): Promise<Role> =>
  write(scope, options, async (scope) => {
    const { tx, teamId, now } = scope;
    await lockTeam(tx, teamId);
    const own = await listRoleRecords(tx, teamId);
    if (isGivenRole(code) || own.some((role) => role.code === code))
      throw new Invalid({
        code: [{ code: 'taken', existing: null, predicate: 'must not be that of another role of the team.' }],
      });
    if (own.length >= MAX_ROLES)
      throw new Invalid({
        code: [{ code: 'limit', sentence: `A team has at most ${MAX_ROLES} roles of its own.` }],
      });
    requireOwn(scope.access, permissions, 'permissions');
    const role = { teamId, code, name, permissions: sortPermissions(permissions), createdAt: now };
    await insertRole(tx, { ...role, updatedAt: now });
    await recordTeamEvent(scope, { type: 'role.created', data: { code } });
    const details = { permissions: role.permissions };
    await recordAuditEntry(scope, { action: 'role_created', target: toRoleTarget(role), details });
    return { ...toRoleName({ ...role, updatedAt: now }), members: 0, tokens: 0 };
  });

type RoleChange = { name?: string | undefined; permissions?: readonly Permission[] | undefined };

/** It counts from the next request on. */
export const changeRole = (
  scope: SystemScope,
  code: string,
  change: RoleChange,
  options: ConditionalOptions<Role> = {},
): Promise<Role> =>
  write(scope, options, async (scope) => {
    const { tx, teamId, now } = scope;
    const stored = await lockOwnRole(scope, code);
    const uses = await countUses(tx, teamId);
    await requireVersion(options, () => ({ ...toRoleName(stored), ...uses(code) }));
    const name = change.name ?? stored.name;
    const permissions = sortPermissions(change.permissions ?? stored.permissions);
    requireOwn(scope.access, permissions, 'permissions');
    await requireHarmless(scope, code, permissions);
    await requireHeldByUnlimited(scope, code, permissions);
    const changed = [
      ...(name === stored.name ? [] : ['name']),
      ...(permissions.join() === sortPermissions(stored.permissions).join() ? [] : ['permissions']),
    ];
    if (changed.length > 0) {
      await updateRole(tx, { teamId, code, name, permissions, updatedAt: now });
      await recordTeamEvent(scope, { type: 'role.changed', data: { code, changed } });
      const target = toRoleTarget({ code, name });
      await recordAuditEntry(scope, { action: 'role_changed', target, details: { changed, permissions } });
    }
    return { ...toRoleName({ ...stored, name, permissions }), ...uses(code) };
  });

/** A token that another token has made can get neither tokens nor people. */
async function requireHarmless(
  { tx, teamId }: WriteScope<SystemScope>,
  code: string,
  permissions: readonly Permission[],
): Promise<void> {
  if (!permissions.some(isGuarding) || (await countMadeTokensWithRole(tx, teamId, code)) === 0) return;
  throw new Invalid({
    permissions: [
      {
        code: 'contradicts',
        predicate: 'must not have tokens or people: a token that another token has made has this role.',
      },
    ],
  });
}

/** Nobody who is limited to some listings can get what concerns the whole team. */
async function requireHeldByUnlimited(
  { tx, teamId }: WriteScope<SystemScope>,
  code: string,
  permissions: readonly Permission[],
): Promise<void> {
  const unlimited = findWholeTeamPermission(permissions);
  if (unlimited === null || (await countLimitedWithRole(tx, teamId, code)) === 0) return;
  throw new Invalid({
    permissions: [
      {
        code: 'contradicts',
        predicate: `must not have ${unlimited}: somebody with this role is limited to some listings.`,
      },
    ],
  });
}

/** One that a member, a token or an open link to join has stays. */
export const deleteRole = (
  scope: SystemScope,
  code: string,
  options: WriteOptions<void> = {},
): Promise<void> =>
  write(scope, options, async (scope) => {
    const { tx, teamId } = scope;
    const role = await lockOwnRole(scope, code);
    const { members, tokens } = (await countUses(tx, teamId))(code);
    if (members + tokens + (await countInvitationsWithRole(tx, teamId, code)) > 0)
      throw new Invalid({
        role: [
          {
            code: 'state',
            sentence: 'A member, a token or an open link to join has this role. Change that first.',
          },
        ],
      });
    await deleteStoredRole(tx, teamId, code);
    await recordTeamEvent(scope, { type: 'role.deleted', data: { code } });
    await recordAuditEntry(scope, { action: 'role_deleted', target: toRoleTarget(role) });
  });

/** The caller has all of its permissions. */
async function lockOwnRole(
  { tx, teamId, access }: WriteScope<SystemScope>,
  code: string,
): Promise<RoleRecord> {
  await lockTeam(tx, teamId);
  if (isGivenRole(code))
    throw new Invalid({
      role: [{ code: 'not_allowed', sentence: 'This role is given: it can be neither changed nor removed.' }],
    });
  const stored = await findRoleRecord(tx, teamId, code);
  if (!stored) throw new NotFound();
  requireOwn(access, toPermissionSet(stored.permissions));
  return stored;
}

/** In the log. */
export const toRoleTarget = ({ code, name }: { code: string; name: string }): AuditTarget => ({
  type: 'role',
  id: code,
  name,
});
