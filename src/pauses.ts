import { setImmediate as otherRequests } from 'node:timers/promises';

/**
 * How long to work between two pauses: far below the 20 ms for which other requests may be delayed, because a
 * request needs several turns of the event loop, and two such tasks may alternate.
 */
const WORK_BETWEEN_PAUSES_MS = 0.5;

/**
 * Works on many items, and lets other requests run in between. Pausing is for work such as searches and
 * calendars of whole teams.
 */
export async function eachWithPauses<Item>(items: Iterable<Item>, work: (item: Item) => void): Promise<void> {
  let end = performance.now() + WORK_BETWEEN_PAUSES_MS;
  for (const item of items) {
    work(item);
    if (performance.now() < end) continue;
    await otherRequests();
    end = performance.now() + WORK_BETWEEN_PAUSES_MS;
  }
}
