import type { z } from 'zod';
import type { Permission } from '../../../domain/access/permissions.ts';
import { sortPermissions } from '../../../domain/access/permissions.ts';
import { toInstantText } from '../../../domain/formats.ts';
import { MAX_CODE_LENGTH, MAX_NAME_LENGTH } from '../../../domain/limits.ts';
import { permissionsField } from '../../../schemas/access.ts';
import { createdAndUpdatedEntries } from '../../../schemas/fields/dates.ts';
import { objectEntry, requiredText } from '../../../schemas/fields/fields.ts';
import type { PresentedEntry } from '../../../schemas/formats.ts';

export const roleEntry = objectEntry({
  code: requiredText(MAX_CODE_LENGTH).describe('Identifies it. None of the five roles that are given.'),
  name: requiredText(MAX_NAME_LENGTH).optional().describe('As members read it.'),
  permissions: permissionsField.optional(),
  ...createdAndUpdatedEntries,
});

type RoleEntry = z.infer<typeof roleEntry>;

type StoredRole = { code: string; name: string; permissions: Permission[]; createdAt: Date; updatedAt: Date };

export const presentRoleEntry = (role: StoredRole) =>
  ({
    code: role.code,
    name: role.name,
    permissions: sortPermissions(role.permissions),
    created_at: toInstantText(role.createdAt),
    updated_at: toInstantText(role.updatedAt),
  }) satisfies PresentedEntry<RoleEntry>;
