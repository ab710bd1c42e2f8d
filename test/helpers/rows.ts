/** What the tables contain, to detect any change. */
import pg from 'pg';

/**
 * Every row of every table as text, of one team or of all, to detect any change. Uses of tokens and the
 * log are left out: they are stored later than requests, and are not part of a team file.
 */
export async function rowsOf(pool: pg.Pool, teamSlug?: string): Promise<Record<string, string[]>> {
  const { rows: tables } = await pool.query<{ name: string; column: string | null }>(
    `select c.table_name as name, max(c.column_name) filter (where c.column_name = 'team_id') as column
       from information_schema.columns c
      join pg_tables t on t.schemaname = c.table_schema and t.tablename = c.table_name
      where c.table_schema = 'public' and c.table_name not in ('token_uses', 'team_locks', 'invoice_counters', 'catalogue_versions', 'audit_entries') group by c.table_name order by 1`,
  );
  const found: Record<string, string[]> = {};
  for (const { name, column } of tables) {
    const key = name === 'teams' ? 'id' : column;
    const condition =
      teamSlug && key
        ? `where ${key} = (select id from teams where slug = ${pg.escapeLiteral(teamSlug)})`
        : '';
    const { rows } = await pool.query<{ row: string }>(
      `select t::text collate "C" as row from ${name} t ${condition} order by 1`,
    );
    found[name] = rows.map(({ row }) => row);
  }
  return found;
}

/** A short text that changes with any row of those tables. One statement, for tests that check hundreds of times. */
export async function fingerprintOf(pool: Pick<pg.ClientBase, 'query'>): Promise<string> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename not in ('token_uses', 'team_locks', 'invoice_counters', 'catalogue_versions', 'audit_entries') order by 1`,
  );
  const { rows } = await pool.query<{ fingerprint: string }>(
    tables
      .map(
        ({ name }) =>
          `select '${name} ' || count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as fingerprint from ${name} t`,
      )
      .join(' union all '),
  );
  return rows.map(({ fingerprint }) => fingerprint).join('\n');
}
