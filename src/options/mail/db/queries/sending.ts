/** Due emails, and the leases with which one process at a time sends one. */
import { and, eq, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../../../db/client.ts';
import { createLeaseQueries } from '../../../../db/queries/leases.ts';
import { type Changes, matches } from '../../../../db/queries/statements.ts';
import { mails } from '../schema/outbox.ts';
import type { MailRecord } from './mails.ts';

export type LeasedMail = { teamId: number; id: string; lease: string };

const leases = createLeaseQueries(mails, eq(mails.status, 'pending'));

type Due = {
  now: Date;
  limit: number;
  skippedTeams: readonly number[];
};

/**
 * One email of each team before a second of any, and otherwise in random order, so that no team is always
 * last. Emails that a process is sending are left out. While an earlier email about a booking to the same
 * reader waits, later ones wait, too, unless the mail server has refused the earlier one.
 */
export async function listDueMailsOfAnyTeam(
  db: Executor,
  { now, limit, skippedTeams }: Due,
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
          select from mails earlier
          where earlier.team_id = m.team_id and earlier.booking_id = m.booking_id
            and earlier.status = 'pending' and earlier.refused_at is null and earlier.id < m.id
            and (earlier.to_email = m.to_email or (earlier.values is not null and m.values is not null))))
    ) due
    where turn <= ${limit} order by turn, random() limit ${limit}`);
  return rows.map(({ team_id: teamId, id }) => ({ teamId: Number(teamId), id }));
}

/** Returns null if another process was first, or if the email is no longer pending. */
export const takeMailLease = (
  tx: Transaction,
  { teamId, id, lease }: LeasedMail,
): Promise<MailRecord | null> => leases.take(tx, matches(mails, { teamId, id }), lease);

/** Returns the email as it is now, or null if the lease is lost or the email was erased. */
export const renewMailLease = (db: Executor, leased: LeasedMail): Promise<MailRecord | null> =>
  leases.renew(db, matches(mails, leased));

/**
 * Stores the outcome of sending, and ends the lease. A message that was withdrawn meanwhile keeps the status
 * "withdrawn", unless it was sent. Returns false if nothing was stored, because the lease is lost, or the
 * email was withdrawn or erased.
 */
export function updateLeasedMail(
  db: Executor,
  leased: LeasedMail,
  changes: Changes<MailRecord>,
): Promise<boolean> {
  const isOpen = changes.status === 'sent' ? undefined : eq(mails.status, 'pending');
  return leases.end(db, and(matches(mails, leased), isOpen), changes);
}

/** For an email that was not tried. */
export const releaseMailLease = (db: Executor, leased: LeasedMail): Promise<boolean> =>
  leases.end(db, matches(mails, leased), {});
