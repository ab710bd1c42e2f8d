/** Messages that do not leave, and members to whom nothing is sent (docs/rules.md, 25.17). */
import { and, asc, count, desc, eq, gte, isNull, min, sql } from 'drizzle-orm';
import type { Executor } from '../../client.ts';
import { mailSuppressions } from '../../schema/mail.ts';
import { mails } from '../../schema/outbox.ts';
import { memberships, people } from '../../schema/teams.ts';
import { isAnyOf, matches } from '../statements.ts';

/** One failed try means little. */
const STUCK_FROM_TRY = 2;

/**
 * The messages since the last one that left that the mail server has not taken in several tries: the first
 * one's moment, their number and the last problem. Null if there are none. Addresses that do not exist are no
 * problem of sending.
 */
export async function findMailTrouble(db: Executor, teamId: number) {
  const lastSent = db
    .select({ createdAt: mails.createdAt })
    .from(mails)
    .where(matches(mails, { teamId, status: 'sent' }))
    .orderBy(desc(mails.createdAt), desc(mails.id))
    .limit(1);
  const [found] = await db
    .select({
      since: min(mails.createdAt),
      messages: count(),
      error: sql<string | null>`(array_agg(${mails.error} order by ${mails.createdAt} desc))[1]`,
    })
    .from(mails)
    .where(
      and(
        eq(mails.teamId, teamId),
        isAnyOf(mails.status, ['pending', 'failed']),
        gte(mails.attempts, STUCK_FROM_TRY),
        isNull(mails.addressRefusedAt),
        sql`${mails.createdAt} > coalesce((${lastSent}), '-infinity')`,
      ),
    );
  return found?.since ? { ...found, since: found.since } : null;
}

/** With the reason. */
export const listSuppressedMembers = (db: Executor, teamId: number) =>
  db
    .select({ name: people.name, email: people.email, reason: mailSuppressions.reason })
    .from(memberships)
    .innerJoin(people, eq(people.id, memberships.personId))
    .innerJoin(
      mailSuppressions,
      and(eq(mailSuppressions.teamId, teamId), eq(mailSuppressions.emailKey, people.emailKey)),
    )
    .where(eq(memberships.teamId, teamId))
    .orderBy(asc(people.email));
