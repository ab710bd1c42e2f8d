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
export function runAtPace(
  tasks: readonly (() => Promise<void>)[],
  pace: Pace,
  isOver: () => boolean,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let begun = 0;
    let running = 0;
    const failures: unknown[] = [];
    const fail = (error: unknown) => void failures.push(error);
    const end = () => {
      running -= 1;
      beginNext();
    };
    function beginNext(): void {
      while (running < pace.width() && failures.length === 0) {
        const task = tasks[begun];
        if (!task || isOver()) break;
        begun += 1;
        running += 1;
        task().catch(fail).then(end);
      }
      if (running > 0) return;
      if (failures.length > 0) reject(failures[0]);
      else resolve();
    }
    beginNext();
  });
}
