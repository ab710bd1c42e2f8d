import { and, asc, eq, inArray, ne } from 'drizzle-orm';
import type { Executor, Transaction } from '../client.ts';
import { preparedByValues } from '../prepared.ts';
import { teamLocks } from '../schema/team-locks.ts';
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

/** Whatever counts or changes something of a whole team waits here until the transaction before it has ended. */
export async function lockTeam(tx: Transaction, teamId: number): Promise<void> {
  if (await lockRow(tx, teamId)) return;
  await tx.insert(teamLocks).values({ teamId }).onConflictDoNothing();
  await lockRow(tx, teamId);
}

/** Returns false if the team has no row yet: it gets one when it is locked for the first time. */
async function lockRow(tx: Transaction, teamId: number): Promise<boolean> {
  const rows = await tx
    .select({ teamId: teamLocks.teamId })
    .from(teamLocks)
    .where(eq(teamLocks.teamId, teamId))
    .for('update');
  return rows.length > 0;
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
