import type { Database, Transaction } from '../../db/client.ts';
import { createTurns } from '../sharing/turns.ts';

/** As long as a statement waits for a connection. */
const WAIT_MS = 2_000;

/** Waits while too many transactions of the team are open. With `listings`, only these are seen. */
export type InTeamTransaction = <Result>(
  teamId: number,
  work: (tx: Transaction) => Promise<Result>,
  listings?: readonly string[] | null,
) => Promise<Result>;

/** `listings` is null for all. */
export const limitDatabase = (db: Database, listings: readonly string[] | null): Database =>
  listings === null ? db : db.limitTo(listings);

/**
 * The transactions of one team take at most half of the pool. They may wait for each other's locks, and other
 * teams must not wait with them.
 */
export function createTeamTransactions(db: Database): InTeamTransaction {
  const team = Math.max(1, Math.floor(db.$client.options.max / 2));
  const turns = createTurns({ atOnce: { team }, waitMs: WAIT_MS });
  return (teamId, work, listings = null) =>
    turns.run({ team: teamId, caller: null }, () => limitDatabase(db, listings).transaction(work));
}
