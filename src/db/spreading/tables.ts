/** How tables are spread over the machines of a Citus cluster (docs/rules.md, 5.7). */
import type pg from 'pg';

/**
 * One transaction may then change spread and copied tables, which Citus otherwise refuses with "cannot modify
 * table … because there was a parallel operation on a distributed table in the transaction".
 */
export const SEQUENTIAL_NODES_SQL = `set local citus.multi_shard_modify_mode to 'sequential'`;

export type Connection = Pick<pg.Client, 'query'>;

/** Tables that are read before a request's team is known, and the list of applied migrations. */
const COPIED_TABLES = new Set([
  'public.teams',
  'public.people',
  'public.memberships',
  'public.roles',
  'public.invitations',
  'public.sessions',
  'public.tokens',
  'drizzle.__drizzle_migrations',
]);
/**
 * They belong to an account (a person, or an email) and to no team. Every statement about them names one account,
 * so that it goes to one node.
 */
const TABLES_OF_ACCOUNTS = new Set([
  'public.sign_in_attempts',
  'public.person_mails',
  'public.factor_steps',
  'public.recovery_codes',
]);
/** Spread first: the other tables of teams are stored on the same nodes. */
const FIRST_TABLE = 'public.listings';

type Table = { name: string; spread: string };

/** Copied to every node, or spread by a column. Null for a table that is not Innkeep's. */
export function findTableDistribution({ name, hasTeamId }: { name: string; hasTeamId: boolean }) {
  if (COPIED_TABLES.has(name)) return 'copied';
  if (TABLES_OF_ACCOUNTS.has(name)) return 'account';
  return hasTeamId ? 'team_id' : null;
}

/** Null on an ordinary PostgreSQL. */
export async function findCitusVersion(on: Connection): Promise<string | null> {
  const { rows } = await on.query(`select extversion from pg_extension where extname = 'citus'`);
  return rows[0]?.extversion ?? null;
}

export async function isSpread(on: Connection): Promise<boolean> {
  if ((await findCitusVersion(on)) === null) return false;
  const isFirst = 'select from pg_dist_partition where logicalrelid = to_regclass($1)';
  return (await on.query(isFirst, [FIRST_TABLE])).rowCount === 1;
}

/**
 * In the order in which to spread them: first the copied tables, then the one with which all others are
 * colocated.
 */
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
    const spread = findTableDistribution(row);
    return spread ? [{ name: row.name, spread }] : [];
  });
  const rankTable = ({ name, spread }: Table) => (spread === 'copied' ? 0 : name === FIRST_TABLE ? 1 : 2);
  return tables.sort((a, b) => rankTable(a) - rankTable(b));
}

type ForeignKey = { table: string; name: string; definition: string };

async function listForeignKeys(on: Connection, tables: readonly Table[]): Promise<ForeignKey[]> {
  const { rows } = await on.query<ForeignKey>(
    `select k.conrelid::regclass::text as "table", quote_ident(k.conname) as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace and not relation_is_a_known_shard(k.conrelid)
      and array[k.conrelid, k.confrelid] && $1::text[]::regclass[]::oid[]
    order by 1, 2`,
    [tables.map(({ name }) => name)],
  );
  return rows;
}

/**
 * Runs in the caller's transaction and returns the number of tables. PostgreSQL would accept a foreign key
 * from a local table to a spread one, but not check it, so foreign keys are dropped first and added again
 * last.
 */
export async function spreadTables(on: Connection, report: (line: string) => void = () => {}) {
  const tables = await listTablesToSpread(on);
  if (tables.length === 0) return 0;
  await on.query(SEQUENTIAL_NODES_SQL);
  const foreignKeys = await listForeignKeys(on, tables);
  for (const { table, name } of foreignKeys) await on.query(`alter table ${table} drop constraint ${name}`);
  for (const [index, { name, spread }] of tables.entries()) {
    await on.query(
      spread === 'copied'
        ? `select create_reference_table('${name}')`
        : `select create_distributed_table('${name}', '${spread}', colocate_with => '${chooseColocation({ name, spread })}')`,
    );
    // Citus leaves the rows on the coordinator after copying them to the workers.
    await on.query('select truncate_local_data_after_distributing_table($1::regclass)', [name]);
    const how = spread === 'copied' ? 'copied to every node' : `spread by ${spread}`;
    report(`${index + 1} of ${tables.length}: ${name} is ${how}.`);
  }
  for (const { table, name, definition } of foreignKeys)
    await on.query(`alter table ${table} add constraint ${name} ${definition}`);
  return tables.length;
}

const chooseColocation = ({ name, spread }: Table) =>
  spread === 'team_id' && name !== FIRST_TABLE ? FIRST_TABLE : 'none';
