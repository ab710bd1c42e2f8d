import { eq, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../client.ts';
import { prepared } from '../prepared.ts';
import { teams } from '../schema/teams.ts';

const teamBySlug = prepared((db) =>
  db
    .select({ id: teams.id, slug: teams.slug, name: teams.name })
    .from(teams)
    .where(eq(teams.slug, sql.placeholder('slug'))),
);

/** The team whose booking site has this name: the look-up of every public request. */
export async function findTeamBySlug(db: Executor, slug: string) {
  const [row] = await teamBySlug(db, { slug });
  return row ?? null;
}

/** Locks a team's row, behind which whatever is counted for the whole team stands still. */
export async function lockTeam(tx: Transaction, teamId: number): Promise<void> {
  await tx.select({ id: teams.id }).from(teams).where(eq(teams.id, teamId)).for('no key update');
}
