import { randomUUID } from 'node:crypto';
import { databaseTroubleOf } from '../../db/errors.ts';
import { listWebhooksWithWork, takeLease } from '../../db/queries/webhooks/webhook-work.ts';
import { repeatEvery } from '../jobs/repeat.ts';
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
/** So many of them may be failing or slow. The rest of the process is for the others. */
const TROUBLED_AT_ONCE = 40;
/** How long a webhook that was slow counts as one that is. */
const SLOW_FOR_MS = 60_000;

type Dependencies = Omit<SessionDependencies, 'slots' | 'isStopping' | 'isCrowded' | 'onDelivery'> & {
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
  const sessions = new Map<string, { isTroubled: boolean; ended: Promise<void> }>();
  /** Until when webhooks count as slow, by their keys. */
  const slowUntil = new Map<string, number>();
  const isCrowded = () => sessions.size >= WEBHOOKS_AT_ONCE || slots.isFull();
  const own = { ...dependencies, slots, isStopping: () => isStopped, isCrowded, onDelivery };

  async function work(key: string, teamId: number, id: string): Promise<void> {
    const lease = randomUUID();
    const webhook = await takeLease(db, { teamId, id, lease });
    if (!webhook) return;
    const isSlow = await deliverTo(own, webhook, lease);
    if (isSlow) slowUntil.set(key, performance.now() + SLOW_FOR_MS);
    else slowUntil.delete(key);
  }

  function mayServe(isTroubled: boolean): boolean {
    if (sessions.size >= WEBHOOKS_AT_ONCE) return false;
    if (!isTroubled) return true;
    return [...sessions.values()].filter((session) => session.isTroubled).length < TROUBLED_AT_ONCE;
  }

  async function look(): Promise<void> {
    if (sessions.size >= WEBHOOKS_AT_ONCE) return;
    for (const [key, until] of slowUntil) if (until < performance.now()) slowUntil.delete(key);
    for (const { teamId, id, isFailing } of await listWebhooksWithWork(db, clock(), WEBHOOKS_AT_ONCE)) {
      const key = `${teamId}/${id}`;
      const isTroubled = isFailing || slowUntil.has(key);
      if (isStopped || sessions.has(key) || !mayServe(isTroubled)) continue;
      const ended = work(key, teamId, id)
        .catch(onError)
        .finally(() => sessions.delete(key));
      sessions.set(key, { isTroubled, ended });
    }
  }

  /** A busy or missing database is no error here: requests come first, and the next look follows in a second. */
  const onLookError = (error: unknown) => {
    if (databaseTroubleOf(error) !== 'unavailable') onError(error);
  };

  const looks = repeatEvery(everyMs, look, onLookError);

  return {
    /**
     * Begins no more requests, and waits until those under way have ended and are recorded. Cuts off requests that
     * hang.
     */
    async stop(): Promise<void> {
      isStopped = true;
      await looks.stop();
      const cutOff = setTimeout(() => dependencies.caller.close().catch(onError), STOP_WITHIN_MS);
      await Promise.all([...sessions.values()].map(({ ended }) => ended));
      clearTimeout(cutOff);
    },
  };
}
