/**
 * Keeps the state of a webhook that this process serves. While a process has the lease of a webhook, no other
 * process sends its deliveries.
 */
import type { Database } from '../../db/client.ts';
import { findNextDeliveryTime } from '../../db/queries/webhooks/deliveries.ts';
import {
  endWebhookLease,
  findLeasedWebhook,
  type LeasedWebhook,
  renewWebhookLease,
} from '../../db/queries/webhooks/leases.ts';
import { lockWebhook, type WebhookRecord } from '../../db/queries/webhooks/webhooks.ts';
import { beginHolding, type Held, isLeaseSure } from '../deliveries/engine.ts';
import type { SystemDependencies } from '../team-scope.ts';

export type ServedWebhook = Held & {
  readonly leased: LeasedWebhook;
  /** The webhook's row as it was when this process last read or changed it. */
  webhook: WebhookRecord;
  /** Whether the last request to the webhook failed or was slow. */
  isTroubled: boolean;
  /** For how many more deliveries of the webhook there is room, at least, before the oldest must be deleted. */
  room: number;
};

export type ServingLimits = {
  isStopping: () => boolean;
  /** Whether other webhooks wait to be served by this process, so that a failing webhook should give way to them. */
  isCrowded: () => boolean;
};

export function beginServing(webhook: WebhookRecord, lease: string): ServedWebhook {
  const { teamId, id, round } = webhook;
  return {
    ...beginHolding(),
    leased: { teamId, id, lease, round },
    webhook,
    isTroubled: false,
    room: 0,
  };
}

export function mayContinueServing({ isStopping, isCrowded }: ServingLimits, served: ServedWebhook): boolean {
  const givesWay = served.isTroubled && isCrowded();
  served.isOver ||= givesWay || isStopping() || !isLeaseSure(served);
  return !served.isOver;
}

/**
 * Continues to serve a webhook with its newly read row. Serving ends if the lease is lost (null) or the webhook
 * is no longer active.
 */
export function updateServedWebhook(served: ServedWebhook, current: WebhookRecord | null): void {
  if (current) served.webhook = current;
  served.isOver ||= current?.status !== 'active';
}

/**
 * Whether a request to a webhook may begin. The webhook is read before each request, because its team may
 * have deleted or paused it a moment ago, in any process, or given it another address or secret.
 */
export async function mayBeginRequest(db: Database, limits: ServingLimits, served: ServedWebhook) {
  if (!mayContinueServing(limits, served)) return false;
  updateServedWebhook(served, await findLeasedWebhook(db, served.leased));
  return mayContinueServing(limits, served);
}

export async function renewServedLease(db: Database, served: ServedWebhook): Promise<void> {
  updateServedWebhook(served, await renewWebhookLease(db, served.leased));
}

export function endServing(
  { inTeamTransaction }: SystemDependencies,
  { leased, webhook }: ServedWebhook,
): Promise<void> {
  const { teamId, id } = leased;
  return inTeamTransaction(teamId, async (tx) => {
    if (!(await lockWebhook(tx, teamId, id))) return;
    await endWebhookLease(tx, leased, await findNextDeliveryTime(tx, webhook));
  });
}
