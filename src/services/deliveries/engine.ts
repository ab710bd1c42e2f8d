/**
 * Delivers what waits in the database to other systems: webhooks' events and messages (docs/rules.md, 17.4 and 25.13). Work is
 * a row that is due. A process takes its lease, does the work and stores what came of it. A killed process's lease ends
 * by itself, and the work is done again: so everything is delivered at least once, by any number of processes.
 */
import { randomUUID } from 'node:crypto';
import { type PolledWork, startPollingLoop, type Turns } from '../jobs/polling-loop.ts';

const EVERY_MS = 1_000;
/** A lease ends by itself after a minute, so it is renewed well before. */
const RENEW_EVERY_MS = 20_000;
/** Something begins only while the lease holds for as long as it may take. */
const SURE_FOR_MS = 40_000;

/** Work under this process's lease. */
export type Held = {
  renewedAt: number;
  /** Whether nothing more may begin. */
  isOver: boolean;
};

export const beginHolding = (): Held => ({ renewedAt: performance.now(), isOver: false });

export const isLeaseSure = ({ isOver, renewedAt }: Held): boolean =>
  !isOver && performance.now() - renewedAt <= SURE_FOR_MS;

/** What the engine delivers: the rows of a table, and how. */
export type DeliveryQueue<Work extends PolledWork> = {
  /** Finds work that is due and that no process does, without locks. */
  list: () => Promise<readonly Work[]>;
  /** Takes the lease of some work and returns what to do. Returns null if another process was faster. */
  take: (work: Work, lease: string) => Promise<HeldWork | null>;
};

type HeldWork = {
  held: Held;
  /** Renews the lease. `held.isOver` says whether it is lost. */
  renew: () => Promise<unknown>;
  /** Tries, stores what came of it, and returns the lease. */
  deliver: () => Promise<void>;
};

type Options<Work extends PolledWork> = {
  queues: readonly DeliveryQueue<Work>[];
  turns: Turns<Work>;
  /** Whether some work may begin now that it has its turn. */
  admit?: (work: Work) => boolean;
  /** Ends what is under way with other systems. */
  cutOff: () => Promise<void>;
  onError: (error: unknown) => void;
  everyMs?: number | undefined;
};

type Queued<Work extends PolledWork> = Work & { queue: DeliveryQueue<Work> };

/** Every second it looks for work that is due, and does what has its turn. */
export function startDeliveryEngine<Work extends PolledWork>({
  queues,
  turns,
  admit = () => true,
  cutOff,
  onError,
  everyMs = EVERY_MS,
}: Options<Work>) {
  async function listAll(): Promise<Queued<Work>[]> {
    const found = queues.map(async (queue) => {
      const works = await queue.list();
      return works.map((work) => ({ ...work, queue }));
    });
    // A queue that cannot be read, such as one on a machine that is away, does not hold up the others.
    return (await Promise.all(found.map((works) => works.catch(reportNothingFound)))).flat();
  }

  function reportNothingFound(error: unknown): [] {
    loop.report(error);
    return [];
  }

  async function deliverUnderLease(work: Queued<Work>): Promise<boolean> {
    const taken = await work.queue.take(work, randomUUID());
    if (taken === null) return false;
    const { held, renew, deliver } = taken;
    const renewLease = async (): Promise<void> => {
      const renewedAt = performance.now();
      await renew();
      held.renewedAt = renewedAt;
    };
    const renewals = setInterval(() => renewLease().catch(onError), RENEW_EVERY_MS);
    await deliver().finally(() => clearInterval(renewals));
    return true;
  }

  const loop = startPollingLoop<Queued<Work>>({
    everyMs,
    turns,
    list: listAll,
    admit,
    run: deliverUnderLease,
    cutOff,
    onError,
  });
  return loop;
}
