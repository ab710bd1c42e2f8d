/**
 * A process takes the lease of a row that is due, delivers it, and stores the outcome (docs/rules.md, 17.4 and
 * 25.13). The lease of a killed process ends by itself and another process delivers again, so everything is
 * delivered at least once.
 */
import { randomUUID } from 'node:crypto';
import { type PolledWork, type PollingLimits, startPollingLoop } from '../jobs/polling-loop.ts';

const EVERY_MS = 1_000;
/** A lease ends by itself after a minute. */
const RENEW_EVERY_MS = 20_000;
/** A delivery begins only if the lease lasts at least as long as it may take. */
const SURE_FOR_MS = 40_000;

export type Held = {
  renewedAt: number;
  /** Lost or about to end: no delivery may begin any more. */
  isOver: boolean;
};

export const beginHolding = (): Held => ({ renewedAt: performance.now(), isOver: false });

export const isLeaseSure = ({ isOver, renewedAt }: Held): boolean =>
  !isOver && performance.now() - renewedAt <= SURE_FOR_MS;

export type DeliveryQueue<Work extends PolledWork> = {
  /** Without locks, and without what another process has leased. */
  list: () => Promise<readonly Work[]>;
  /** Null if another process was faster. */
  take: (work: Work, lease: string) => Promise<HeldWork | null>;
};

type HeldWork = {
  held: Held;
  /** Sets `held.isOver` if another process has taken the lease. */
  renew: () => Promise<unknown>;
  /** Stores the outcome, and gives the lease back. */
  deliver: () => Promise<void>;
};

type Options<Work extends PolledWork> = {
  queues: readonly DeliveryQueue<Work>[];
  limits: PollingLimits<Work>;
  admit?: (work: Work) => boolean;
  /** Cuts off deliveries that are under way. */
  cutOff: () => Promise<void>;
  onError: (error: unknown) => void;
  everyMs?: number | undefined;
};

type Queued<Work extends PolledWork> = Work & { queue: DeliveryQueue<Work> };

export function startDeliveryEngine<Work extends PolledWork>({
  queues,
  limits,
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
    // A queue that cannot be read, for example because its machine is down, does not hold up others.
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
    limits,
    list: listAll,
    admit,
    run: deliverUnderLease,
    cutOff,
    onError,
  });
  return loop;
}
