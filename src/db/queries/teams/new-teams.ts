/**
 * Creating a team looks at all teams: slugs must be unique, and the first team may be created in a browser.
 */
import { eq, like, ne, or, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../client.ts';
import { teams } from '../../schema/teams.ts';
import { raiseCatalogueVersion } from '../catalogue/versions.ts';
import { firstRow } from '../statements.ts';
import type { TeamRecord } from './teams.ts';

/** Arbitrary: the letters of "team" in ASCII. */
const NEW_TEAMS_LOCK_ID = 0x7465_616d;

/** Held until the transaction ends. */
export const lockNewTeams = (tx: Transaction) =>
  tx.execute(sql`select pg_advisory_xact_lock(${NEW_TEAMS_LOCK_ID}::bigint)`);

/** A shared lock: nobody can create a team until the transaction ends. */
export const joinNewTeams = (tx: Transaction) =>
  tx.execute(sql`select pg_advisory_xact_lock_shared(${NEW_TEAMS_LOCK_ID}::bigint)`);

export const hasAnyTeam = async (db: Executor): Promise<boolean> =>
  (await firstRow(db.select({ id: teams.id }).from(teams).limit(1))) !== null;

/** The slug itself, and those that begin with it and a hyphen. */
export async function listTeamSlugsLike(db: Executor, slug: string): Promise<string[]> {
  const rows = await db
    .select({ slug: teams.slug })
    .from(teams)
    .where(or(eq(teams.slug, slug), like(teams.slug, `${slug}-%`)));
  return rows.map((row) => row.slug);
}

/**
 * Returns the internal number. If two imports create the same team at once, the slower one fails because of
 * the slug, and finds the team when it tries again.
 */
export async function insertTeam(tx: Transaction, { id: _, ...team }: TeamRecord): Promise<number> {
  // Without a conflict clause, with which Citus would make the inserts of all other teams wait.
  const [stored] = await tx.insert(teams).values(team).returning({ id: teams.id });
  if (!stored) throw new Error('A new team was not stored.');
  await raiseCatalogueVersion(tx, stored.id);
  return stored.id;
}

/** The only team that takes bookings on its site. Null if there is none, or more than one. */
export async function findOnlySiteOfAnyTeam(db: Executor): Promise<string | null> {
  const [only, another] = await db
    .select({ slug: teams.slug })
    .from(teams)
    .where(ne(teams.siteBookings, 'off'))
    .limit(2);
  return only === undefined || another !== undefined ? null : only.slug;
}
