import { classifyDatabaseError } from '../../db/errors.ts';
import { repeatEvery } from './repeat.ts';

/**
 * How long requests to other systems may go on once the process is asked to stop. Stopping a process takes at
 * most nine seconds.
 */
const STOP_WITHIN_MS = 6_000;

/** A piece of work of a polling loop, such as a feed to read, is identified by its id and its team, if it has one. */
export type PolledWork = { teamId: number | null; id: string };

/** How many pieces of work, such as feeds to read, may run at once in a process. */
export type Turns<Work> = {
  atOnce: number;
  /** How many pieces of work of one group, such as a team, may run at once, so that other groups get their turn. */
  atOnceOfGroup: number;
  /** Returns the group, such as a team, to which a piece of work belongs, or null if it belongs to none. */
  findGroup: (work: Work) => unknown;
};

type Options<Work> = {
  everyMs: number;
  turns: Turns<Work>;
  /** Finds the work that is due. Other processes may find the same work, so `run` takes a lease first. */
  list: (running: readonly Work[]) => Promise<readonly Work[]>;
  /** Decides whether work that is due may begin now, once its turn has come. */
  admit?: (work: Work) => boolean;
  /** Does the work, or returns false if another process does it. */
  run: (work: Work) => Promise<boolean>;
  /** Cuts off requests to other systems that hang. */
  cutOff: () => Promise<void>;
  onError: (error: unknown) => void;
};

/** Whether a piece of work may begin now, by how much is running in all and in its group. */
export function mayBegin<Work>(
  { atOnce, atOnceOfGroup, findGroup }: Turns<Work>,
  work: Work,
  running: readonly Work[],
): boolean {
  if (running.length >= atOnce) return false;
  const group = findGroup(work);
  return group === null || running.filter((other) => findGroup(other) === group).length < atOnceOfGroup;
}

/**
 * Looks at regular intervals, and at once, for due work such as feeds to be read, and runs it. If more work is
 * due than may run at once, the loop looks for work again as soon as a piece of it has ended.
 */
export function startPollingLoop<Work extends PolledWork>(options: Options<Work>) {
  const { everyMs, turns, list, admit = () => true, run, cutOff, onError } = options;
  let isStopping = false;
  let isMoreWaiting = false;
  const begun = new Map<string, { work: Work; ended: Promise<void> }>();
  const running = () => [...begun.values()].map(({ work }) => work);

  /**
   * A busy or missing database is no error for the loop: requests come first, and the next look follows soon.
   */
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
      if (mayBegin(turns, work, running())) {
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

    /** Starts no more work, and waits for the work that is running. */
    async stop(): Promise<void> {
      isStopping = true;
      await looks.stop();
      const timer = setTimeout(() => cutOff().catch(onError), STOP_WITHIN_MS);
      await Promise.all([...begun.values()].map(({ ended }) => ended));
      clearTimeout(timer);
    },
  };
}
