import { setImmediate as otherRequests } from 'node:timers/promises';

/**
 * Far less than the 20 ms by which other requests may be delayed, because a request needs several turns of
 * the event loop, and two tasks may alternate.
 */
const WORK_BETWEEN_PAUSES_MS = 0.5;

/**
 * Pauses regularly, so that other requests can run: for tasks about whole teams, such as searches and
 * calendars.
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
