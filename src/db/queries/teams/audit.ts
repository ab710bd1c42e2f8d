/** A team's log (docs/rules.md, 27.20). */
import { and, desc, eq, gte, lt, or, type SQL, sql } from 'drizzle-orm';
import type { AuditAction } from '../../../domain/access/audit.ts';
import type { PageRequest } from '../../../domain/page.ts';
import type { Executor, Transaction } from '../../client.ts';
import { auditEntries } from '../../schema/audit-entries.ts';
import { insertRows } from '../bulk.ts';
import { countForWholeList, loadPage } from '../paging.ts';
import { columnsExcept, isAnyOf, matches } from '../statements.ts';

export type AuditRecord = typeof auditEntries.$inferSelect;

export const insertAuditEntries = (tx: Transaction, entries: readonly AuditRecord[]) =>
  insertRows(tx, auditEntries, entries);

/** Adds to the entry under the same key, if there is one. The stored entry stays locked until the transaction ends. */
export async function upsertCountedEntry(tx: Transaction, entry: AuditRecord) {
  const { id, details } = auditEntries;
  const [stored] = await tx
    .insert(auditEntries)
    .values(entry)
    .onConflictDoUpdate({
      target: [auditEntries.teamId, auditEntries.countKey],
      set: { count: sql`${auditEntries.count} + excluded.count` },
    })
    .returning({ id, details });
  return stored as Pick<AuditRecord, 'id' | 'details'>;
}

export const updateAuditDetails = (
  tx: Transaction,
  teamId: number,
  id: string,
  details: AuditRecord['details'],
) => tx.update(auditEntries).set({ details }).where(matches(auditEntries, { teamId, id }));

export type AuditFilter = {
  actions?: readonly AuditAction[] | undefined;
  /** A name, or the id of a membership or token. */
  actor?: { name: string; id: string | null } | undefined;
  from?: Date | undefined;
  before?: Date | undefined;
};

const buildAuditCondition = (
  teamId: number,
  { actions, actor, from, before }: AuditFilter,
): SQL | undefined =>
  and(
    eq(auditEntries.teamId, teamId),
    actions && isAnyOf(auditEntries.action, actions),
    actor &&
      or(
        eq(auditEntries.actorName, actor.name),
        actor.id === null ? undefined : eq(auditEntries.actorId, actor.id),
      ),
    from && gte(auditEntries.at, from),
    before && lt(auditEntries.at, before),
  );

const shownColumns = columnsExcept(auditEntries, 'teamId', 'countKey', 'actorId');
export type AuditRow = Pick<AuditRecord, keyof typeof shownColumns>;

const selectEntries = (db: Executor, condition: SQL | undefined) =>
  db
    .select(shownColumns)
    .from(auditEntries)
    .where(condition)
    .orderBy(desc(auditEntries.at), desc(auditEntries.id));

/** Newest first. */
export function listAuditEntries(db: Executor, teamId: number, filter: AuditFilter, page: PageRequest) {
  const condition = buildAuditCondition(teamId, filter);
  return loadPage(db.$count(auditEntries, condition), selectEntries(db, condition), page);
}

export const countAuditEntries = (db: Executor, teamId: number, filter: AuditFilter): Promise<number> =>
  countForWholeList(db, auditEntries, buildAuditCondition(teamId, filter));

/** In the order of the list, after an entry of it. */
export const listAuditEntriesAfter = (
  db: Executor,
  teamId: number,
  filter: AuditFilter,
  { after, limit }: { after: Pick<AuditRow, 'at' | 'id'> | null; limit: number },
) =>
  selectEntries(
    db,
    and(
      buildAuditCondition(teamId, filter),
      after === null
        ? undefined
        : sql`(${auditEntries.at}, ${auditEntries.id}) < (${sql.param(after.at, auditEntries.at)}, ${after.id})`,
    ),
  ).limit(limit);

/** At most `limit` at a time. Returns how many. */
export async function deleteAuditEntriesOfAnyTeam(
  db: Executor,
  before: Date,
  limit: number,
): Promise<number> {
  const deleted = await db.execute(
    sql`delete from audit_entries where ${isAmongOldest(before, sql`true`, limit)}`,
  );
  return deleted.rowCount ?? 0;
}

/** At most `limit` at a time. Returns how many. */
export async function clearAuditAddressesOfAnyTeam(
  db: Executor,
  before: Date,
  limit: number,
): Promise<number> {
  const cleared = await db.execute(
    sql`update audit_entries set ip = null where ${isAmongOldest(before, sql`ip is not null`, limit)}`,
  );
  return cleared.rowCount ?? 0;
}

const isAmongOldest = (before: Date, condition: SQL, limit: number): SQL => sql`
  at <= ${before.toISOString()} and ${condition} and (team_id, id) in (
    select team_id, id from audit_entries where at <= ${before.toISOString()} and ${condition}
    order by at limit ${sql.raw(String(limit))})`;
