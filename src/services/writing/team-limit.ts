import type { Database, Transaction } from '../../db/client.ts';
import { createTurns } from '../sharing/turns.ts';

/** As long as a statement waits for a connection. */
const WAIT_MS = 2_000;

/** Waits while too many transactions of the team are open. `on` is the database as a limited caller sees it. */
export type InTeamTransaction = <Result>(
  teamId: number,
  work: (tx: Transaction) => Promise<Result>,
  on?: Database,
) => Promise<Result>;

/**
 * The transactions of one team take at most half of the pool. They may wait for each other's locks, and other
 * teams must not wait with them.
 */
export function createTeamTransactions(db: Database): InTeamTransaction {
  const team = Math.max(1, Math.floor(db.$client.options.max / 2));
  const turns = createTurns({ atOnce: { team }, waitMs: WAIT_MS });
  return (teamId, work, on = db) => turns.run({ team: teamId, caller: null }, () => on.transaction(work));
}
