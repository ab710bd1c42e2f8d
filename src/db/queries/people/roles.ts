import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Executor } from '../../client.ts';
import { roles } from '../../schema/access.ts';
import { invitations, memberships, tokens } from '../../schema/teams.ts';
import { firstRow, matches } from '../statements.ts';

export type RoleRecord = typeof roles.$inferSelect;

/** The team's own role of a membership or a token. */
export const isRoleOf = (holder: typeof memberships | typeof tokens) =>
  and(eq(roles.teamId, holder.teamId), eq(roles.code, holder.role));

/** The team's own, by code. */
export const listRoleRecords = (db: Executor, teamId: number) =>
  db.select().from(roles).where(matches(roles, { teamId })).orderBy(asc(roles.code));

export const findRoleRecord = (db: Executor, teamId: number, code: string): Promise<RoleRecord | null> =>
  firstRow(db.select().from(roles).where(matches(roles, { teamId, code })));

export const insertRole = (db: Executor, role: RoleRecord) => db.insert(roles).values(role);

export const updateRole = (
  db: Executor,
  { teamId, code, name, permissions, updatedAt }: Omit<RoleRecord, 'createdAt'>,
) => db.update(roles).set({ name, permissions, updatedAt }).where(matches(roles, { teamId, code }));

export const deleteRole = (db: Executor, teamId: number, code: string) =>
  db.delete(roles).where(matches(roles, { teamId, code }));

/** Members by role. */
export async function countMembersByRole(db: Executor, teamId: number): Promise<Map<string, number>> {
  const rows = await db
    .select({ role: memberships.role, count: sql<number>`count(*)::int` })
    .from(memberships)
    .where(matches(memberships, { teamId }))
    .groupBy(memberships.role);
  return new Map(rows.map(({ role, count }) => [role, count]));
}

/** Live tokens by role. Those without one are left out. */
export async function countTokensByRole(db: Executor, teamId: number): Promise<Map<string, number>> {
  const rows = await db
    .select({ role: tokens.role, count: sql<number>`count(*)::int` })
    .from(tokens)
    .where(and(eq(tokens.teamId, teamId), isNull(tokens.revokedAt)))
    .groupBy(tokens.role);
  return new Map(rows.flatMap(({ role, count }) => (role === null ? [] : [[role, count] as const])));
}

/** Unused links to join with the role. */
export const countInvitationsWithRole = (db: Executor, teamId: number, role: string): Promise<number> =>
  db.$count(invitations, and(matches(invitations, { teamId, role }), isNull(invitations.usedAt)));

/** Members, live tokens and unused links to join with the role that are limited to listings. */
export async function countLimitedWithRole(db: Executor, teamId: number, role: string): Promise<number> {
  const isLimitedMember = matches(memberships, { teamId, role, isLimited: true });
  const isLimitedToken = and(matches(tokens, { teamId, role, isLimited: true }), isNull(tokens.revokedAt));
  return (
    (await db.$count(memberships, isLimitedMember)) +
    (await db.$count(tokens, isLimitedToken)) +
    (await countLimitedLinksWithRole(db, teamId, role))
  );
}

export const countLimitedLinksWithRole = (db: Executor, teamId: number, role: string): Promise<number> =>
  db.$count(
    invitations,
    and(
      matches(invitations, { teamId, role }),
      isNull(invitations.usedAt),
      isNotNull(invitations.listingIds),
    ),
  );

/** Live tokens with the role that another token has made. */
export const countMadeTokensWithRole = (db: Executor, teamId: number, role: string): Promise<number> =>
  db.$count(
    tokens,
    and(
      eq(tokens.teamId, teamId),
      eq(tokens.role, role),
      isNull(tokens.revokedAt),
      isNotNull(tokens.madeByTokenId),
    ),
  );
