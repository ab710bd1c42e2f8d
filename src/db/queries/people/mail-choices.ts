import { asc, eq } from 'drizzle-orm';
import type { MemberMailKind } from '../../../domain/vocabulary.ts';
import type { Executor, Transaction } from '../../client.ts';
import { roles } from '../../schema/access.ts';
import { memberships, teams } from '../../schema/teams.ts';
import { matches } from '../statements.ts';
import { isRoleOf } from './roles.ts';

export const listMailKindsOfPerson = (db: Executor, personId: string) =>
  db
    .select({
      teamId: teams.id,
      slug: teams.slug,
      name: teams.name,
      mailKinds: memberships.mailKinds,
      role: memberships.role,
      /** Null for a role that is given. */
      rolePermissions: roles.permissions,
    })
    .from(memberships)
    .innerJoin(teams, eq(teams.id, memberships.teamId))
    .leftJoin(roles, isRoleOf(memberships))
    .where(eq(memberships.personId, personId))
    .orderBy(asc(teams.name), asc(teams.slug));

/** Undefined if the person is not a member of the team. */
export async function lockMailKindsOfMember(
  tx: Transaction,
  { teamId, personId }: { teamId: number; personId: string },
): Promise<{ mailKinds: MemberMailKind[] | null } | undefined> {
  const { mailKinds } = memberships;
  const found = tx.select({ mailKinds }).from(memberships).where(matches(memberships, { teamId, personId }));
  const [row] = await found.for('update');
  return row;
}

/** Returns false if the person is not a member of the team. */
export async function updateMailKindsOfMember(
  db: Executor,
  { teamId, personId }: { teamId: number; personId: string },
  mailKinds: MemberMailKind[] | null,
): Promise<boolean> {
  const updated = db.update(memberships).set({ mailKinds }).where(matches(memberships, { teamId, personId }));
  return ((await updated).rowCount ?? 0) > 0;
}
