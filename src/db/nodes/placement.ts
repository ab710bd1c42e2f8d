/** Reads the coordinator's knowledge of the cluster's nodes. */
import { type Connection, isSpread } from '../spreading/catalog.ts';
import { FIRST_TABLE } from '../spreading/plan.ts';
import { hashOfTeam } from './hash.ts';

export type Node = { host: string; port: number };
/** A node's name, for readers and as a key: `host:port`. */
export type NodeName = string;
export type Placement = { nodes: readonly Node[]; nodeOf(teamId: number): NodeName };

export const nameOf = ({ host, port }: Node): NodeName => `${host}:${port}`;

/** Which node has which teams. Null if the database is not spread. */
export async function readPlacement(on: Connection): Promise<Placement | null> {
  if (!(await isSpread(on))) return null;
  const { rows } = await on.query<Node & { from: number }>(
    `select s.shardminvalue::int as "from", n.nodename as host, n.nodeport as port
    from pg_dist_shard s join pg_dist_placement p using (shardid)
    join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary'
    where s.logicalrelid = $1::regclass order by 1`,
    [FIRST_TABLE],
  );
  const shards = rows.map(({ from, ...node }) => ({ from, name: nameOf(node) }));
  const nodes = new Map(rows.map(({ host, port }) => [nameOf({ host, port }), { host, port }]));
  return {
    nodes: [...nodes.values()],
    nodeOf(teamId) {
      const hash = hashOfTeam(teamId);
      const shard = shards.findLast(({ from }) => from <= hash);
      if (!shard) throw new Error('The shards do not cover every team.');
      return shard.name;
    },
  };
}

/** Whether the coordinator can connect to a node. The check takes at most its `citus.node_connection_timeout`. */
export async function answers(on: Connection, { host, port }: Node): Promise<boolean> {
  const { rows } = await on.query<{ isThere: boolean }>(
    'select citus_check_connection_to_node($1, $2) as "isThere"',
    [host, port],
  );
  return rows[0]?.isThere ?? false;
}
