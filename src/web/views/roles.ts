/** Roles as members choose and read them. */
import { DEFAULT_ROLE, findLackedPermission } from '../../domain/access/permissions.ts';
import type { Access } from '../../services/access/access.ts';
import type { RoleName } from '../../services/access/roles.ts';
import type { Choice } from './fields.ts';

/** Nobody can give a role that permits what they lack. */
export const listGivableRoles = (roles: readonly RoleName[], { permissions: own }: Access): RoleName[] =>
  roles.filter(({ permissions }) => findLackedPermission(permissions, own) === null);

/** An owner's first choice is the owner's role. Everybody else must choose. */
export function buildRoleChoices(roles: readonly RoleName[], access: Access): Choice[] {
  const choices = listGivableRoles(roles, access).map(({ code, name }) => ({ value: code, name }));
  return choices.some(({ value }) => value === DEFAULT_ROLE)
    ? choices
    : [{ value: '', name: 'Choose a role' }, ...choices];
}

export const nameRole = (roles: readonly RoleName[], code: string): string =>
  roles.find((role) => role.code === code)?.name ?? code;
