import { and, eq, gt, lt, or } from 'drizzle-orm';
import type { Executor } from '../../client.ts';
import { people, sessions } from '../../schema/teams.ts';
import { firstRow } from '../statements.ts';

type NewSession = { id: string; secretHash: string; personId: string; now: Date };

export const insertSessionOfAnyTeam = (db: Executor, { now, ...session }: NewSession) =>
  db.insert(sessions).values({ ...session, createdAt: now, lastSeenAt: now });

/** The earliest times of a session that is still valid. */
export type SessionAgeLimits = { openedAfter: Date; seenAfter: Date };

export const findSessionOfAnyTeam = (
  db: Executor,
  secretHash: string,
  { openedAfter, seenAfter }: SessionAgeLimits,
) =>
  firstRow(
    db
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
      ),
  );

export const updateSessionLastSeen = (db: Executor, id: string, now: Date) =>
  db.update(sessions).set({ lastSeenAt: now }).where(eq(sessions.id, id));

export const deleteSessionOfAnyTeam = (db: Executor, secretHash: string) =>
  db.delete(sessions).where(eq(sessions.secretHash, secretHash));

export const deleteSessionsOfPerson = (db: Executor, personId: string) =>
  db.delete(sessions).where(eq(sessions.personId, personId));

export const deleteExpiredSessionsOfAnyTeam = (db: Executor, { openedAfter, seenAfter }: SessionAgeLimits) =>
  db.delete(sessions).where(or(lt(sessions.createdAt, openedAfter), lt(sessions.lastSeenAt, seenAfter)));
