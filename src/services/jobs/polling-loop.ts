import { classifyDatabaseError } from '../../db/errors.ts';
import { repeatEvery } from './repeat.ts';

/** For requests to other systems, once the process is asked to stop, which takes at most nine seconds. */
const STOP_WITHIN_MS = 6_000;

/** `teamId` is null for work of no team. */
export type PolledWork = { teamId: number | null; id: string };

export type PollingLimits<Work> = {
  atOnce: number;
  /** So that other groups get their turn. */
  atOnceOfGroup: number;
  /** Such as its team. Null for no group. */
  findGroup: (work: Work) => unknown;
};

type Options<Work> = {
  everyMs: number;
  limits: PollingLimits<Work>;
  /** Other processes may find the same work, so `run` takes a lease first. */
  list: (running: readonly Work[]) => Promise<readonly Work[]>;
  /** For due work whose turn has come. */
  admit?: (work: Work) => boolean;
  /** Returns false if another process does the work. */
  run: (work: Work) => Promise<boolean>;
  /** Cuts off requests to other systems that hang. */
  cutOff: () => Promise<void>;
  onError: (error: unknown) => void;
};

/** By how much is running in all and in the work's group. */
export function mayBegin<Work>(
  { atOnce, atOnceOfGroup, findGroup }: PollingLimits<Work>,
  work: Work,
  running: readonly Work[],
): boolean {
  if (running.length >= atOnce) return false;
  const group = findGroup(work);
  return group === null || running.filter((other) => findGroup(other) === group).length < atOnceOfGroup;
}

/**
 * Looks at regular intervals, and at once, for due work such as feeds to read. If more is due than may run at
 * once, it looks again as soon as a piece has ended.
 */
export function startPollingLoop<Work extends PolledWork>(options: Options<Work>) {
  const { everyMs, limits, list, admit = () => true, run, cutOff, onError } = options;
  let isStopping = false;
  let isMoreWaiting = false;
  const begun = new Map<string, { work: Work; ended: Promise<void> }>();
  const running = () => [...begun.values()].map(({ work }) => work);

  /** A busy or missing database is no error: requests come first, and the next look follows soon. */
  const report = (error: unknown) => {
    if (classifyDatabaseError(error) !== 'unavailable') onError(error);
  };

  async function look(): Promise<void> {
    if (begun.size >= limits.atOnce) return;
    const found = await list(running());
    isMoreWaiting = false;
    for (const work of found) {
      const key = `${work.teamId}/${work.id}`;
      if (isStopping || begun.has(key)) continue;
      if (mayBegin(limits, work, running())) {
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

    /** Waits for the work that is running. */
    async stop(): Promise<void> {
      isStopping = true;
      await looks.stop();
      const timer = setTimeout(() => cutOff().catch(onError), STOP_WITHIN_MS);
      await Promise.all([...begun.values()].map(({ ended }) => ended));
      clearTimeout(timer);
    },
  };
}
