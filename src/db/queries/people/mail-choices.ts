import { asc, eq } from 'drizzle-orm';
import type { MemberMailKind } from '../../../domain/vocabulary.ts';
import type { Executor } from '../../client.ts';
import { memberships, teams } from '../../schema/teams.ts';
import { matches } from '../statements.ts';

export const listMailKindsOfPerson = (db: Executor, personId: string) =>
  db
    .select({ teamId: teams.id, slug: teams.slug, name: teams.name, mailKinds: memberships.mailKinds })
    .from(memberships)
    .innerJoin(teams, eq(teams.id, memberships.teamId))
    .where(eq(memberships.personId, personId))
    .orderBy(asc(teams.name), asc(teams.slug));

/** Returns false if the person is not a member of the team. */
export async function updateMailKindsOfMember(
  db: Executor,
  { teamId, personId }: { teamId: number; personId: string },
  mailKinds: MemberMailKind[] | null,
): Promise<boolean> {
  const updated = db.update(memberships).set({ mailKinds }).where(matches(memberships, { teamId, personId }));
  return ((await updated).rowCount ?? 0) > 0;
}
