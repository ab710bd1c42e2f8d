import type { Database, Transaction } from '../../db/client.ts';
import { createTurns, type Turns } from '../sharing/turns.ts';

/**
 * How long a transaction waits while its team has too many others open: as long as a statement waits for a
 * connection.
 */
const WAIT_MS = 2_000;

const turnsByDatabase = new WeakMap<Database, Turns>();

/**
 * Runs a transaction of one team once fewer than the allowed number of the team's transactions are open. The
 * transactions of one team take at most half of the pool, because they may wait for each other's locks, and all
 * other teams would wait as well.
 */
export function inTeamTransaction<Result>(
  db: Database,
  teamId: number,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const turns = turnsByDatabase.getOrInsertComputed(db, () =>
    createTurns({ atOnce: { team: Math.max(1, Math.floor(db.$client.options.max / 2)) }, waitMs: WAIT_MS }),
  );
  return turns.run({ team: teamId, caller: null }, () => db.transaction(work));
}
