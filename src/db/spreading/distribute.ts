/**
 * `innkeep distribute`: turns a database on a Citus coordinator into one that is spread over its workers
 * (docs/operations.md).
 */
import pg, { escapeIdentifier, escapeLiteral } from 'pg';
import { LIFT_DEADLINES_SQL } from '../client.ts';
import { compareMigrations, lockMigrations } from '../migrate.ts';
import { type Connection, findCitusVersion, listTablesToSpread, spreadTables } from './tables.ts';

/** The oldest version with which Innkeep was tested. */
const OLDEST_CITUS = [13, 2] as const;

/**
 * For every node, because what the service sets in its own session only reaches the coordinator. Stored for
 * the role that runs `innkeep distribute`, in this database only: to move shards, use another role, without
 * these time limits. Commands such as an import lift them in their own transactions.
 */
const CITUS_SETTINGS = {
  // As long as without Citus.
  lock_timeout: '2s',
  // So that workers prefer indexes too.
  random_page_cost: '1.1',
  // Workers plan each statement again. They may keep the order of joins in our statements, which is the best
  // one, and need no parallel plans: together that halves the planning of a join of five tables.
  join_collapse_limit: '1',
  max_parallel_workers_per_gather: '0',
  // Gives up a worker before the statement's own time limit.
  'citus.node_connection_timeout': '2s',
};

export class DistributeError extends Error {
  override name = 'DistributeError';
}

/**
 * Returns the number of tables spread. One transaction, behind the lock that migrations take too, so an
 * interrupted run leaves nothing half done.
 */
export async function distributeDatabase(url: string, report: (line: string) => void): Promise<number> {
  const client = new pg.Client({ connectionString: url, application_name: 'innkeep-distribute' });
  client.on('error', () => {}); // The running query rejects with the same error as the connection.
  await client.connect();
  try {
    await client.query('begin');
    await client.query(LIFT_DEADLINES_SQL);
    await lockMigrations(client);
    const problem = await findDistributionProblem(client);
    if (problem) throw new DistributeError(problem);
    await applySettingsToNodes(client);
    const count = await spreadTables(client, report);
    await client.query('commit');
    return count;
  } finally {
    // An uncommitted transaction is rolled back when the connection closes.
    await client.end();
  }
}

async function findDistributionProblem(on: Connection): Promise<string | null> {
  const version = await findCitusVersion(on);
  if (version === null) return 'This database does not have the extension citus.';
  const [major = 0, minor = 0] = version.split(/[.-]/).map(Number);
  if (major < OLDEST_CITUS[0] || (major === OLDEST_CITUS[0] && minor < OLDEST_CITUS[1]))
    return `Citus ${version} is too old: ${OLDEST_CITUS.join('.')} or newer is needed.`;
  const {
    rows: [cluster],
  } = await on.query(
    `select (select groupid = 0 from pg_dist_local_group) as "isCoordinator",
      exists (select from pg_dist_node where groupid = 0) as "knowsItself",
      exists (select from pg_dist_node where noderole = 'primary' and isactive and shouldhaveshards) as "hasWorkers"`,
  );
  if (!cluster.isCoordinator) return 'This database is on a worker: run the command on the coordinator.';
  if (!cluster.knowsItself)
    return "The coordinator is not in the cluster's list of nodes: run select citus_set_coordinator_host('…') first.";
  if (!cluster.hasWorkers) return 'The cluster has no worker: run select citus_add_node(…) first.';
  const { pending, unknown } = await compareMigrations(on);
  if (unknown > 0) return 'This database is in use by a newer version of Innkeep.';
  if (pending > 0)
    return 'This database is not at the schema of this version: run the command "migrate" first.';
  const servers = (await listTablesToSpread(on)).length === 0 ? 0 : await countServerConnections(on);
  return servers > 0
    ? `Innkeep servers have ${servers} connections to this database: stop them first.`
    : null;
}

/**
 * Servers would wait until all tables are spread. Those with another database role are only visible to a
 * superuser.
 */
async function countServerConnections(on: Connection): Promise<number> {
  const { rowCount } = await on.query(
    `select from pg_stat_activity where datname = current_database() and application_name = 'innkeep-server'`,
  );
  return rowCount ?? 0;
}

async function applySettingsToNodes(on: Connection): Promise<void> {
  const { rows } = await on.query('select current_database() as name');
  for (const [name, value] of Object.entries(CITUS_SETTINGS))
    await on.query(
      `alter role current_user in database ${escapeIdentifier(rows[0].name)} set ${name} = ${escapeLiteral(value)}`,
    );
}
