import { classifyDatabaseError } from '../../db/errors.ts';
import { repeatEvery } from './repeat.ts';

/** How long requests under way may take once the process is asked to stop. The whole stop takes at most nine seconds. */
const STOP_WITHIN_MS = 6_000;

type Options<Work> = {
  everyMs: number;
  /** Finds due work. Other processes may find the same, so `run` takes a lease first. */
  list: (running: readonly Work[]) => Promise<readonly Work[]>;
  /** Whether this work may begin beside what is already running. */
  mayBegin: (work: Work, running: readonly Work[]) => boolean;
  run: (work: Work) => Promise<void>;
  /** Cuts off requests to other systems that hang. */
  cutOff: () => Promise<void>;
  onError: (error: unknown) => void;
};

/** Looks every so often for work that has fallen due, such as feeds to be read, and runs it. Starts at once. */
export function startPollingLoop<Work extends { teamId: number; id: string }>(options: Options<Work>) {
  const { everyMs, list, mayBegin, run, cutOff, onError } = options;
  let isStopping = false;
  const begun = new Map<string, { work: Work; ended: Promise<void> }>();
  const running = () => [...begun.values()].map(({ work }) => work);

  /** A busy or missing database is no error here: requests come first, and the next look follows soon. */
  const report = (error: unknown) => {
    if (classifyDatabaseError(error) !== 'unavailable') onError(error);
  };

  async function look(): Promise<void> {
    for (const work of await list(running())) {
      const key = `${work.teamId}/${work.id}`;
      if (isStopping || begun.has(key) || !mayBegin(work, running())) continue;
      const ended = run(work)
        .catch(report)
        .finally(() => begun.delete(key));
      begun.set(key, { work, ended });
    }
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
