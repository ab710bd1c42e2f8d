import { setImmediate as otherRequests } from 'node:timers/promises';

/** Work that can pause at every `yield`, so that other requests run in between. */
export type PausableWork<Result> = Generator<undefined, Result>;

/** Does all of it without a pause. */
export function finishWithoutPauses<Result>(work: PausableWork<Result>): Result {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/**
 * How long to work between two pauses: far below the 20 ms for which other requests may be delayed, because a request
 * needs several turns of the event loop, and several such works may alternate.
 */
const WORK_BETWEEN_PAUSES_MS = 0.5;

/** Works on many items, and lets other requests run in between. */
export const eachWithPauses = <Item>(items: Iterable<Item>, work: (item: Item) => void): Promise<void> =>
  finishWithPauses(visitEach(items, work));

function* visitEach<Item>(items: Iterable<Item>, work: (item: Item) => void): PausableWork<void> {
  for (const item of items) {
    work(item);
    yield;
  }
}

/** Does work that can pause, and lets other requests run in between. Returns its result. */
export async function finishWithPauses<Result>(work: PausableWork<Result>): Promise<Result> {
  let end = performance.now() + WORK_BETWEEN_PAUSES_MS;
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    if (performance.now() < end) continue;
    await otherRequests();
    end = performance.now() + WORK_BETWEEN_PAUSES_MS;
  }
}
