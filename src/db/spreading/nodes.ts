/** Settings that every node needs because those of the service's own sessions reach the coordinator alone. */
import { escapeIdentifier, escapeLiteral } from 'pg';
import type { Connection } from './catalog.ts';

/**
 * For the role that runs this, in this database: Citus carries the change to every node. Commands lift the deadline for
 * their own transactions, and moves of shards are better made by another role.
 */
const SETTINGS = {
  // A server waits no longer for a row that is locked on a worker than for one on its own machine.
  lock_timeout: '2s',
  // Workers plan by indexes as the service's connections do.
  random_page_cost: '1.1',
  // A worker that does not answer is given up before the statement's deadline.
  'citus.node_connection_timeout': '2s',
};

export async function setNodes(on: Connection): Promise<void> {
  const { rows } = await on.query<{ name: string }>('select current_database() as name');
  const database = escapeIdentifier(rows[0]?.name ?? '');
  for (const [name, value] of Object.entries(SETTINGS))
    await on.query(`alter role current_user in database ${database} set ${name} = ${escapeLiteral(value)}`);
}
