/** Messages of a team that do not leave, and members to whom nothing is sent (docs/rules.md, 25.17). */
import { and, asc, desc, eq, gt, gte, isNull, type SQL } from 'drizzle-orm';
import type { Executor } from '../../client.ts';
import { mailSuppressions } from '../../schema/mail.ts';
import { mails } from '../../schema/outbox.ts';
import { memberships, people } from '../../schema/teams.ts';
import { firstRow, isAnyOf, matches } from '../statements.ts';

/** A message counts as stuck from its second failed try on, because one failed try means little. */
const STUCK_FROM_TRY = 2;

/**
 * The messages that were written since the last one that left, and that the mail server has not taken in
 * several tries: the first one's moment, their number and the last problem. Returns null if there are none.
 * Addresses that do not exist are not a problem of sending.
 */
export async function findMailTrouble(db: Executor, teamId: number) {
  const last = await firstRow(
    db
      .select({ createdAt: mails.createdAt })
      .from(mails)
      .where(matches(mails, { teamId, status: 'sent' }))
      .orderBy(desc(mails.createdAt), desc(mails.id))
      .limit(1),
  );
  const stuck = and(
    eq(mails.teamId, teamId),
    isAnyOf(mails.status, ['pending', 'failed']),
    gte(mails.attempts, STUCK_FROM_TRY),
    isNull(mails.addressRefusedAt),
    last ? gt(mails.createdAt, last.createdAt) : undefined,
  );
  const oldest = await findStuck(db, stuck, asc(mails.createdAt));
  const newest = oldest && (await findStuck(db, stuck, desc(mails.createdAt)));
  return newest && { since: oldest.createdAt, error: newest.error, messages: await db.$count(mails, stuck) };
}

const findStuck = (db: Executor, stuck: SQL | undefined, order: SQL) =>
  firstRow(
    db
      .select({ createdAt: mails.createdAt, error: mails.error })
      .from(mails)
      .where(stuck)
      .orderBy(order)
      .limit(1),
  );

/** The members of a team to whose address nothing is sent, and why. */
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
