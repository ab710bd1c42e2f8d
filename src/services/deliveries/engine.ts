/**
 * Delivers events of webhooks, and messages, to other systems (docs/rules.md, 17.4 and 25.13). The work of
 * the engine is a row that is due: a process takes its lease, delivers it and stores the outcome. The lease
 * of a killed process ends by itself, and another one does the work again, so everything is delivered at
 * least once, by any number of processes.
 */
import { randomUUID } from 'node:crypto';
import { type PolledWork, startPollingLoop, type Turns } from '../jobs/polling-loop.ts';

const EVERY_MS = 1_000;
/** A lease ends by itself after a minute, so it is renewed well before. */
const RENEW_EVERY_MS = 20_000;
/** A delivery begins only while the lease holds for as long as the delivery may take. */
const SURE_FOR_MS = 40_000;

/** Work of which this process has the lease. */
export type Held = {
  renewedAt: number;
  /** Whether no further delivery may begin under the lease. */
  isOver: boolean;
};

export const beginHolding = (): Held => ({ renewedAt: performance.now(), isOver: false });

export const isLeaseSure = ({ isOver, renewedAt }: Held): boolean =>
  !isOver && performance.now() - renewedAt <= SURE_FOR_MS;

/** What the engine delivers: the rows of a table, and how to deliver them. */
export type DeliveryQueue<Work extends PolledWork> = {
  /** Finds due work that no other process is doing, without locks. */
  list: () => Promise<readonly Work[]>;
  /** Takes the lease of some work and returns the row to deliver, or null if another process was faster. */
  take: (work: Work, lease: string) => Promise<HeldWork | null>;
};

type HeldWork = {
  held: Held;
  /** Renews the lease of some work, and sets `held.isOver` if it is lost. */
  renew: () => Promise<unknown>;
  /** Tries to deliver, stores the outcome, and returns the lease. */
  deliver: () => Promise<void>;
};

type Options<Work extends PolledWork> = {
  queues: readonly DeliveryQueue<Work>[];
  turns: Turns<Work>;
  /** Whether work whose turn has come may begin. */
  admit?: (work: Work) => boolean;
  /** Cuts off deliveries that are under way. */
  cutOff: () => Promise<void>;
  onError: (error: unknown) => void;
  everyMs?: number | undefined;
};

type Queued<Work extends PolledWork> = Work & { queue: DeliveryQueue<Work> };

/** Every second the engine looks for due work, and begins as much of it as may run at once. */
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
    // A queue of deliveries that cannot be read, for example because its machine is down, does not hold up
    // other queues.
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
