/**
 * Emails to people about their own account, such as a link for a new password. Statements name one account (a
 * hashed email), except those that delete old emails or find due ones.
 */
import { and, asc, eq, gt, inArray, isNull, lt, lte, ne, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../../../db/client.ts';
import { createLeaseQueries, isLeaseFree } from '../../../../db/queries/leases.ts';
import { firstRow } from '../../../../db/queries/statements.ts';
import { personMails } from '../schema/person-mails.ts';

export type PersonMailRecord = typeof personMails.$inferSelect;
export type PersonMailKey = { account: string; id: string };
export type LeasedPersonMail = PersonMailKey & { lease: string };
type Changes = Partial<Omit<PersonMailRecord, 'account' | 'id'>>;

const leases = createLeaseQueries(personMails, eq(personMails.status, 'pending'));
const isMail = ({ account, id }: PersonMailKey) =>
  and(eq(personMails.account, account), eq(personMails.id, id));
const isHeld = ({ lease, ...key }: LeasedPersonMail) => and(isMail(key), eq(personMails.lease, lease));

export const insertPersonMail = (db: Executor, row: PersonMailRecord) => db.insert(personMails).values(row);

/** Two transactions never count an account's messages at the same time. */
export const lockPersonMailsOfAccount = (tx: Transaction, account: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${account}, 27))`);

export const countPasswordResets = (tx: Transaction, account: string, since: Date): Promise<number> =>
  tx.$count(
    personMails,
    and(
      eq(personMails.account, account),
      eq(personMails.kind, 'password_reset'),
      ne(personMails.status, 'withdrawn'),
      gt(personMails.createdAt, since),
    ),
  );

/** Neither used nor replaced by a newer link. */
export const findUnusedPasswordReset = (db: Executor, key: PersonMailKey, since: Date) =>
  firstRow(
    db
      .select()
      .from(personMails)
      .where(
        and(
          isMail(key),
          eq(personMails.kind, 'password_reset'),
          isNull(personMails.usedAt),
          gt(personMails.createdAt, since),
        ),
      ),
  );

/** Makes all unused links of the account invalid. Returns how many there were. */
export async function usePasswordResets(tx: Transaction, account: string, now: Date): Promise<number> {
  const isUnused = and(
    eq(personMails.account, account),
    eq(personMails.kind, 'password_reset'),
    isNull(personMails.usedAt),
  );
  return (await tx.update(personMails).set({ usedAt: now }).where(isUnused)).rowCount ?? 0;
}

/** Those that no process is sending, the oldest first, without locks. */
export const listDuePersonMailsOfAnyAccount = (db: Executor, now: Date, limit: number) =>
  db
    .select({ account: personMails.account, id: personMails.id })
    .from(personMails)
    .where(
      and(eq(personMails.status, 'pending'), lte(personMails.nextAttemptAt, now), isLeaseFree(personMails)),
    )
    .orderBy(asc(personMails.nextAttemptAt))
    .limit(limit);

export const takePersonMailLease = (tx: Transaction, { lease, ...key }: LeasedPersonMail) =>
  leases.take(tx, isMail(key), lease);

export const renewPersonMailLease = (db: Executor, leased: LeasedPersonMail) =>
  leases.renew(db, isHeld(leased));

/** Stores the outcome of sending, and ends the lease. */
export const updateLeasedPersonMail = (db: Executor, leased: LeasedPersonMail, changes: Changes) =>
  leases.end(db, isHeld(leased), changes);

/** At most `limit`. Returns how many. */
export async function deleteOldPersonMailsOfAnyAccount(db: Executor, before: Date, limit: number) {
  const old = db
    .select({ id: personMails.id })
    .from(personMails)
    .where(lt(personMails.createdAt, before))
    .orderBy(asc(personMails.createdAt))
    .limit(limit);
  const { rowCount } = await db.delete(personMails).where(inArray(personMails.id, old));
  return rowCount ?? 0;
}
