import { asc, eq, type SQL, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../client.ts';
import { prepareQuery } from '../../prepared.ts';
import { teamLocks, teams } from '../../schema/teams.ts';
import { raiseCatalogueVersion } from '../catalogue/versions.ts';
import { firstRow, isAnyOf, matches } from '../statements.ts';

/** What every request needs of its team. */
const { id, slug, name, depositPpm, balanceDueDays, infantAge, languages } = teams;
const commonTeamColumns = { id, slug, name, depositPpm, balanceDueDays, infantAge, languages };
export const teamColumns = { ...commonTeamColumns, enforceTokenScope: teams.enforceTokenScope };

const selectTeamsWhere = (db: Executor, condition: SQL | undefined) =>
  db
    .select({
      ...commonTeamColumns,
      siteBookings: teams.siteBookings,
      siteHoldMinutes: teams.siteHoldMinutes,
      siteMaxNights: teams.siteMaxNights,
      siteCancellation: teams.siteCancellation,
    })
    .from(teams)
    .where(condition);

const selectTeamsBySlug = prepareQuery((db) =>
  selectTeamsWhere(db, isAnyOf(teams.slug, sql.placeholder('slugs'))),
);
/**
 * One slug has a statement of its own, because PostgreSQL reuses its plan, but plans one for several slugs
 * each time.
 */
const selectTeamBySlug = prepareQuery((db) => selectTeamsWhere(db, eq(teams.slug, sql.placeholder('slug'))));

/** For each request to a public address. */
export function findTeamsBySlug(db: Executor, slugs: readonly string[]) {
  const [slug, ...others] = slugs;
  return slug !== undefined && others.length === 0
    ? selectTeamBySlug(db, { slug })
    : selectTeamsBySlug(db, { slugs });
}

export const listAllTeams = (db: Executor) =>
  db.select({ id: teams.id, slug: teams.slug, name: teams.name }).from(teams).orderBy(asc(teams.slug));

/**
 * For work that concerns all of the team, such as counting against a limit: one transaction of this kind runs
 * at a time.
 */
export async function lockTeam(tx: Transaction, teamId: number): Promise<void> {
  if (await lockTeamRow(tx, teamId)) return;
  await tx.insert(teamLocks).values({ teamId }).onConflictDoNothing();
  await lockTeamRow(tx, teamId);
}

/** Returns false before the team's first lock, which inserts its row. */
const lockTeamRow = async (tx: Transaction, teamId: number) =>
  (await firstRow(tx.select().from(teamLocks).where(matches(teamLocks, { teamId })).for('update'))) !== null;

export type TeamRecord = typeof teams.$inferSelect;

export const findTeamRecord = (db: Executor, teamId: number) =>
  firstRow(db.select().from(teams).where(eq(teams.id, teamId)));

export async function updateTeam(tx: Transaction, { id, ...team }: TeamRecord): Promise<void> {
  await raiseCatalogueVersion(tx, id);
  await tx.update(teams).set(team).where(eq(teams.id, id));
}
