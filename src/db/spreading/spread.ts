/** Spreading tables: each function does one step inside the caller's transaction. */
import { escapeIdentifier, escapeLiteral } from 'pg';
import {
  type Connection,
  type ForeignKey,
  listForeignKeys,
  listTablesToSpread,
  type Table,
} from './catalog.ts';

/**
 * Lets one transaction change both spread tables and reference tables. Otherwise Citus refuses the second: "cannot
 * modify table … because there was a parallel operation on a distributed table in the transaction".
 */
export const ONE_NODE_AFTER_THE_OTHER = `set local citus.multi_shard_modify_mode to 'sequential'`;

/** Spreads a table without foreign keys from or to it, and removes the rows that stayed on the coordinator. */
export async function spreadTable(on: Connection, { name, spread }: Table): Promise<void> {
  await on.query(
    spread.kind === 'reference'
      ? `select create_reference_table(${escapeLiteral(name)})`
      : `select create_distributed_table(${escapeLiteral(name)}, ${escapeLiteral(spread.column)},
          colocate_with => ${escapeLiteral(spread.beside ?? 'none')})`,
  );
  await on.query('select truncate_local_data_after_distributing_table($1::regclass)', [name]);
}

export async function dropForeignKey(on: Connection, { table, name }: ForeignKey): Promise<void> {
  await on.query(`alter table ${table} drop constraint ${escapeIdentifier(name)}`);
}

export async function addForeignKey(on: Connection, { table, name, definition }: ForeignKey): Promise<void> {
  await on.query(`alter table ${table} add constraint ${escapeIdentifier(name)} ${definition}`);
}

/**
 * Spreads new tables in the transaction of a migration. PostgreSQL would accept a foreign key from a local table to a
 * spread one, but it would check nothing, so foreign keys are dropped and added again.
 */
export async function spreadNewTables(on: Connection): Promise<void> {
  const tables = await listTablesToSpread(on);
  if (tables.length === 0) return;
  await on.query(ONE_NODE_AFTER_THE_OTHER);
  const keys = await listForeignKeys(
    on,
    tables.map(({ name }) => name),
  );
  for (const key of keys) await dropForeignKey(on, key);
  for (const table of tables) await spreadTable(on, table);
  for (const key of keys) await addForeignKey(on, key);
}
