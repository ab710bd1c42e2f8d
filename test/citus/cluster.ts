/** A Citus cluster for tests: a running one, or one of the tool `local-citus`, if that exists. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type pg from 'pg';
import { migrateDatabase } from '../../src/db/migrate.ts';
import { distributeDatabase } from '../../src/db/spreading/distribute.ts';
import { databaseUrl, dropDatabase, withClient } from '../helpers/database.ts';

const ROOT = path.join(import.meta.dirname, '..', '..');
const TOOL = path.resolve(ROOT, process.env.LOCAL_CITUS ?? '../shared/tools/local-citus');
/** Fast rather than durable, with few shards, because each table of each test's database has that many. */
const QUICK = 'fsync=off\nfull_page_writes=off\nsynchronous_commit=off\ncitus.shard_count=4';

/** URLs of the database on every node, the coordinator's first. */
export type NodeUrls = readonly [string, ...string[]];
export type Cluster = { nodeUrls: NodeUrls; which: string; stop(): Promise<void> };

export const isToolThere = existsSync(TOOL);
/** Why no cluster is available for tests. Null if there is one. */
export const whyNoCluster =
  process.env.TEST_CITUS_URL || isToolThere
    ? null
    : `TEST_CITUS_URL names no cluster, and ${TOOL} is not there to start one`;

export async function openCluster(): Promise<Cluster> {
  const given = process.env.TEST_CITUS_URL;
  if (given) {
    return { nodeUrls: await nodesOf(given), which: 'TEST_CITUS_URL', stop: () => Promise.resolve() };
  }
  const { url, directory } = await startLocalCluster();
  const stop = async () => {
    await localCitus(directory, 'stop', '--remove');
  };
  return { nodeUrls: await nodesOf(url), which: 'local-citus', stop };
}

/** A new cluster whose nodes can be stopped, killed and frozen. Remove it with `stop --remove`. */
export async function startLocalCluster(conf = QUICK): Promise<{ url: string; directory: string }> {
  const directory = await mkdtemp(path.join(tmpdir(), 'innkeep-citus-'));
  const output = await runTool(['start', directory], { CITUS_DIR: directory, CITUS_CONF: conf });
  const url = /^CITUS_URL=(\S+)/m.exec(output)?.[1];
  if (!url) throw new Error(`local-citus named no URL:\n${output}`);
  return { url, directory };
}

/** Runs the tool on a cluster, and returns its output. */
export const localCitus = (directory: string, ...words: string[]): Promise<string> =>
  runTool(words, { CITUS_DIR: directory });

async function runTool(words: string[], env: Record<string, string>): Promise<string> {
  const { stdout } = await promisify(execFile)(TOOL, words, { env: { ...process.env, ...env } });
  return stdout;
}

export async function nodesOf(coordinatorUrl: string): Promise<NodeUrls> {
  const workers = await withClient(coordinatorUrl, (admin) =>
    admin.query<{ host: string; port: number }>(
      'select nodename as host, nodeport as port from pg_dist_node where groupid > 0 and isactive order by nodeid',
    ),
  );
  const urls = workers.rows.map(({ host, port }) => {
    const url = new URL(coordinatorUrl);
    url.hostname = host;
    url.port = String(port);
    return url.href;
  });
  return [coordinatorUrl, ...urls];
}

const onEachNode = (nodeUrls: NodeUrls, work: (admin: pg.Client) => Promise<unknown>) =>
  Promise.all(nodeUrls.map((url) => withClient(url, work)));

/** A database that is known to all nodes and has no tables yet. Returns its URL. */
export async function createClusterDatabase(nodeUrls: NodeUrls, name: string): Promise<string> {
  const [coordinatorUrl, ...workerUrls] = nodeUrls;
  const urls = nodeUrls.map((url) => databaseUrl(url, name));
  // Created by hand on every node, because Citus would create it without the extension.
  await onEachNode(nodeUrls, (admin) => admin.query(`create database ${name} template template0`));
  for (const url of urls) await withClient(url, (admin) => admin.query('create extension citus'));
  const address = ({ hostname, port }: URL) => [hostname, Number(port || 5432)];
  const url = databaseUrl(coordinatorUrl, name);
  await withClient(url, async (admin) => {
    await admin.query('select citus_set_coordinator_host($1, $2)', address(new URL(coordinatorUrl)));
    for (const worker of workerUrls)
      await admin.query('select citus_add_node($1, $2)', address(new URL(worker)));
  });
  return url;
}

/** A migrated and spread database for tests to clone. Nobody may connect to it. */
export async function makeSpreadTemplate(nodeUrls: NodeUrls, name: string): Promise<void> {
  const url = await createClusterDatabase(nodeUrls, name);
  await migrateDatabase(url);
  await distributeDatabase(url, () => {});
  await closeTemplate(nodeUrls, name);
}

/** Citus's own daemon is connected too. */
export async function closeTemplate(nodeUrls: NodeUrls, name: string): Promise<void> {
  await onEachNode(nodeUrls, async (admin) => {
    await admin.query(`alter database ${name} allow_connections false`);
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  });
}

export async function dropOnEachNode(nodeUrls: NodeUrls, name: string): Promise<void> {
  await onEachNode(nodeUrls, (admin) => dropDatabase(admin, name));
}

/** Which node has a team's rows, as `host:port`. */
export async function nodeOfTeam(client: Pick<pg.Client, 'query'>, teamId: number): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select n.nodename || ':' || n.nodeport as name
    from pg_dist_placement p join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary'
    where p.shardid = get_shard_id_for_distribution_column('bookings', $1::bigint)`,
    [teamId],
  );
  return rows[0]?.name ?? '';
}
