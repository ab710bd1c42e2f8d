/** Limits how many requests a process has under way at once. Waiting requests are served in order. */
export function createSlots(count: number) {
  let free = count;
  const waiting: (() => void)[] = [];
  return {
    /** Whether all are in use. */
    isFull: () => free === 0,

    async run<Result>(work: () => Promise<Result>): Promise<Result> {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else free += 1;
      }
    },
  };
}
export type Slots = ReturnType<typeof createSlots>;

/**
 * How many requests to one webhook may be under way: one at first, more as they soon succeed, and one again after a
 * failure or a slow answer. So receivers that hang take one of the process's requests each, and leave the others to those
 * that answer.
 */
export function createPace(most: number) {
  let width = 1;
  let isFailing = false;
  return {
    width: () => width,
    /** Whether the last answer was a failure, or slow. */
    isFailing: () => isFailing,
    note(isSuccess: boolean): void {
      width = isSuccess ? Math.min(most, width * 2) : 1;
      isFailing = !isSuccess;
    },
  };
}
export type Pace = ReturnType<typeof createPace>;

/** Runs tasks in their order, at most as many at once as the pace allows. Stops beginning new ones once `isOver`. */
export async function runAtPace(
  tasks: readonly (() => Promise<void>)[],
  pace: Pace,
  isOver: () => boolean,
): Promise<void> {
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];
  for (const task of tasks) {
    while (running.size >= pace.width()) await Promise.race(running);
    if (failures.length > 0 || isOver()) break;
    const run = task()
      .catch((error: unknown) => {
        failures.push(error);
      })
      .finally(() => running.delete(run));
    running.add(run);
  }
  await Promise.all(running);
  if (failures.length > 0) throw failures[0];
}
