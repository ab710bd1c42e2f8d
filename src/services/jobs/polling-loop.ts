import { classifyDatabaseError } from '../../db/errors.ts';
import { repeatEvery } from './repeat.ts';

/** How long requests under way may take once the process is asked to stop. The whole stop takes at most nine seconds. */
const STOP_WITHIN_MS = 6_000;

/** Work is known by its team, if it is a team's, and its id. */
export type PolledWork = { teamId: number | null; id: string };

/** How much runs at once in a process. */
export type Turns<Work> = {
  atOnce: number;
  /** How much of one group, such as a team, so that the rest is left to others. */
  atOnceOfGroup: number;
  /** The group of some work, or null for work that has no group. */
  findGroup: (work: Work) => unknown;
};

type Options<Work> = {
  everyMs: number;
  turns: Turns<Work>;
  /** Finds due work. Other processes may find the same, so `run` takes a lease first. */
  list: (running: readonly Work[]) => Promise<readonly Work[]>;
  /** Whether work may begin that has its turn. */
  admit?: (work: Work) => boolean;
  /** Returns false if there was nothing to do, because another process does it. */
  run: (work: Work) => Promise<boolean>;
  /** Ends requests to other systems that hang. */
  cutOff: () => Promise<void>;
  onError: (error: unknown) => void;
};

/** Whether some work may begin beside what is running. */
export function hasTurn<Work>(
  { atOnce, atOnceOfGroup, findGroup }: Turns<Work>,
  work: Work,
  running: readonly Work[],
): boolean {
  if (running.length >= atOnce) return false;
  const group = findGroup(work);
  return group === null || running.filter((other) => findGroup(other) === group).length < atOnceOfGroup;
}

/**
 * Looks every so often for work that has fallen due, such as feeds to be read, and runs it. Starts at once. If more was found
 * than has its turn, it looks again as soon as something has ended.
 */
export function startPollingLoop<Work extends PolledWork>(options: Options<Work>) {
  const { everyMs, turns, list, admit = () => true, run, cutOff, onError } = options;
  let isStopping = false;
  let isMoreWaiting = false;
  const begun = new Map<string, { work: Work; ended: Promise<void> }>();
  const running = () => [...begun.values()].map(({ work }) => work);

  /** A busy or missing database is no error here: requests come first, and the next look follows soon. */
  const report = (error: unknown) => {
    if (classifyDatabaseError(error) !== 'unavailable') onError(error);
  };

  async function look(): Promise<void> {
    if (begun.size >= turns.atOnce) return;
    const found = await list(running());
    isMoreWaiting = false;
    for (const work of found) {
      const key = `${work.teamId}/${work.id}`;
      if (isStopping || begun.has(key)) continue;
      if (hasTurn(turns, work, running())) {
        if (admit(work)) begun.set(key, { work, ended: runToEnd(key, work) });
      } else isMoreWaiting = true;
    }
  }

  async function runToEnd(key: string, work: Work): Promise<void> {
    const hasRun = await run(work).catch(report);
    begun.delete(key);
    if (hasRun && isMoreWaiting) looks.hurry();
  }

  const looks = repeatEvery(everyMs, look, report);

  return {
    report,
    isStopping: () => isStopping,
    runningCount: () => begun.size,

    /** Starts no more work, and waits for what is running. */
    async stop(): Promise<void> {
      isStopping = true;
      await looks.stop();
      const timer = setTimeout(() => cutOff().catch(onError), STOP_WITHIN_MS);
      await Promise.all([...begun.values()].map(({ ended }) => ended));
      clearTimeout(timer);
    },
  };
}
