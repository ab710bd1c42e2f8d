import { promise as createQueue, type queueAsPromised } from 'fastq';
import { Overloaded } from '../../../../services/errors.ts';

/** Each reading may hold a calendar of 5 MB twice in memory. */
const AT_ONCE = 3;
const MAX_WAITING = 50;

/** A reading that a person or program waits for. */
export type ReadsOnRequest = { readOnRequest(teamId: number, id: string): Promise<void> };

/**
 * One team with slow calendars can fill neither the process's memory nor other teams' time. If too many
 * readings of a team wait already, this throws at once.
 */
export function createRefreshQueue() {
  const queues = new Map<number, queueAsPromised<() => Promise<unknown>>>();

  return async (teamId: number, read: () => Promise<unknown>): Promise<void> => {
    const queue = queues.getOrInsertComputed(teamId, () =>
      createQueue((run: () => Promise<unknown>) => run(), AT_ONCE),
    );
    if (queue.length() >= MAX_WAITING) throw new Overloaded('Too many calendars are to be read at once.');
    try {
      await queue.push(read);
    } finally {
      if (queue.idle()) queues.delete(teamId);
    }
  };
}
