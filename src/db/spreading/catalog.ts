/**
 * The cluster and its tables, as Citus and PostgreSQL know them. The functions need the extension unless they say
 * otherwise.
 */
import type pg from 'pg';
import { FIRST_TABLE, type Spread, spreadOf } from './plan.ts';

/** A connection, with or without a transaction. */
export type Connection = Pick<pg.Client, 'query'>;

/** Null without Citus, on an ordinary PostgreSQL. */
export async function findCitusVersion(on: Connection): Promise<string | null> {
  const { rows } = await on.query<{ version: string }>(
    `select extversion as version from pg_extension where extname = 'citus'`,
  );
  return rows[0]?.version ?? null;
}

/** Whether this is a database on Citus whose tables have been spread. */
export async function isSpread(on: Connection): Promise<boolean> {
  if ((await findCitusVersion(on)) === null) return false;
  const { rowCount } = await on.query('select from pg_dist_partition where logicalrelid = to_regclass($1)', [
    FIRST_TABLE,
  ]);
  return rowCount === 1;
}

export type ClusterFacts = { isCoordinator: boolean; knowsItself: boolean; shardNodes: number };

/** The facts that decide whether tables can be spread from here. */
export async function readClusterFacts(on: Connection): Promise<ClusterFacts> {
  const { rows } = await on.query<ClusterFacts>(
    `select (select groupid = 0 from pg_dist_local_group) as "isCoordinator",
      exists (select from pg_dist_node where groupid = 0) as "knowsItself",
      (select count(*)::int from pg_dist_node where noderole = 'primary' and isactive and shouldhaveshards) as "shardNodes"`,
  );
  if (!rows[0]) throw new Error('The catalog of Citus gave no answer.');
  return rows[0];
}

export type Table = { name: string; spread: Spread };

/** Innkeep's tables that are not spread yet, in the order of spreading. */
export async function listTablesToSpread(on: Connection): Promise<Table[]> {
  const { rows } = await on.query<{ name: string; hasTeamId: boolean }>(
    `select n.nspname || '.' || c.relname as name,
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'team_id' and not a.attisdropped) as "hasTeamId"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'drizzle') and c.relkind = 'r' and not relation_is_a_known_shard(c.oid)
      -- Citus lists a local table that points at a reference table too ('n' and 's').
      and not exists (select from pg_dist_partition p where p.logicalrelid = c.oid and (p.partmethod = 'h' or p.repmodel = 't'))
    order by name`,
  );
  const tables = rows.flatMap((row) => {
    const spread = spreadOf(row);
    return spread ? [{ name: row.name, spread }] : [];
  });
  return tables.sort((a, b) => placeOf(a) - placeOf(b));
}

/** First the tables that every node has, then the one with which the others are colocated. */
const placeOf = ({ spread }: Table): number =>
  spread.kind === 'reference' ? 0 : spread.beside === null ? 1 : 2;

export type ForeignKey = { table: string; name: string; definition: string };

/** The foreign keys from or to one of these tables, or all of them. */
export async function listForeignKeys(on: Connection, tables: readonly string[]): Promise<ForeignKey[]> {
  const { rows } = await on.query<ForeignKey>(
    `select k.conrelid::regclass::text as "table", k.conname::text as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace and not relation_is_a_known_shard(k.conrelid)
      and array[k.conrelid, k.confrelid] && $1::text[]::regclass[]::oid[]
    order by 1, 2`,
    [tables],
  );
  return rows;
}
