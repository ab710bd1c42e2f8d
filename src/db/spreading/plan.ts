/**
 * How each table is spread over the machines of a Citus cluster (docs/rules.md, 5.7). A team's tables are on
 * the node of the team. Tables that are read before a request's team is known are copied to every node.
 */

/** How a table is spread: copied to every node, or by the values of a column. */
export type Spread =
  | { kind: 'reference' }
  | {
      kind: 'distributed';
      column: string /** The table whose rows with the same value are on the same node. */;
      beside: string | null;
    };

/** The tables that are read before the team is known, and the list of applied migrations. */
const REFERENCE_TABLES = new Set([
  'public.teams',
  'public.people',
  'public.memberships',
  'public.invitations',
  'public.sessions',
  'public.tokens',
  'drizzle.__drizzle_migrations',
]);

/** Tables of no team, with the column that every statement about them uses. */
const OTHER_COLUMNS = new Map([['public.sign_in_attempts', 'account']]);

/** All other tables of teams are colocated with this one, so it is spread first. */
export const FIRST_TABLE = 'public.listings';

/** How a table must be spread. Null for a table that is not Innkeep's. */
export function spreadOf(table: { name: string; hasTeamId: boolean }): Spread | null {
  if (REFERENCE_TABLES.has(table.name)) return { kind: 'reference' };
  const column = OTHER_COLUMNS.get(table.name);
  if (column) return { kind: 'distributed', column, beside: null };
  if (!table.hasTeamId) return null;
  const beside = table.name === FIRST_TABLE ? null : FIRST_TABLE;
  return { kind: 'distributed', column: 'team_id', beside };
}
