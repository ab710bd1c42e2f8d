import { and, desc, eq, gt, lt, ne, or } from 'drizzle-orm';
import type { Executor } from '../../client.ts';
import { people, sessions } from '../../schema/teams.ts';
import { firstRow } from '../statements.ts';

type NewSession = Pick<
  typeof sessions.$inferSelect,
  'id' | 'secretHash' | 'personId' | 'hasFactor' | 'browser'
> & { now: Date };

export const insertSessionOfAnyTeam = (db: Executor, { now, ...session }: NewSession) =>
  db.insert(sessions).values({ ...session, createdAt: now, lastSeenAt: now });

/** The earliest times of a session that is still valid. */
export type SessionAgeLimits = { openedAfter: Date; seenAfter: Date };

const isStillOpen = ({ openedAfter, seenAfter }: SessionAgeLimits) =>
  and(gt(sessions.createdAt, openedAfter), gt(sessions.lastSeenAt, seenAfter));

export const findSessionOfAnyTeam = (db: Executor, secretHash: string, limits: SessionAgeLimits) =>
  firstRow(
    db
      .select({
        id: sessions.id,
        hasFactor: sessions.hasFactor,
        lastSeenAt: sessions.lastSeenAt,
        person: { id: people.id, email: people.email, name: people.name },
      })
      .from(sessions)
      .innerJoin(people, eq(people.id, sessions.personId))
      .where(and(eq(sessions.secretHash, secretHash), isStillOpen(limits))),
  );

/** The last used first. */
export const listSessionsOfPerson = (db: Executor, personId: string, limits: SessionAgeLimits) =>
  db
    .select({
      id: sessions.id,
      browser: sessions.browser,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
    })
    .from(sessions)
    .where(and(eq(sessions.personId, personId), isStillOpen(limits)))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id));

export const updateSessionLastSeen = (db: Executor, id: string, now: Date) =>
  db.update(sessions).set({ lastSeenAt: now }).where(eq(sessions.id, id));

/** Returns false if there is none. */
export async function deleteSessionOfAnyTeam(db: Executor, secretHash: string): Promise<boolean> {
  const deleted = await db.delete(sessions).where(eq(sessions.secretHash, secretHash));
  return (deleted.rowCount ?? 0) > 0;
}

export const deleteSessionsOfPerson = (db: Executor, personId: string) =>
  db.delete(sessions).where(eq(sessions.personId, personId));

/** Returns whether there was one. */
export async function deleteSessionOfPerson(db: Executor, personId: string, id: string): Promise<boolean> {
  const isOne = and(eq(sessions.personId, personId), eq(sessions.id, id));
  return ((await db.delete(sessions).where(isOne)).rowCount ?? 0) > 0;
}

/** Returns how many there were. */
export async function deleteOtherSessionsOfPerson(db: Executor, personId: string, keptId: string) {
  const isOther = and(eq(sessions.personId, personId), ne(sessions.id, keptId));
  return (await db.delete(sessions).where(isOther)).rowCount ?? 0;
}

export const updateSessionFactor = (db: Executor, id: string, hasFactor: boolean) =>
  db.update(sessions).set({ hasFactor }).where(eq(sessions.id, id));

export const deleteExpiredSessionsOfAnyTeam = (db: Executor, { openedAfter, seenAfter }: SessionAgeLimits) =>
  db.delete(sessions).where(or(lt(sessions.createdAt, openedAfter), lt(sessions.lastSeenAt, seenAfter)));
