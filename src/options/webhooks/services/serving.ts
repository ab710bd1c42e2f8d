/** While a process has the lease of a webhook, no other process sends its deliveries. */
import type { Database } from '../../../db/client.ts';
import { beginHolding, type Held, isLeaseSure } from '../../../services/deliveries/engine.ts';
import type { SystemDependencies } from '../../../services/team-scope.ts';
import { findNextDeliveryTime } from '../db/queries/deliveries.ts';
import {
  endWebhookLease,
  findLeasedWebhook,
  type LeasedWebhook,
  renewWebhookLease,
} from '../db/queries/leases.ts';
import { lockWebhook, type WebhookRecord } from '../db/queries/webhooks.ts';

export type ServedWebhook = Held & {
  readonly leased: LeasedWebhook;
  /** As this process last read or changed it. */
  webhook: WebhookRecord;
  /** The last request failed or was slow. */
  isTroubled: boolean;
  /** Deliveries that can be added, at least, before the oldest must be deleted. */
  room: number;
};

export type ServingLimits = {
  isStopping: () => boolean;
  /** Other webhooks wait for this process, so a failing one should give way. */
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

/** With the newly read row. Serving ends if the lease is lost (null) or the webhook is no longer active. */
export function updateServedWebhook(served: ServedWebhook, current: WebhookRecord | null): void {
  if (current) served.webhook = current;
  served.isOver ||= current?.status !== 'active';
}

/**
 * The webhook is read before each request, because its team may have deleted or paused it a moment ago, in any
 * process, or given it another address or secret.
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
