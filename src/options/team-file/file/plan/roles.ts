import type { Transaction } from '../../../../db/client.ts';
import {
  countLimitedLinksWithRole,
  listRoleRecords,
  type RoleRecord,
} from '../../../../db/queries/people/roles.ts';
import {
  findPermissionsOfRole,
  findWholeTeamPermission,
  isGivenRole,
  type PermissionSet,
  sortPermissions,
} from '../../../../domain/access/permissions.ts';
import { MAX_ROLES } from '../../../../domain/limits.ts';
import {
  findMissingColumnProblems,
  isNewOrDifferent,
  mergeEntry,
} from '../../../../services/catalogue/rows.ts';
import type { ImportContext } from './context.ts';
import { toRoleEntry } from './logged.ts';

export type PlannedRoles = {
  changed: RoleRecord[];
  /** After the import. Null if there is no such role, which is then reported at the place. */
  find(place: string, code: string): PermissionSet | null;
};

/** Roles that the file does not name stay. */
export async function planRoles(tx: Transaction, context: ImportContext): Promise<PlannedRoles> {
  const { teamId, now, file, problems, tally, logged } = context;
  const byCode = new Map((await listRoleRecords(tx, teamId)).map((role) => [role.code, role]));
  const changed: RoleRecord[] = [];
  for (const { place, value } of file.roles.entries) {
    const { code, name, permissions } = value;
    if (isGivenRole(code)) {
      problems.refuse(place, 'code', 'must not be that of a role that is given', code);
      continue;
    }
    const stored = byCode.get(code);
    const row = mergeEntry<RoleRecord>({ createdAt: now, updatedAt: now }, stored, {
      teamId,
      code,
      name,
      permissions: permissions && sortPermissions(permissions),
      createdAt: value.created_at,
      updatedAt: value.updated_at,
    });
    const missing = findMissingColumnProblems(row, {});
    problems.addIssues(place, missing);
    if (missing.length > 0) continue;
    const isChanged = isNewOrDifferent(stored, row);
    if (isChanged && !value.updated_at) row.updatedAt = now;
    byCode.set(code, row);
    if (stored) await checkLimitedLinks(tx, context, place, row);
    if (!tally.compareRow('roles', stored, row)) continue;
    changed.push(row);
    logged.push(toRoleEntry(stored, row));
  }
  if (byCode.size > MAX_ROLES) problems.add('roles', `must be at most ${MAX_ROLES}, not ${byCode.size}`);
  return {
    changed,
    find(place, code) {
      const own = byCode.get(code);
      if (own || isGivenRole(code)) return findPermissionsOfRole(code, own?.permissions ?? null);
      problems.refuse(place, 'role', 'must be the code of a role', code);
      return null;
    },
  };
}

/** Members and tokens are checked with their own entries. */
async function checkLimitedLinks(
  tx: Transaction,
  { teamId, problems }: ImportContext,
  place: string,
  { code, permissions }: RoleRecord,
): Promise<void> {
  const unlimited = findWholeTeamPermission(permissions);
  if (unlimited === null || (await countLimitedLinksWithRole(tx, teamId, code)) === 0) return;
  problems.add(
    place,
    `permissions must not have ${unlimited}, because a link to join with this role is limited to listings`,
  );
}
