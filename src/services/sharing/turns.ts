import { Overloaded } from '../errors.ts';
import { createLine, type InLine } from './line.ts';
import { createShares, type Holder, type ShareLimits } from './shares.ts';

/** Limits how many work at once. Others wait in line, where teams and callers have their turns fairly. */
export type Turns = ReturnType<typeof createTurns>;

export type EndTurn = () => void;

type TurnLimits = {
  atOnce: ShareLimits;
  /** Includes those at work. */
  inLine?: ShareLimits;
  waitMs: number;
  /** Refuses a newcomer at once who would wait longer than `waitMs`, at the rate seen. */
  refusesEarly?: boolean;
};

type Waiting = InLine & { begin: (stop: () => void) => void };

const LATEST_TURN_SHARE = 0.1;

export function createTurns({ atOnce, inLine = {}, waitMs, refusesEarly = false }: TurnLimits) {
  const places = createShares(inLine);
  const working = createShares(atOnce);
  const line = createLine<Waiting>();
  /**
   * Between the ends of two turns while there is work, or null before the first end. Two turns that take 100
   * ms beside each other are 50 ms apart.
   */
  let averageMs: number | null = null;
  let lateCount = 0;

  function noteTime(ms: number): void {
    averageMs = averageMs === null ? ms : averageMs + (ms - averageMs) * LATEST_TURN_SHARE;
  }

  function isTooLate(holder: Holder): boolean {
    return (line.countBefore(holder) + 1) * (averageMs ?? 0) > waitMs;
  }

  function refuseLate(message: string): never {
    lateCount += 1;
    throw new Overloaded(message);
  }

  async function wait(holder: Holder): Promise<() => void> {
    if (refusesEarly && isTooLate(holder)) refuseLate('No turn would come in time.');
    const { promise, resolve } = Promise.withResolvers<(() => void) | null>();
    const entry = { holder, begin: resolve };
    const deadline = setTimeout(() => {
      line.remove(entry);
      resolve(null);
    }, waitMs);
    line.add(entry);
    const stop = await promise;
    clearTimeout(deadline);
    return stop ?? refuseLate('No turn came in time.');
  }

  function beginNext(): void {
    for (const next of line.listNext()) {
      const stop = working.take(next.holder);
      if (!stop) continue;
      line.remove(next);
      next.begin(stop);
      return;
    }
  }

  const turns = {
    /**
     * Returns the function that ends the turn. Throws `Overloaded` if too many are in line, or if the turn
     * does not come in time.
     */
    async take(holder: Holder): Promise<EndTurn> {
      const leave = places.take(holder);
      if (!leave) throw new Overloaded('Too many wait for a turn.');
      try {
        const stop = working.take(holder) ?? (await wait(holder));
        const begunAt = performance.now();
        const countAtWork = working.readFigures().open;
        return () => {
          noteTime((performance.now() - begunAt) / countAtWork);
          stop();
          leave();
          beginNext();
        };
      } catch (error) {
        leave();
        throw error;
      }
    },

    async run<Result>(holder: Holder, work: () => Promise<Result>): Promise<Result> {
      const endTurn = await turns.take(holder);
      try {
        return await work();
      } finally {
        endTurn();
      }
    },

    readFigures: () => ({
      open: places.readFigures().open,
      waiting: line.length(),
      refused: places.readFigures().refused + lateCount,
    }),
  };
  return turns;
}
