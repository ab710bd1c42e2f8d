import { promise as createQueue, type queueAsPromised } from 'fastq';
import { Overloaded } from '../../../../services/errors.ts';

/** Each reading may hold a calendar of 5 MB twice in memory. */
const AT_ONCE = 3;
const MAX_WAITING = 50;

/**
 * One team with slow calendars can fill neither the process's memory nor other teams' time. If too many
 * readings of a team wait already, this throws at once.
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
