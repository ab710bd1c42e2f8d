/** Foreign keys that are dropped while tables are spread. A table keeps them until each has been added again. */
import type { Connection, ForeignKey } from './catalog.ts';

const TABLE = 'drizzle.kept_foreign_keys';

/** Whether a run has dropped foreign keys and not added all of them again. */
export async function hasKeptKeys(on: Connection): Promise<boolean> {
  const { rows } = await on.query<{ exists: boolean }>(
    `select to_regclass('${TABLE}') is not null as exists`,
  );
  return rows[0]?.exists ?? false;
}

export async function keepKeys(on: Connection, keys: readonly ForeignKey[]): Promise<void> {
  await on.query(
    `create table if not exists ${TABLE}
      ("table" text not null, name text not null, definition text not null, primary key ("table", name))`,
  );
  await on.query(
    `insert into ${TABLE} select "table", name, definition
    from jsonb_to_recordset($1) as key ("table" text, name text, definition text)`,
    [JSON.stringify(keys)],
  );
}

export async function listKeptKeys(on: Connection): Promise<ForeignKey[]> {
  if (!(await hasKeptKeys(on))) return [];
  const { rows } = await on.query<ForeignKey>(
    `select "table", name, definition from ${TABLE} order by "table", name`,
  );
  return rows;
}

/** Returns false if the key has already been added again. */
export async function forgetKey(on: Connection, { table, name }: ForeignKey): Promise<boolean> {
  const { rowCount } = await on.query(`delete from ${TABLE} where "table" = $1 and name = $2`, [table, name]);
  return rowCount === 1;
}

export async function dropKeptKeys(on: Connection): Promise<void> {
  await on.query(`drop table if exists ${TABLE}`);
}
