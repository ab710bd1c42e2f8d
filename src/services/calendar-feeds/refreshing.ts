import { promise as createQueue, type queueAsPromised } from 'fastq';
import { Overloaded } from '../errors.ts';

/**
 * The maximum number of feeds that are read at once for one team because callers ask for it. Few feeds are read
 * at once, because each reading may hold a calendar of 5 MB twice in memory.
 */
const AT_ONCE = 3;
/** How many readings that callers ask for may wait for their turn, for one team. */
const MAX_WAITING = 50;

/**
 * Runs the readings that callers ask for, so that one team with slow calendars can fill neither the process's
 * memory nor other teams' time. If too many readings of a team wait already, an error is thrown at once.
 */
export function createRefreshQueue(read: (teamId: number, id: string) => Promise<unknown>) {
  const queues = new Map<number, queueAsPromised<string>>();

  return async (teamId: number, id: string): Promise<void> => {
    const queue = queues.getOrInsertComputed(teamId, () =>
      createQueue((feedId: string) => read(teamId, feedId), AT_ONCE),
    );
    if (queue.length() >= MAX_WAITING) throw new Overloaded('Too many calendars are to be read at once.');
    try {
      await queue.push(id);
    } finally {
      if (queue.idle()) queues.delete(teamId);
    }
  };
}
