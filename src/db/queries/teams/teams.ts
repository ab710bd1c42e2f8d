import { asc, eq, type SQL, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../client.ts';
import { prepareQuery } from '../../prepared.ts';
import { teamLocks, teams } from '../../schema/teams.ts';
import { firstRow, isAnyOf, matches } from '../statements.ts';

/** The columns of a team that every request needs. */
const { id, slug, name, depositPpm, balanceDueDays, infantAge } = teams;
const commonTeamColumns = { id, slug, name, depositPpm, balanceDueDays, infantAge };
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
/** PostgreSQL keeps the plan of a look-up by one slug, and plans look-ups by several each time. */
const selectTeamBySlug = prepareQuery((db) => selectTeamsWhere(db, eq(teams.slug, sql.placeholder('slug'))));

/** The teams with these slugs. Every public request looks its team up by a slug. */
export function findTeamsBySlug(db: Executor, slugs: readonly string[]) {
  const [slug, ...others] = slugs;
  return slug !== undefined && others.length === 0
    ? selectTeamBySlug(db, { slug })
    : selectTeamsBySlug(db, { slugs });
}

export const listAllTeams = (db: Executor) =>
  db.select({ id: teams.id, slug: teams.slug, name: teams.name }).from(teams).orderBy(asc(teams.slug));

/**
 * Waits until other transactions that count or change something for the whole team have ended, and makes later ones
 * wait.
 */
export async function lockTeam(tx: Transaction, teamId: number): Promise<void> {
  if (await lockTeamRow(tx, teamId)) return;
  await tx.insert(teamLocks).values({ teamId }).onConflictDoNothing();
  await lockTeamRow(tx, teamId);
}

/**
 * Locks a team's row for exclusive work. Returns false if the team has no row for locks yet, which it gets
 * when it is locked for the first time.
 */
const lockTeamRow = async (tx: Transaction, teamId: number) =>
  (await firstRow(tx.select().from(teamLocks).where(matches(teamLocks, { teamId })).for('update'))) !== null;

export type TeamRecord = typeof teams.$inferSelect;

export const findTeamRecord = (db: Executor, teamId: number) =>
  firstRow(db.select().from(teams).where(eq(teams.id, teamId)));

export const updateTeam = (tx: Transaction, { id, ...team }: TeamRecord) =>
  tx.update(teams).set(team).where(eq(teams.id, id));
