import { randomUUID } from 'node:crypto';
import { databaseTroubleOf } from '../../db/errors.ts';
import { listWebhooksWithWork, takeLease } from '../../db/queries/webhook-work.ts';
import { deliverTo, type SessionDependencies } from './session.ts';
import { createSlots } from './slots.ts';

const EVERY_MS = 1_000;
/**
 * How long requests under way may take once the process is asked to stop. The whole stop takes at most nine seconds.
 */
const STOP_WITHIN_MS = 6_000;
/** The maximum number of requests under way at once, and of webhooks that this process serves at once. */
const REQUESTS_AT_ONCE = 50;
const WEBHOOKS_AT_ONCE = 50;

type Dependencies = Omit<SessionDependencies, 'slots' | 'isStopping' | 'onDelivery'> & {
  onError: (error: unknown) => void;
  onDelivery?: SessionDependencies['onDelivery'];
  everyMs?: number;
};

/**
 * A server's deliveries to webhooks. Every second it looks for webhooks with work, and takes the lease of each that no
 * other process serves. So any number of processes can share the work, and no two of them serve one webhook at once.
 */
export function startDeliveries({
  onError,
  onDelivery = () => {},
  everyMs = EVERY_MS,
  ...dependencies
}: Dependencies) {
  const { db, clock } = dependencies;
  let isStopped = false;
  const slots = createSlots(REQUESTS_AT_ONCE);
  const sessions = new Map<string, Promise<void>>();
  const own = { ...dependencies, slots, isStopping: () => isStopped, onDelivery };

  async function work(teamId: number, id: string): Promise<void> {
    const lease = randomUUID();
    const webhook = await takeLease(db, { teamId, id, lease });
    if (webhook) await deliverTo(own, webhook, lease);
  }

  async function look(): Promise<void> {
    if (sessions.size >= WEBHOOKS_AT_ONCE) return;
    for (const { teamId, id } of await listWebhooksWithWork(db, clock(), WEBHOOKS_AT_ONCE)) {
      const key = `${teamId}/${id}`;
      if (isStopped || sessions.has(key) || sessions.size >= WEBHOOKS_AT_ONCE) continue;
      const session = work(teamId, id)
        .catch(onError)
        .finally(() => sessions.delete(key));
      sessions.set(key, session);
    }
  }

  /** A busy or missing database is no error here: requests come first, and the next look follows in a second. */
  const onLookError = (error: unknown) => {
    if (databaseTroubleOf(error) !== 'unavailable') onError(error);
  };

  let looking: Promise<void> = Promise.resolve();
  let isLooking = false;
  function tick(): void {
    if (isLooking || isStopped) return;
    isLooking = true;
    looking = look()
      .catch(onLookError)
      .finally(() => {
        isLooking = false;
      });
  }
  const timer = setInterval(tick, everyMs).unref();
  tick();

  return {
    /**
     * Begins no more requests, and waits until those under way have ended and are recorded. Cuts off requests that
     * hang.
     */
    async stop(): Promise<void> {
      isStopped = true;
      clearInterval(timer);
      await looking;
      const cutOff = setTimeout(() => dependencies.caller.close().catch(onError), STOP_WITHIN_MS);
      await Promise.all(sessions.values());
      clearTimeout(cutOff);
    },
  };
}
