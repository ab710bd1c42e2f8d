import type { Database, Transaction } from '../../db/client.ts';
import { Overloaded } from '../errors.ts';

/** The same time for which a statement waits for a connection. */
const WAIT_FOR_MS = 2_000;

type Turns = { busyCount: number; waiting: (() => void)[] };
const transactionSlots = new WeakMap<Database, Map<number, Turns>>();

/**
 * Runs a transaction of a team. Those of one team take at most half of the pool, because they may wait for each other's
 * locks: otherwise all other teams would wait as well.
 */
export async function inTeamTransaction<Result>(
  db: Database,
  teamId: number,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const teams = transactionSlots.getOrInsertComputed(db, () => new Map());
  const turns = teams.getOrInsertComputed(teamId, () => ({ busyCount: 0, waiting: [] }));
  await takeTurn(turns, Math.max(1, Math.floor(db.$client.options.max / 2)));
  try {
    return await db.transaction(work);
  } finally {
    passTurn(turns);
    if (turns.busyCount === 0) teams.delete(teamId);
  }
}

async function takeTurn(turns: Turns, max: number): Promise<void> {
  if (turns.busyCount < max) {
    turns.busyCount += 1;
    return;
  }
  await new Promise<void>((resolve, reject) => {
    const begin = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => {
      turns.waiting.splice(turns.waiting.indexOf(begin), 1);
      reject(new Overloaded('The team has as many transactions under way as it may have.'));
    }, WAIT_FOR_MS);
    turns.waiting.push(begin);
  });
}

/** Gives the place to the transaction that has waited longest. */
function passTurn(turns: Turns): void {
  const begin = turns.waiting.shift();
  if (begin) begin();
  else turns.busyCount -= 1;
}
