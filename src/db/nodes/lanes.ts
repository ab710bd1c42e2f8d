/**
 * Limits the connections of the pool by the node that they wait for, and those of transactions by their team. Otherwise
 * a node that does not answer would take all of them until each statement's deadline, and so would the writes of one team
 * that wait for each other's locks. All other teams would wait as well.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Executor } from '../executor.ts';
import type { NodeName, Placement } from './placement.ts';

/** The team of the current request's statements. */
export const teamOfStatements = new AsyncLocalStorage<number | null>();

/** The state of the cluster. Null if the database is not spread. */
export type Known = { placement: Placement; missing: ReadonlySet<NodeName> };

type Lane = { busyCount: number; waiting: (() => void)[] };

export type Lanes = ReturnType<typeof createLanes>;

export function createLanes(poolMax: number, waitForMs: number) {
  /** Half of the pool, so that a hanging node, or a team, leaves the other half to others. */
  const maxBusy = Math.max(1, Math.floor(poolMax / 2));
  /** By the name of a node, or the id of a team. */
  const lanes = new Map<NodeName | number, Lane>();
  let known: Known | null = null;

  async function enter(lane: Lane): Promise<void> {
    if (lane.busyCount < maxBusy) {
      lane.busyCount += 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const admit = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        lane.waiting.splice(lane.waiting.indexOf(admit), 1);
        reject(unavailable('The team, or its node, has as many connections as it may have.'));
      }, waitForMs);
      lane.waiting.push(admit);
    });
  }

  /** Passes the place on to the statement that has waited longest. */
  function leave(lane: Lane): void {
    const admit = lane.waiting.shift();
    if (admit) admit();
    else lane.busyCount -= 1;
  }

  async function runIn<Result>(key: NodeName | number, work: () => Promise<Result>): Promise<Result> {
    const lane = lanes.get(key) ?? { busyCount: 0, waiting: [] };
    lanes.set(key, lane);
    await enter(lane);
    try {
      return await work();
    } finally {
      leave(lane);
      if (lane.busyCount === 0) lanes.delete(key);
    }
  }

  async function runAt<Result>(
    node: NodeName,
    { missing }: Known,
    work: () => Promise<Result>,
  ): Promise<Result> {
    if (missing.has(node)) throw unavailable(`The node ${node} is missing.`);
    return runIn(node, work);
  }

  /** Runs `work`, which takes one connection of the pool. */
  function run<Result>(work: () => Promise<Result>): Promise<Result> {
    const teamId = known ? (teamOfStatements.getStore() ?? null) : null;
    return known && teamId !== null ? runAt(known.placement.nodeOf(teamId), known, work) : work();
  }

  return {
    run,
    /** The same for a transaction, which may wait for others of its team. */
    runTransaction<Result>(work: () => Promise<Result>): Promise<Result> {
      const teamId = teamOfStatements.getStore() ?? null;
      return teamId === null ? run(work) : runIn(teamId, () => run(work));
    },
    learn(now: Known): void {
      known = now;
    },
    /** Whether the database is a cluster. */
    isSpread: (): boolean => known !== null,
    /** The nodes that the coordinator cannot reach. */
    missing: (): NodeName[] => (known ? [...known.missing].toSorted() : []),
  };
}

const lanesOfDatabases = new WeakMap<Executor, Lanes>();
/** Registers the lanes of a pool. */
export const setLanes = (db: Executor, lanes: Lanes): void => void lanesOfDatabases.set(db, lanes);
/** The lanes of a pool. Undefined within a transaction. */
export const lanesOf = (db: Executor): Lanes | undefined => lanesOfDatabases.get(db);

/** Has the code of a server that cannot be reached, so it is handled in the same way. */
const unavailable = (message: string) => Object.assign(new Error(message), { code: 'EHOSTUNREACH' });
