/** A team's log (docs/rules.md, 27.20). */
import { insertAuditEntries } from '../../db/queries/teams/audit.ts';
import type { AuditActor, Lacked } from '../../domain/access/audit.ts';
import type { SystemScope, WriteScope } from '../team-scope.ts';
import { type AuditEntry, buildAuditRecord } from './audit-log.ts';

/** In the transaction of the write that it tells of. One that changes nothing is not recorded. */
export const recordAuditEntry = (scope: WriteScope<SystemScope>, entry: AuditEntry): Promise<void> => {
  const { tx, teamId, now: at } = scope;
  return insertAuditEntries(tx, [buildAuditRecord({ ...entry, teamId, at, ...toOrigin(scope) })]);
};

type Notable = Pick<SystemScope, 'teamId' | 'clock' | 'auditLog' | 'actor' | 'caller'>;

/** For what changes nothing, such as a secret that is shown. */
export const noteAuditEntry = (scope: Notable, entry: AuditEntry): void =>
  scope.auditLog.note({ ...entry, teamId: scope.teamId, at: scope.clock(), ...toOrigin(scope) });

/** For a request that is refused because its caller lacks something. */
export const noteRefusal = (scope: Notable, lacked: Lacked): void =>
  noteAuditEntry(scope, { action: 'refused', details: { lacked: [lacked] } });

const toOrigin = ({
  actor,
  caller,
}: Pick<SystemScope, 'actor' | 'caller'>): { actor: AuditActor; ip: string | null } => ({
  actor: { ...actor, id: caller.id },
  ip: caller.ip,
});
