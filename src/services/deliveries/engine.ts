/**
 * Delivers events of webhooks, and messages, to other systems (docs/rules.md, 17.4 and 25.13). For each row
 * that is due, a process takes the row's lease, delivers the event or message, and stores the outcome. If a
 * process is killed, its lease ends by itself and another process delivers again, so everything is delivered at
 * least once.
 */
import { randomUUID } from 'node:crypto';
import { type PolledWork, startPollingLoop, type Turns } from '../jobs/polling-loop.ts';

const EVERY_MS = 1_000;
/** A lease ends by itself after a minute, so it is renewed well before. */
const RENEW_EVERY_MS = 20_000;
/** A delivery begins only if the lease lasts at least as long as the delivery may take. */
const SURE_FOR_MS = 40_000;

/** The lease that this process has of a webhook or message, and when it was last renewed. */
export type Held = {
  renewedAt: number;
  /** Whether the lease is lost or about to end, so that no delivery may begin any more. */
  isOver: boolean;
};

export const beginHolding = (): Held => ({ renewedAt: performance.now(), isOver: false });

export const isLeaseSure = ({ isOver, renewedAt }: Held): boolean =>
  !isOver && performance.now() - renewedAt <= SURE_FOR_MS;

/** A queue of the delivery engine: where to find what is due, and how to deliver it. */
export type DeliveryQueue<Work extends PolledWork> = {
  /** Finds, without locks, what is due for delivery and not leased by another process. */
  list: () => Promise<readonly Work[]>;
  /** Takes the lease of what is due and returns the row to deliver, or null if another process was faster. */
  take: (work: Work, lease: string) => Promise<HeldWork | null>;
};

type HeldWork = {
  held: Held;
  /** Renews a lease, and sets `held.isOver` if another process has taken it. */
  renew: () => Promise<unknown>;
  /** Tries to deliver an event or message, stores the outcome, and gives the lease back. */
  deliver: () => Promise<void>;
};

type Options<Work extends PolledWork> = {
  queues: readonly DeliveryQueue<Work>[];
  turns: Turns<Work>;
  /** Decides whether a due delivery may begin now. */
  admit?: (work: Work) => boolean;
  /** Cuts off deliveries that are under way. */
  cutOff: () => Promise<void>;
  onError: (error: unknown) => void;
  everyMs?: number | undefined;
};

type Queued<Work extends PolledWork> = Work & { queue: DeliveryQueue<Work> };

/** Every second the engine looks for deliveries that are due, and begins as many as may run at once. */
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
