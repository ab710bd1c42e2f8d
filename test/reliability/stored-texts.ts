/** A team's texts in the database, found by the database's own list of columns, so that new columns are included. */

import type { Database } from '../../src/db/client.ts';
import { INCIDENTAL_TABLES } from '../helpers/incidental-tables.ts';
import { TABLES } from '../registers/all.ts';

/** Texts by their column, such as `guests.email`. */
export type StoredTexts = Map<string, Set<string>>;

type Column = { table: string; column: string; type: string };

/** Every table, with its columns of texts, ids or JSON. An extension may bring views of its own. */
async function listColumns(
  db: Database,
): Promise<{ tables: string[]; columns: Column[]; ofTeam: Set<string> }> {
  // The views of information_schema would take ten times as long, for every digest.
  const { rows } = await db.execute<Column>(`
    select relname as table, attname as column, format_type(atttypid, null) as type
    from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by relname, attnum`);
  const isText = ({ type }: Column) =>
    !/^(bigint|integer|smallint(\[\])?|boolean|date|timestamp.*)$/.test(type);
  return {
    tables: [...new Set(rows.map(({ table }) => table))],
    columns: rows.filter(isText),
    ofTeam: new Set(rows.filter(({ column }) => column === 'team_id').map(({ table }) => table)),
  };
}

function conditionOf(table: string, ofTeam: Set<string>, teamId: number): string | null {
  // Of an option that is left out: the migrations make its tables all the same.
  if (!(table in TABLES)) return null;
  const condition = ofTeam.has(table) ? 'row.team_id = $team' : TABLES[table]?.rowsOfTeam;
  if (condition === undefined)
    throw new Error(
      `Whose are the rows of ${table}? Say so in the tables of its registers (test/registers).`,
    );
  return condition?.replaceAll('$team', String(teamId)) ?? null;
}

/**
 * All texts in a team's rows, by column. Throws if a table has no row of the team, or if a column without fixed words
 * has no text, because the team then could not show what happens to it.
 */
export async function storedTextsOf(db: Database, teamId: number): Promise<StoredTexts> {
  const { columns, ofTeam } = await listColumns(db);
  const texts: StoredTexts = new Map();
  for (const { table, column, type } of columns) {
    const condition = conditionOf(table, ofTeam, teamId);
    const name = `${table}.${column}`;
    const { fixed = [], unfilled = [] } = TABLES[table] ?? {};
    if (condition === null || [...fixed, ...unfilled].includes(column)) continue;
    const { rows } = await db.execute<{ value: unknown }>(
      `select distinct to_jsonb(row.${column}) as value from ${table} row where ${condition} and row.${column} is not null`,
    );
    const found = new Set(rows.flatMap(({ value }) => leavesOf(value)));
    if (type === 'jsonb' || type === 'json') found.delete('');
    if (found.size === 0)
      throw new Error(
        `The team has nothing in ${name}: add it to the lived-in team (test/registers), or to fixed or unfilled columns of the table.`,
      );
    texts.set(name, found);
  }
  return texts;
}

/** The texts inside a JSON value. */
function leavesOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [];
}

/** The texts that only this team has. Columns without any are left out. */
export function onlyOf(texts: StoredTexts, others: readonly StoredTexts[]): StoredTexts {
  const theirs = new Set(others.flatMap((one) => [...one.values()].flatMap((values) => [...values])));
  const own = [...texts].map(([column, values]) => [column, values.difference(theirs)] as const);
  return new Map(own.filter(([, values]) => values.size > 0));
}

/** A digest of a team's rows in each table, to detect changes. */
export async function digestOf(db: Database, teamId: number): Promise<Record<string, string>> {
  const { tables, ofTeam } = await listColumns(db);
  const digests = tables.flatMap((table) => {
    if (INCIDENTAL_TABLES.includes(table)) return [];
    const condition = conditionOf(table, ofTeam, teamId);
    const rows = `select md5(coalesce(string_agg(row::text, ';' order by row::text), '')) from ${table} row`;
    return condition === null ? [] : [`(${rows} where ${condition}) as ${table}`];
  });
  const { rows } = await db.execute<Record<string, string>>(`select ${digests.join(', ')}`);
  return rows[0] ?? {};
}
