import { and, asc, eq, gt, isNull, lt } from 'drizzle-orm';
import type { Executor } from '../../client.ts';
import { invitations, teams } from '../../schema/teams.ts';
import { firstRow, matches } from '../statements.ts';

type NewInvitation = Omit<typeof invitations.$inferSelect, 'teamId' | 'usedAt'>;

export const insertInvitation = (db: Executor, teamId: number, invitation: NewInvitation) =>
  db.insert(invitations).values({ teamId, usedAt: null, ...invitation });

const { id, email, name, role, listingIds, expiresAt } = invitations;
const invitationColumns = { id, email, name, role, listings: listingIds, expiresAt };

const isUnusedNow = isNull(invitations.usedAt);
const isOpenInvitation = (now: Date) => and(isUnusedNow, gt(invitations.expiresAt, now));

/** By the stored hash of a link from an earlier version. Null if the invitation is no longer valid. */
export const findInvitationOfAnyTeam = (db: Executor, secretHash: string, now: Date) =>
  firstRow(selectInvitations(db).where(and(eq(invitations.secretHash, secretHash), isOpenInvitation(now))));

/** Null if the invitation is no longer valid. */
export const findInvitationById = (db: Executor, invitationId: string, now: Date) =>
  firstRow(selectInvitations(db).where(and(eq(id, invitationId), isOpenInvitation(now))));

const selectInvitations = (db: Executor) =>
  db
    .select({
      ...invitationColumns,
      emailKey: invitations.emailKey,
      team: { id: teams.id, slug: teams.slug, name: teams.name },
    })
    .from(invitations)
    .innerJoin(teams, eq(teams.id, invitations.teamId));

export function listOpenInvitations(db: Executor, teamId: number, now: Date) {
  return db
    .select(invitationColumns)
    .from(invitations)
    .where(and(eq(invitations.teamId, teamId), isOpenInvitation(now)))
    .orderBy(asc(invitations.createdAt), asc(invitations.id));
}

export const countOpenInvitations = (db: Executor, teamId: number, now: Date): Promise<number> =>
  db.$count(invitations, and(eq(invitations.teamId, teamId), isOpenInvitation(now)));

/** Returns false if it was used before or has expired. */
export async function useInvitation(db: Executor, teamId: number, id: string, now: Date): Promise<boolean> {
  const isUsable = and(matches(invitations, { teamId, id }), isOpenInvitation(now));
  return ((await db.update(invitations).set({ usedAt: now }).where(isUsable)).rowCount ?? 0) > 0;
}

/** Returns false if the team has no unused invitation with that id. */
export async function deleteInvitation(db: Executor, teamId: number, id: string): Promise<boolean> {
  const deleted = await db.delete(invitations).where(and(matches(invitations, { teamId, id }), isUnusedNow));
  return (deleted.rowCount ?? 0) > 0;
}

export const deleteInvitationsOfEmail = (db: Executor, teamId: number, emailKey: string) =>
  db.delete(invitations).where(and(matches(invitations, { teamId, emailKey }), isUnusedNow));

export const deleteInvitationsByMember = (db: Executor, teamId: number, invitedBy: string) =>
  db.delete(invitations).where(and(matches(invitations, { teamId, invitedBy }), isUnusedNow));

/** Unused ones. */
export const listInvitationsByMember = (db: Executor, teamId: number, invitedBy: string) =>
  db
    .select({ id, role, listings: listingIds })
    .from(invitations)
    .where(and(matches(invitations, { teamId, invitedBy }), isUnusedNow));

export const deleteExpiredInvitationsOfAnyTeam = (db: Executor, expiredBefore: Date) =>
  db.delete(invitations).where(lt(invitations.expiresAt, expiredBefore));
