import { and, asc, eq, inArray, ne } from 'drizzle-orm';
import type { Executor, Transaction } from '../client.ts';
import { preparedByValues } from '../prepared.ts';
import { teams } from '../schema/teams.ts';

/** The teams whose booking sites have these names: the look-up of every public request. */
export const findTeamsBySlug = preparedByValues((db, slugs) =>
  db
    .select({ id: teams.id, slug: teams.slug, name: teams.name })
    .from(teams)
    .where(inArray(teams.slug, slugs)),
);

/** Every team of the installation, by slug. */
export const listAllTeams = (db: Executor) =>
  db.select({ id: teams.id, slug: teams.slug, name: teams.name }).from(teams).orderBy(asc(teams.slug));

/** Locks a team's row, behind which whatever is counted for the whole team stands still. */
export async function lockTeam(tx: Transaction, teamId: number): Promise<void> {
  await tx.select({ id: teams.id }).from(teams).where(eq(teams.id, teamId)).for('no key update');
}

/** Touches nothing if the team has the setting already. */
export async function updateScopeEnforcement(
  tx: Transaction,
  teamId: number,
  enforceTokenScope: boolean,
  now: Date,
): Promise<void> {
  await tx
    .update(teams)
    .set({ enforceTokenScope, updatedAt: now })
    .where(and(eq(teams.id, teamId), ne(teams.enforceTokenScope, enforceTokenScope)));
}
