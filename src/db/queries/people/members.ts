import { and, asc, eq, ne, type SQL } from 'drizzle-orm';
import type { Executor } from '../../client.ts';
import { memberships, people, teams } from '../../schema/teams.ts';
import { teamColumns } from '../teams/teams.ts';

/** A team's members by name. */
export function listTeamMembers(db: Executor, teamId: number) {
  return db
    .select({
      personId: people.id,
      email: people.email,
      name: people.name,
      passwordHash: people.passwordHash,
      joinedAt: memberships.createdAt,
    })
    .from(memberships)
    .innerJoin(people, eq(people.id, memberships.personId))
    .where(eq(memberships.teamId, teamId))
    .orderBy(asc(people.name), asc(people.emailKey));
}

const isMember = (teamId: number, personId: string) =>
  and(eq(memberships.teamId, teamId), eq(memberships.personId, personId));

export const findTeamMember = (db: Executor, teamId: number, personId: string) =>
  findOneMember(db, isMember(teamId, personId));

/** By the email in lower case. The same statement runs whether or not another team has a member with that email. */
export const findTeamMemberByEmail = (db: Executor, teamId: number, emailKey: string) =>
  findOneMember(db, and(eq(memberships.teamId, teamId), eq(people.emailKey, emailKey)));

async function findOneMember(db: Executor, condition: SQL | undefined) {
  const [row] = await db
    .select({
      personId: people.id,
      email: people.email,
      name: people.name,
      passwordHash: people.passwordHash,
    })
    .from(memberships)
    .innerJoin(people, eq(people.id, memberships.personId))
    .where(condition);
  return row ?? null;
}

export const countTeamMembers = (db: Executor, teamId: number): Promise<number> =>
  db.$count(memberships, eq(memberships.teamId, teamId));

/** Returns false if the person is a member already. */
export async function insertMembership(
  db: Executor,
  teamId: number,
  personId: string,
  createdAt: Date,
): Promise<boolean> {
  const inserted = await db
    .insert(memberships)
    .values({ teamId, personId, createdAt })
    .onConflictDoNothing()
    .returning({ personId: memberships.personId });
  return inserted.length > 0;
}

export async function deleteMembership(db: Executor, teamId: number, personId: string): Promise<void> {
  await db.delete(memberships).where(isMember(teamId, personId));
}

/** The teams that a person is a member of, by name. */
export function listTeamsOfPerson(db: Executor, personId: string) {
  return db
    .select({ ...teamColumns, timezone: teams.timezone })
    .from(memberships)
    .innerJoin(teams, eq(teams.id, memberships.teamId))
    .where(eq(memberships.personId, personId))
    .orderBy(asc(teams.name), asc(teams.slug));
}

export async function isMemberOfAnotherTeam(db: Executor, teamId: number, personId: string) {
  const [row] = await db
    .select({ teamId: memberships.teamId })
    .from(memberships)
    .where(and(eq(memberships.personId, personId), ne(memberships.teamId, teamId)))
    .limit(1);
  return row !== undefined;
}
