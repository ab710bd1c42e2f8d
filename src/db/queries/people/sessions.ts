import { and, eq, gt, lt, or } from 'drizzle-orm';
import type { Executor } from '../../client.ts';
import { people, sessions } from '../../schema/teams.ts';

export type NewSession = { id: string; secretHash: string; personId: string; now: Date };

export async function insertSessionOfAnyTeam(db: Executor, { now, ...session }: NewSession): Promise<void> {
  await db.insert(sessions).values({ ...session, createdAt: now, lastSeenAt: now });
}

/** A session is valid only if it was opened and last seen after these moments. */
export type SessionAges = { openedAfter: Date; seenAfter: Date };

export async function findSessionOfAnyTeam(
  db: Executor,
  secretHash: string,
  { openedAfter, seenAfter }: SessionAges,
) {
  const [row] = await db
    .select({
      id: sessions.id,
      lastSeenAt: sessions.lastSeenAt,
      person: { id: people.id, email: people.email, name: people.name },
    })
    .from(sessions)
    .innerJoin(people, eq(people.id, sessions.personId))
    .where(
      and(
        eq(sessions.secretHash, secretHash),
        gt(sessions.createdAt, openedAfter),
        gt(sessions.lastSeenAt, seenAfter),
      ),
    );
  return row ?? null;
}

export async function updateSessionSeen(db: Executor, id: string, now: Date): Promise<void> {
  await db.update(sessions).set({ lastSeenAt: now }).where(eq(sessions.id, id));
}

export async function deleteSessionOfAnyTeam(db: Executor, secretHash: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.secretHash, secretHash));
}

export async function deleteSessionsOfPerson(db: Executor, personId: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.personId, personId));
}

export async function deleteExpiredSessionsOfAnyTeam(
  db: Executor,
  { openedAfter, seenAfter }: SessionAges,
): Promise<void> {
  await db
    .delete(sessions)
    .where(or(lt(sessions.createdAt, openedAfter), lt(sessions.lastSeenAt, seenAfter)));
}
