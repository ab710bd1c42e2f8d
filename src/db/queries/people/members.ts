import { and, asc, eq, exists, ne, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../client.ts';
import { roles } from '../../schema/access.ts';
import { memberships, people, teams } from '../../schema/teams.ts';
import { firstRow, matches } from '../statements.ts';
import { teamColumns } from '../teams/teams.ts';
import { isRoleOf } from './roles.ts';

export type MembershipRecord = typeof memberships.$inferSelect;

const selectMembers = (db: Executor, condition: SQL | undefined) =>
  db
    .select({
      id: memberships.id,
      personId: people.id,
      role: memberships.role,
      isLimited: memberships.isLimited,
      email: people.email,
      name: people.name,
      emailKey: people.emailKey,
      passwordHash: people.passwordHash,
      hasSecondFactor: sql<boolean>`jsonb_array_length(${people.factors}) > 0`,
      updatedAt: people.updatedAt,
      joinedAt: memberships.createdAt,
      mailKinds: memberships.mailKinds,
    })
    .from(memberships)
    .innerJoin(people, eq(people.id, memberships.personId))
    .where(condition);

export type TeamMember = Awaited<ReturnType<typeof selectMembers>>[number];

export const listMembersInFileOrder = (db: Executor, teamId: number) =>
  selectMembers(db, matches(memberships, { teamId })).orderBy(asc(people.email));

export const listTeamMembers = (db: Executor, teamId: number) =>
  selectMembers(db, matches(memberships, { teamId })).orderBy(asc(people.name), asc(people.emailKey));

export const findTeamMember = (db: Executor, teamId: number, personId: string) =>
  firstRow(selectMembers(db, matches(memberships, { teamId, personId })));

/**
 * The email is in lower case. The same statement runs whether or not it belongs to a member of another team,
 * so that its duration reveals nothing.
 */
export const findTeamMemberByEmail = (db: Executor, teamId: number, emailKey: string) =>
  firstRow(selectMembers(db, and(matches(memberships, { teamId }), eq(people.emailKey, emailKey))));

export const countTeamMembers = (db: Executor, teamId: number): Promise<number> =>
  db.$count(memberships, matches(memberships, { teamId }));

export const findTeamMemberById = (db: Executor, teamId: number, id: string) =>
  firstRow(selectMembers(db, matches(memberships, { teamId, id })));

export const countMembersWithRole = (db: Executor, teamId: number, role: string): Promise<number> =>
  db.$count(memberships, matches(memberships, { teamId, role }));

type NewMembership = Pick<MembershipRecord, 'id' | 'personId' | 'role' | 'isLimited' | 'createdAt'>;

/** Returns false if the person is a member already. */
export async function insertMembership(db: Executor, teamId: number, membership: NewMembership) {
  const inserted = await db
    .insert(memberships)
    .values({ teamId, ...membership })
    .onConflictDoNothing({ target: [memberships.teamId, memberships.personId] });
  return (inserted.rowCount ?? 0) > 0;
}

export const updateMembership = (
  db: Executor,
  teamId: number,
  { id, ...columns }: Pick<MembershipRecord, 'id' | 'role' | 'isLimited'>,
) => db.update(memberships).set(columns).where(matches(memberships, { teamId, id }));

export const deleteMembership = (db: Executor, teamId: number, personId: string) =>
  db.delete(memberships).where(matches(memberships, { teamId, personId }));

export function listTeamsOfPerson(db: Executor, personId: string) {
  return db
    .select({
      ...teamColumns,
      timezone: teams.timezone,
      currency: teams.currency,
      memberId: memberships.id,
      requireSecondFactor: teams.requireSecondFactor,
      role: memberships.role,
      isLimited: memberships.isLimited,
      /** Null for a role that is given. */
      rolePermissions: roles.permissions,
    })
    .from(memberships)
    .innerJoin(teams, eq(teams.id, memberships.teamId))
    .leftJoin(roles, isRoleOf(memberships))
    .where(eq(memberships.personId, personId))
    .orderBy(asc(teams.name), asc(teams.slug));
}

export const listMembershipsOfPerson = (db: Executor, personId: string) =>
  db
    .select({ teamId: memberships.teamId, id: memberships.id })
    .from(memberships)
    .where(eq(memberships.personId, personId));

const selectMemberOfAnyTeam = (db: Executor, condition: SQL | undefined) =>
  firstRow(
    db
      .select({ id: people.id, email: people.email, name: people.name })
      .from(people)
      .where(
        and(
          condition,
          exists(
            db
              .select({ id: memberships.teamId })
              .from(memberships)
              .where(eq(memberships.personId, people.id)),
          ),
        ),
      ),
  );

/** Null if the person is a member of no team. */
export const findMemberOfAnyTeam = (db: Executor, emailKey: string) =>
  selectMemberOfAnyTeam(db, eq(people.emailKey, emailKey));
export const findMemberOfAnyTeamById = (db: Executor, personId: string) =>
  selectMemberOfAnyTeam(db, eq(people.id, personId));

export const isMemberOfAnotherTeam = async (db: Executor, teamId: number, personId: string) =>
  (await db.$count(memberships, and(eq(memberships.personId, personId), ne(memberships.teamId, teamId)))) > 0;
