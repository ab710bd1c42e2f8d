/** What an import says in the team's log. */
import type { TeamMember } from '../../../../db/queries/people/members.ts';
import type { RoleRecord } from '../../../../db/queries/people/roles.ts';
import type { TokenRecord } from '../../../../db/queries/teams/tokens.ts';
import { listFieldNames } from '../../../../domain/field-names.ts';
import type { AuditEntry } from '../../../../services/access/audit-log.ts';
import { toRoleTarget } from '../../../../services/access/roles.ts';
import { listChangedColumns } from '../../../../services/catalogue/rows.ts';
import type { TeamSettings } from '../../../../services/catalogue/team-row.ts';
import { toMemberTarget } from '../../../../services/people/members.ts';
import { toTokenTarget } from '../../../../services/tokens/tokens.ts';

/** Columns that the file calls otherwise. */
const FILE_NAMES: Readonly<Record<string, string>> = {
  passwordHash: 'password',
  joinedAt: 'createdAt',
  access: 'scope',
  tokenHash: 'token',
  ciphertext: 'token',
  keyId: 'token',
  createdByEmail: 'createdBy',
  createdByName: 'createdBy',
  madeByTokenId: 'createdBy',
};

const listChanged = <Row extends object>(stored: Row, row: Row): string[] =>
  listFieldNames(listChangedColumns(stored, row).map((column) => FILE_NAMES[column] ?? column));

export function toRoleEntry(stored: RoleRecord | undefined, row: RoleRecord): AuditEntry {
  const target = toRoleTarget(row);
  const { permissions } = row;
  return stored
    ? { action: 'role_changed', target, details: { changed: listChanged(stored, row), permissions } }
    : { action: 'role_created', target, details: { permissions } };
}

const MEMBER_COLUMNS = [
  'email',
  'name',
  'passwordHash',
  'updatedAt',
  'role',
  'mailKinds',
  'joinedAt',
] as const;
type Member = Pick<TeamMember, 'id' | (typeof MEMBER_COLUMNS)[number]>;
const pickMember = (member: Member) => Object.fromEntries(MEMBER_COLUMNS.map((name) => [name, member[name]]));

export function toMemberEntry(stored: Member | undefined, member: Member): AuditEntry {
  const target = toMemberTarget(member);
  const { role } = member;
  return stored
    ? {
        action: 'member_changed',
        target,
        details: { changed: listChanged(pickMember(stored), pickMember(member)), role },
      }
    : { action: 'member_created', target, details: { role } };
}

export function toTokenEntry(stored: TokenRecord | undefined, row: TokenRecord): AuditEntry {
  const target = toTokenTarget(row);
  const { role } = row;
  return stored
    ? { action: 'token_changed', target, details: { changed: listChanged(stored, row), role } }
    : { action: 'token_created', target, details: { role } };
}

export const toSettingsEntry = (stored: TeamSettings, team: TeamSettings): AuditEntry => ({
  action: 'settings_changed',
  details: { changed: listChanged(stored, team) },
});
