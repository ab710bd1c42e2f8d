import type { Database, Transaction } from '../../db/client.ts';
import { createTurns, type Turns } from '../turns.ts';

/**
 * How long a transaction waits while its team has too many others open: as long as a statement waits for a
 * connection.
 */
const WAIT_MS = 2_000;

const turnsOfTeams = new WeakMap<Database, Map<number, Turns>>();

/**
 * Runs a transaction of one team once fewer than the allowed number of the team's transactions are open. The
 * transactions of one team take at most half of the pool, because they may wait for each other's locks, and all
 * other teams would wait as well.
 */
export async function inTeamTransaction<Result>(
  db: Database,
  teamId: number,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const teams = turnsOfTeams.getOrInsertComputed(db, () => new Map());
  const atOnce = Math.max(1, Math.floor(db.$client.options.max / 2));
  const turns = teams.getOrInsertComputed(teamId, () => createTurns({ atOnce, waitMs: WAIT_MS }));
  try {
    return await turns.run(() => db.transaction(work));
  } finally {
    if (turns.isIdle()) teams.delete(teamId);
  }
}
