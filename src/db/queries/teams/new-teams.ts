/**
 * New teams, for which all teams are looked at, because a slug belongs to one team alone, and the first team
 * may begin in a browser.
 */
import { eq, like, ne, or, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../client.ts';
import { teams } from '../../schema/teams.ts';
import { firstRow } from '../statements.ts';
import type { TeamRecord } from './teams.ts';

/** The key of an advisory lock, any number that nobody else uses: "team" in ASCII. */
const NEW_TEAMS_LOCK_ID = 0x7465_616d;

/** Waits until nobody else makes a team, and makes others wait, until the transaction ends. */
export const lockNewTeams = (tx: Transaction) =>
  tx.execute(sql`select pg_advisory_xact_lock(${NEW_TEAMS_LOCK_ID}::bigint)`);

/**
 * Makes `lockNewTeams` wait until the transaction ends. Transactions that hold only this shared lock do not
 * wait for each other.
 */
export const joinNewTeams = (tx: Transaction) =>
  tx.execute(sql`select pg_advisory_xact_lock_shared(${NEW_TEAMS_LOCK_ID}::bigint)`);

export const hasAnyTeam = async (db: Executor): Promise<boolean> =>
  (await firstRow(db.select({ id: teams.id }).from(teams).limit(1))) !== null;

/** The slugs of any team that are equal to this one, or continue it after a hyphen. */
export async function listTeamSlugsLike(db: Executor, slug: string): Promise<string[]> {
  const rows = await db
    .select({ slug: teams.slug })
    .from(teams)
    .where(or(eq(teams.slug, slug), like(teams.slug, `${slug}-%`)));
  return rows.map((row) => row.slug);
}

/**
 * Stores a new team, and returns its number. If two imports store the same team at once, the later one fails
 * because of the slug, and finds the team when it tries again.
 */
export async function insertTeam(tx: Transaction, { id: _, ...team }: TeamRecord): Promise<number> {
  // A plain insert is used, because on a cluster an insert with a conflict clause makes the inserts of all other teams
  // wait.
  const [stored] = await tx.insert(teams).values(team).returning({ id: teams.id });
  if (!stored) throw new Error('A new team was not stored.');
  return stored.id;
}

/** The slug of the only team that takes bookings on its site, or null if no team or several do. */
export async function findOnlySiteOfAnyTeam(db: Executor): Promise<string | null> {
  const [only, another] = await db
    .select({ slug: teams.slug })
    .from(teams)
    .where(ne(teams.siteBookings, 'off'))
    .limit(2);
  return only === undefined || another !== undefined ? null : only.slug;
}
