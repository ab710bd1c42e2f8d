import type pg from 'pg';
import type { Lanes } from './lanes.ts';
import { answers, type Node, type NodeName, nameOf, type Placement, readPlacement } from './placement.ts';

const USUALLY_EVERY_MS = 5_000;
const IN_TROUBLE_EVERY_MS = 1_000;
/** A single failed attempt may only mean that a node has too many connections for a moment. */
const MISSING_AFTER = 2;

/**
 * A check that takes longer than a statement may, for example to find the node's address, ends with an error and counts
 * as failed. If the pool has no connection for the check, nothing is known.
 */
async function answersInTime(pool: pg.Pool, node: Node): Promise<boolean> {
  const client = await pool.connect();
  const isThere = await answers(client, node).catch(() => null);
  client.release(isThere === null);
  return isThere ?? false;
}

/**
 * Keeps asking the coordinator which node has which teams, and which nodes are missing. Does nothing without a cluster.
 */
export async function watchNodes(pool: pg.Pool, lanes: Lanes): Promise<{ stop(): Promise<void> }> {
  const failures = new Map<NodeName, number>();
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function look(placement: Placement): Promise<void> {
    for (const node of placement.nodes) {
      const isThere = await answersInTime(pool, node);
      failures.set(nameOf(node), isThere ? 0 : (failures.get(nameOf(node)) ?? 0) + 1);
    }
    const missing = placement.nodes.map(nameOf).filter((name) => (failures.get(name) ?? 0) >= MISSING_AFTER);
    lanes.learn({ placement, missing: new Set(missing) });
  }

  async function lookAgain(): Promise<void> {
    // If the coordinator itself does not answer, nothing is known about the nodes, and every request reports that
    // anyway.
    const placement = await readPlacement(pool).catch(() => null);
    if (placement) await look(placement).catch(() => {});
    schedule();
  }

  let looking: Promise<void> = Promise.resolve();
  function schedule(): void {
    if (isStopped) return;
    const isInTrouble = [...failures.values()].some((count) => count > 0);
    timer = setTimeout(
      () => {
        looking = lookAgain();
      },
      isInTrouble ? IN_TROUBLE_EVERY_MS : USUALLY_EVERY_MS,
    ).unref();
  }

  const placement = await readPlacement(pool);
  if (placement) {
    await look(placement);
    schedule();
  }
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await looking;
    },
  };
}
