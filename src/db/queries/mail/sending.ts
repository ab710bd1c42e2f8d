/** Which messages are due, and the leases under which processes send them. */
import { and, eq, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../client.ts';
import { mails } from '../../schema/outbox.ts';
import { createLeaseQueries } from '../leases.ts';
import { type Changes, matches } from '../statements.ts';
import type { MailRecord } from './mails.ts';

export type LeasedMail = { teamId: number; id: string; lease: string };

const leases = createLeaseQueries(mails, eq(mails.status, 'pending'));

/**
 * Messages of any team that are due and that no process sends, one of each team before a second of any team,
 * and in random order otherwise, so that no team is always the last. A waiting message holds back the later
 * ones of its booking to the same reader.
 */
export async function listDueMails(
  db: Executor,
  { now, limit, skippedTeams }: { now: Date; limit: number; skippedTeams: readonly number[] },
): Promise<{ teamId: number; id: string }[]> {
  const { rows } = await db.execute<{ team_id: string; id: string }>(sql`
    select team_id, id from (
      select team_id, id,
        row_number() over (partition by team_id order by next_attempt_at, id) as turn
      from mails m
      where status = 'pending' and next_attempt_at <= ${now.toISOString()}
        and (leased_until is null or leased_until < now())
        and team_id <> all(${sql.param([...skippedTeams])}::bigint[])
        and (booking_id is null or not exists (
          select from mails earlier where earlier.team_id = m.team_id and earlier.booking_id = m.booking_id
            and earlier.status = 'pending' and earlier.id < m.id
            and (earlier.to_email = m.to_email or (earlier.values is not null and m.values is not null))))
    ) due
    where turn <= ${limit} order by turn, random() limit ${limit}`);
  return rows.map(({ team_id: teamId, id }) => ({ teamId: Number(teamId), id }));
}

/**
 * Takes the lease of a message. Returns null if another process was faster, or if the message is no longer
 * pending.
 */
export const takeMailLease = (
  tx: Transaction,
  { teamId, id, lease }: LeasedMail,
): Promise<MailRecord | null> => leases.take(tx, matches(mails, { teamId, id }), lease);

/** Returns null if the lease is lost, or if the message has been erased. */
export const renewMailLease = (db: Executor, leased: LeasedMail): Promise<MailRecord | null> =>
  leases.renew(db, matches(mails, leased));

/**
 * Stores the outcome of sending a message, and ends its lease. A message that was withdrawn meanwhile stays
 * withdrawn, unless it was sent. Returns false if nothing was stored, because the lease is lost or the
 * message withdrawn or erased.
 */
export function updateLeasedMail(
  db: Executor,
  leased: LeasedMail,
  changes: Changes<MailRecord>,
): Promise<boolean> {
  const isOpen = changes.status === 'sent' ? undefined : eq(mails.status, 'pending');
  return leases.end(db, and(matches(mails, leased), isOpen), changes);
}

/** Returns the lease of a message that was not tried. */
export const releaseMailLease = (db: Executor, leased: LeasedMail): Promise<boolean> =>
  leases.end(db, matches(mails, leased), {});
