import { setImmediate as otherRequests } from 'node:timers/promises';
import type { Steps } from '../domain/steps.ts';

/**
 * Far below the 20 ms for which other requests may be delayed (contract, section 14), because a request needs several turns
 * of the event loop, and several such works may alternate.
 */
const PIECE_MS = 0.5;

/** Works on many items in short pieces, and lets other requests run in between. */
export const inPieces = <Item>(items: Iterable<Item>, work: (item: Item) => void): Promise<void> =>
  finishInPieces(eachOf(items, work));

function* eachOf<Item>(items: Iterable<Item>, work: (item: Item) => void): Steps<void> {
  for (const item of items) {
    work(item);
    yield;
  }
}

/** Does work that can pause in short pieces, and lets other requests run in between. Returns its result. */
export async function finishInPieces<Result>(work: Steps<Result>): Promise<Result> {
  let end = performance.now() + PIECE_MS;
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    if (performance.now() < end) continue;
    await otherRequests();
    end = performance.now() + PIECE_MS;
  }
}
