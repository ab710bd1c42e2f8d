/** Settings that every node needs, because the settings of the service's own sessions only reach the coordinator. */
import { escapeIdentifier, escapeLiteral } from 'pg';
import type { Connection } from './catalog.ts';

/**
 * For the role that runs this, in this database. Citus sends the change to every node. Commands lift the deadline in
 * their own transactions. Use another role for moving shards.
 */
const SETTINGS = {
  // A server waits for a locked row on a worker no longer than for one on its own machine.
  lock_timeout: '2s',
  // Workers prefer indexes, like the service's own connections.
  random_page_cost: '1.1',
  // Workers plan each statement again, because Citus prepares none there. Joins are written in their best order, and
  // plans for several processes are useless for one request. Together these settings halve the planning of five tables.
  join_collapse_limit: '1',
  max_parallel_workers_per_gather: '0',
  // A worker that does not answer is given up before the statement's deadline.
  'citus.node_connection_timeout': '2s',
};

export async function setNodes(on: Connection): Promise<void> {
  const { rows } = await on.query<{ name: string }>('select current_database() as name');
  const database = escapeIdentifier(rows[0]?.name ?? '');
  for (const [name, value] of Object.entries(SETTINGS))
    await on.query(`alter role current_user in database ${database} set ${name} = ${escapeLiteral(value)}`);
}
