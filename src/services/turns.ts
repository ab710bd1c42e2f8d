import { Overloaded } from './errors.ts';

/**
 * Limits how many callers may do some work at once. Callers beyond the limit wait for their turn, in the order
 * in which they came.
 */
export type Turns = ReturnType<typeof createTurns>;

type TurnLimits = { atOnce: number; maxWaiting?: number; waitMs: number };

export function createTurns({ atOnce, maxWaiting = Number.POSITIVE_INFINITY, waitMs }: TurnLimits) {
  let busyCount = 0;
  const waiting: (() => void)[] = [];

  const turns = {
    /**
     * Waits for a turn at work that is limited. A turn ends when the caller calls the function `pass` that it
     * got. Throws `Overloaded` if too many callers wait already, or the caller has waited too long for a turn.
     */
    async take(): Promise<void> {
      if (busyCount < atOnce) {
        busyCount += 1;
        return;
      }
      if (waiting.length >= maxWaiting) throw new Overloaded('Too many wait for a turn.');
      await new Promise<void>((resolve, reject) => {
        const begin = () => {
          clearTimeout(deadline);
          resolve();
        };
        const deadline = setTimeout(() => {
          waiting.splice(waiting.indexOf(begin), 1);
          reject(new Overloaded('No turn came in time.'));
        }, waitMs);
        waiting.push(begin);
      });
    },

    /** Gives the turn to the caller that has waited longest. */
    pass(): void {
      const begin = waiting.shift();
      if (begin) begin();
      else busyCount -= 1;
    },

    async run<Result>(work: () => Promise<Result>): Promise<Result> {
      await turns.take();
      try {
        return await work();
      } finally {
        turns.pass();
      }
    },

    isIdle: (): boolean => busyCount === 0,
  };
  return turns;
}
