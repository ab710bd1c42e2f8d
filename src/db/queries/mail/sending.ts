/** Which messages are due, and the leases under which processes send them. */
import { and, eq, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../client.ts';
import { mails } from '../../schema/outbox.ts';
import { type Changes, firstRow, matches } from '../statements.ts';
import type { MailRecord } from './mails.ts';

export type LeasedMail = { teamId: number; id: string; lease: string };

const LEASE_END = sql`now() + interval '60 seconds'`;
const isLeaseFree = sql`(${mails.leasedUntil} is null or ${mails.leasedUntil} < now())`;
const isLeaseHeld = (leased: LeasedMail) => matches(mails, leased);

/**
 * Messages of any team that are due and that no process sends, the first of each team before the second of any. A message
 * that waits holds back the later ones of its booking. Reads without locks.
 */
export async function listDueMails(
  db: Executor,
  { now, limit, skippedTeams }: { now: Date; limit: number; skippedTeams: readonly number[] },
): Promise<{ teamId: number; id: string }[]> {
  const { rows } = await db.execute<{ team_id: string; id: string }>(sql`
    select team_id, id from (
      select team_id, id, next_attempt_at,
        row_number() over (partition by team_id order by next_attempt_at, id) as turn
      from mails m
      where status = 'pending' and next_attempt_at <= ${now.toISOString()}
        and (leased_until is null or leased_until < now())
        and team_id <> all(${sql.param([...skippedTeams])}::bigint[])
        and (booking_id is null or not exists (
          select from mails earlier where earlier.team_id = m.team_id and earlier.booking_id = m.booking_id
            and earlier.status = 'pending' and earlier.id < m.id and earlier.to_email = m.to_email))
    ) due
    where turn <= ${limit} order by turn, next_attempt_at limit ${limit}`);
  return rows.map(({ team_id: teamId, id }) => ({ teamId: Number(teamId), id }));
}

/** Takes the lease of a message. Returns null if another process was faster, or if it is no longer pending. */
export async function takeMailLease(
  tx: Transaction,
  { teamId, id, lease }: LeasedMail,
): Promise<MailRecord | null> {
  const isMail = matches(mails, { teamId, id });
  const mail = await firstRow(
    tx
      .select()
      .from(mails)
      .where(and(isMail, eq(mails.status, 'pending'), isLeaseFree))
      .for('update', { skipLocked: true }),
  );
  if (mail) await tx.update(mails).set({ lease, leasedUntil: LEASE_END }).where(isMail);
  return mail;
}

export async function renewMailLease(db: Executor, leased: LeasedMail): Promise<void> {
  await db.update(mails).set({ leasedUntil: LEASE_END }).where(isLeaseHeld(leased));
}

/** Stores what came of a message under its lease, which ends. Returns false if the lease is lost, or the message erased. */
export async function updateLeasedMail(
  db: Executor,
  leased: LeasedMail,
  changes: Changes<MailRecord>,
): Promise<boolean> {
  const updated = await db
    .update(mails)
    .set({ ...changes, lease: null, leasedUntil: null })
    .where(isLeaseHeld(leased));
  return (updated.rowCount ?? 0) > 0;
}
