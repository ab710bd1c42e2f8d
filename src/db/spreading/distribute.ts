/**
 * `innkeep distribute`: turns a database on a Citus coordinator into one that is spread over its workers
 * (docs/operations.md).
 */
import pg from 'pg';
import { WITHOUT_DEADLINES } from '../client.ts';
import { compareMigrations, lockMigrations } from '../migrate.ts';
import {
  type ClusterFacts,
  type Connection,
  findCitusVersion,
  listForeignKeys,
  listTablesToSpread,
  readClusterFacts,
  type Table,
} from './catalog.ts';
import { dropKeptKeys, forgetKey, keepKeys, listKeptKeys } from './kept-keys.ts';
import { setNodes } from './nodes.ts';
import { addForeignKey, dropForeignKey, ONE_NODE_AFTER_THE_OTHER, spreadTable } from './spread.ts';

/** The oldest version of Citus that Innkeep was tested with. */
const OLDEST_CITUS = [13, 2] as const;

/** Why a database cannot be spread, in one line. */
export class DistributeError extends Error {
  override name = 'DistributeError';
}

type Report = (line: string) => void;

/**
 * Spreads every table that is not spread yet and returns their number. Each step is a transaction that first checks
 * whether it is still necessary, so the next run after an interruption or a migration does what is missing. Foreign
 * keys are dropped first and added again last. Until then, a table keeps them.
 */
export async function distribute(url: string, report: Report): Promise<number> {
  const client = new pg.Client({ connectionString: url, application_name: 'innkeep-distribute' });
  client.on('error', () => {}); // The running query rejects with the same error.
  await client.connect();
  try {
    await inStep(client, refuseUnfit);
    await inStep(client, setNodes);
    const tables = await inStep(client, takeKeysOff);
    for (const [index, table] of tables.entries()) {
      await inStep(client, async () => {
        const left = await listTablesToSpread(client);
        if (left.some(({ name }) => name === table.name)) await spreadTable(client, table);
      });
      const { spread } = table;
      const how = spread.kind === 'reference' ? 'copied to every node' : `spread by ${spread.column}`;
      report(`${index + 1} of ${tables.length}: ${table.name} is ${how}.`);
    }
    await putKeysBack(client, report);
    return tables.length;
  } finally {
    // Without a commit, the server rolls the transaction back as the connection closes.
    await client.end();
  }
}

/** Runs a step in a transaction, with the lock that migrations take too. */
async function inStep<Result>(client: pg.Client, work: (on: Connection) => Promise<Result>): Promise<Result> {
  await client.query('begin');
  await client.query(WITHOUT_DEADLINES);
  await lockMigrations(client);
  const result = await work(client);
  await client.query('commit');
  return result;
}

async function refuseUnfit(on: Connection): Promise<void> {
  const version = await findCitusVersion(on);
  if (version === null) throw new DistributeError('This database does not have the extension citus.');
  if (isTooOld(version))
    throw new DistributeError(`Citus ${version} is too old: ${OLDEST_CITUS.join('.')} or newer is needed.`);
  const problem = problemOf(await readClusterFacts(on));
  if (problem) throw new DistributeError(problem);
  const { pending, unknown } = await compareMigrations(on);
  if (unknown > 0) throw new DistributeError('This database is in use by a newer version of Innkeep.');
  if (pending > 0)
    throw new DistributeError(
      'This database is not at the schema of this version: run the command "migrate" first.',
    );
  const servers = (await listTablesToSpread(on)).length === 0 ? 0 : await countServerConnections(on);
  if (servers > 0)
    throw new DistributeError(
      `Innkeep servers have ${servers} connections to this database: stop them first.`,
    );
}

function isTooOld(version: string): boolean {
  const [major = 0, minor = 0] = version.split(/[.-]/).map(Number);
  return major < OLDEST_CITUS[0] || (major === OLDEST_CITUS[0] && minor < OLDEST_CITUS[1]);
}

function problemOf({ isCoordinator, knowsItself, shardNodes }: ClusterFacts): string | null {
  if (!isCoordinator) return 'This database is on a worker: run the command on the coordinator.';
  if (!knowsItself)
    return "The coordinator is not in the cluster's list of nodes: run select citus_set_coordinator_host('…') first.";
  return shardNodes === 0 ? 'The cluster has no worker: run select citus_add_node(…) first.' : null;
}

/**
 * Nobody may write while foreign keys are missing. Counts this role's connections, or those of all roles for a
 * superuser.
 */
async function countServerConnections(on: Connection): Promise<number> {
  const { rows } = await on.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
    where datname = current_database() and application_name = 'innkeep-server'`,
  );
  return rows[0]?.count ?? 0;
}

/** Drops every foreign key that would prevent spreading, and returns the tables to spread. */
async function takeKeysOff(on: Connection): Promise<Table[]> {
  const tables = await listTablesToSpread(on);
  if (tables.length === 0) return [];
  await on.query(ONE_NODE_AFTER_THE_OTHER);
  const keys = await listForeignKeys(
    on,
    tables.map(({ name }) => name),
  );
  await keepKeys(on, keys);
  for (const key of keys) await dropForeignKey(on, key);
  return tables;
}

/** When all tables are spread, adds the foreign keys again. Each is checked against every row. */
async function putKeysBack(client: pg.Client, report: Report): Promise<void> {
  const keys = await inStep(client, listKeptKeys);
  for (const [index, key] of keys.entries()) {
    await inStep(client, async (on) => {
      await on.query(ONE_NODE_AFTER_THE_OTHER);
      if (await forgetKey(on, key)) await addForeignKey(on, key);
    });
    report(`${index + 1} of ${keys.length}: the foreign key ${key.name} of ${key.table} is added again.`);
  }
  await inStep(client, dropKeptKeys);
}
