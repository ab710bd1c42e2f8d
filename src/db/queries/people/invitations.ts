import { and, asc, eq, gt, isNull, lt } from 'drizzle-orm';
import type { Executor } from '../../client.ts';
import { invitations, teams } from '../../schema/teams.ts';

export type NewInvitation = {
  id: string;
  email: string;
  emailKey: string;
  name: string;
  secretHash: string;
  invitedBy: string | null;
  expiresAt: Date;
  createdAt: Date;
};

export async function insertInvitation(db: Executor, teamId: number, invitation: NewInvitation) {
  await db.insert(invitations).values({ teamId, usedAt: null, ...invitation });
}

const isOpen = (now: Date) => and(isNull(invitations.usedAt), gt(invitations.expiresAt, now));

/** The invitation of a link, with its team, if the link is still valid. */
export async function findInvitationOfAnyTeam(db: Executor, secretHash: string, now: Date) {
  const [row] = await db
    .select({
      id: invitations.id,
      email: invitations.email,
      emailKey: invitations.emailKey,
      name: invitations.name,
      expiresAt: invitations.expiresAt,
      team: { id: teams.id, slug: teams.slug, name: teams.name },
    })
    .from(invitations)
    .innerJoin(teams, eq(teams.id, invitations.teamId))
    .where(and(eq(invitations.secretHash, secretHash), isOpen(now)));
  return row ?? null;
}

/** A team's open invitations, oldest first. */
export function listOpenInvitations(db: Executor, teamId: number, now: Date) {
  return db
    .select({
      id: invitations.id,
      email: invitations.email,
      name: invitations.name,
      expiresAt: invitations.expiresAt,
    })
    .from(invitations)
    .where(and(eq(invitations.teamId, teamId), isOpen(now)))
    .orderBy(asc(invitations.createdAt), asc(invitations.id));
}

export const countOpenInvitations = (db: Executor, teamId: number, now: Date): Promise<number> =>
  db.$count(invitations, and(eq(invitations.teamId, teamId), isOpen(now)));

/** Marks an open invitation as used. Returns false if it was used before. */
export async function useInvitation(db: Executor, teamId: number, id: string, now: Date): Promise<boolean> {
  const used = await db
    .update(invitations)
    .set({ usedAt: now })
    .where(and(eq(invitations.teamId, teamId), eq(invitations.id, id), isOpen(now)))
    .returning({ id: invitations.id });
  return used.length > 0;
}

/** Returns false if the team has no such invitation. */
export async function deleteInvitation(db: Executor, teamId: number, id: string): Promise<boolean> {
  const deleted = await db
    .delete(invitations)
    .where(and(eq(invitations.teamId, teamId), eq(invitations.id, id), isNull(invitations.usedAt)))
    .returning({ id: invitations.id });
  return deleted.length > 0;
}

/** Ends all open links that a team has created for an email. */
export async function deleteOpenInvitationsFor(db: Executor, teamId: number, emailKey: string) {
  await db
    .delete(invitations)
    .where(
      and(eq(invitations.teamId, teamId), eq(invitations.emailKey, emailKey), isNull(invitations.usedAt)),
    );
}

/** Ends all open links that a member of a team has made. */
export async function deleteOpenInvitationsBy(db: Executor, teamId: number, personId: string) {
  await db
    .delete(invitations)
    .where(
      and(eq(invitations.teamId, teamId), eq(invitations.invitedBy, personId), isNull(invitations.usedAt)),
    );
}

export async function deleteInvitationsOfAnyTeamBefore(db: Executor, expiredBefore: Date): Promise<void> {
  await db.delete(invitations).where(lt(invitations.expiresAt, expiredBefore));
}
