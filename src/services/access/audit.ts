/** A team's log (docs/rules.md, 27.20). */
import {
  type AuditFilter,
  type AuditRow,
  countAuditEntries,
  listAuditEntries,
  listAuditEntriesAfter,
} from '../../db/queries/teams/audit.ts';
import type { AuditAction, AuditActor, Lacked } from '../../domain/access/audit.ts';
import { addDays, type StayDate, toInstant } from '../../domain/dates/dates.ts';
import { parseUuid } from '../../domain/formats.ts';
import type { PageOfRows, PageRequest } from '../../domain/page.ts';
import { readTeamRecord } from '../team/record.ts';
import type { SystemScope, WriteScope } from '../team-scope.ts';
import { refuseTooManyRows, withSnapshot } from '../whole-lists.ts';
import { type AuditEntry, buildAuditRecord, storeAuditRecords } from './audit-log.ts';

export type { AuditRow };

const ENTRIES_AT_ONCE = 500;

/** In the transaction of the write that it tells of. One that changes nothing is not recorded. */
export const recordAuditEntry = (scope: WriteScope<SystemScope>, entry: AuditEntry): Promise<void> => {
  const { tx, teamId, now: at } = scope;
  return storeAuditRecords(tx, [buildAuditRecord({ ...entry, teamId, at, ...toOrigin(scope) })]);
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

/** A date counts in the team's time zone. Both bounds are included. */
export type AuditRequest = {
  actions?: readonly AuditAction[] | undefined;
  /** A name, or the id of a membership or token. */
  actor?: string | undefined;
  from?: StayDate | Date | undefined;
  to?: StayDate | Date | undefined;
};

type AuditReader = Pick<SystemScope, 'db' | 'teamId' | 'auditLog'>;

/** Newest first. */
export async function listAuditPage(
  scope: AuditReader,
  request: AuditRequest,
  page: PageRequest,
): Promise<PageOfRows<AuditRow>> {
  await scope.auditLog.settle(scope.teamId);
  return listAuditEntries(scope.db, scope.teamId, await toFilter(scope, request), page);
}

/** All pages, from one snapshot. */
export async function writeAuditList(
  scope: AuditReader,
  request: AuditRequest,
  write: (rows: readonly AuditRow[]) => Promise<void>,
): Promise<void> {
  const { db, teamId, auditLog } = scope;
  await auditLog.settle(teamId);
  const filter = await toFilter(scope, request);
  await withSnapshot(db, async (tx) => {
    refuseTooManyRows(await countAuditEntries(tx, teamId, filter));
    for (let after: AuditRow | null = null; ; ) {
      const rows = await listAuditEntriesAfter(tx, teamId, filter, { after, limit: ENTRIES_AT_ONCE });
      if (rows.length === 0) return;
      await write(rows);
      after = rows.at(-1) ?? null;
    }
  });
}

async function toFilter(
  scope: AuditReader,
  { actions, actor, from, to }: AuditRequest,
): Promise<AuditFilter> {
  const hasDates = typeof from === 'string' || typeof to === 'string';
  const timezone = hasDates ? (await readTeamRecord(scope)).timezone : 'UTC';
  const begin = (date: StayDate) => toInstant(date, '00:00', timezone);
  return {
    actions,
    actor: actor === undefined ? undefined : { name: actor, id: parseUuid(actor) },
    from: typeof from === 'string' ? begin(from) : from,
    before: typeof to === 'string' ? begin(addDays(to, 1)) : to && new Date(to.getTime() + 1),
  };
}
