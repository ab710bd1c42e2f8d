import type { Transaction } from '../../../db/client.ts';
import { findErasedGuestEventIds } from '../../../db/queries/guests/erasure.ts';
import { truncateToSecond } from '../../../services/clock.ts';
import { settleTry, type TryResult } from '../../../services/deliveries/tries.ts';
import {
  createSystemScope,
  type SystemDependencies,
  type SystemScope,
  type WriteScope,
} from '../../../services/team-scope.ts';
import { write } from '../../../services/write.ts';
import {
  type DueDelivery,
  type TriedDelivery,
  updateTriedDeliveries,
  updateTriedDeliveriesUnderLease,
} from '../db/queries/deliveries.ts';
import { lockLeasedWebhook } from '../db/queries/leases.ts';
import { updateWebhook, type WebhookRecord } from '../db/queries/webhooks.ts';
import { disableWebhook, hasFailedTooLong } from './disabling.ts';
import { computeNextAttempt } from './retries.ts';
import type { DeliveryAttempt } from './sending.ts';
import type { ServedWebhook } from './serving.ts';

export type DeliveryOutcome = { attempt: DeliveryAttempt; tried: TriedDelivery };

const STATUSES = {
  done: 'delivered',
  retried: 'pending',
  given_up: 'failed',
} as const satisfies Record<TryResult, TriedDelivery['status']>;

export function buildDeliveryOutcome(
  delivery: DueDelivery,
  attempt: DeliveryAttempt,
  now: Date,
): DeliveryOutcome {
  const { id, eventId } = delivery;
  const { isSuccess, responseStatus, error, responseBody, retryAfterSeconds } = attempt;
  const { result, attempts, nextAttemptAt } = settleTry(delivery.attempts, isSuccess, (attempts) =>
    computeNextAttempt({ attempts, at: now, random: Math.random(), retryAfterSeconds }),
  );
  return {
    attempt,
    tried: {
      id,
      eventId,
      attempts,
      responseStatus,
      error,
      responseBody,
      nextAttemptAt,
      status: STATUSES[result],
      deliveredAt: isSuccess ? truncateToSecond(now) : null,
    },
  };
}

/**
 * Also updates the webhook's health, which may disable it. Returns the webhook, or null if the lease is lost
 * and nothing was stored: the process that has it now tries again.
 */
export async function storeDeliveryOutcomes(
  dependencies: SystemDependencies,
  { leased, webhook }: ServedWebhook,
  outcomes: readonly DeliveryOutcome[],
): Promise<WebhookRecord | null> {
  const { db, clock } = dependencies;
  const now = truncateToSecond(clock());
  const tried = outcomes.map((outcome) => outcome.tried);
  // Most deliveries succeed within a second of another success, and leave the webhook's row as it is: no
  // transaction.
  if (isSteady(webhook, outcomes, now) && (await updateTriedDeliveriesUnderLease(db, leased, webhook, tried)))
    return webhook;
  const scope = createSystemScope({ ...dependencies, clock: () => now }, leased.teamId);
  return write(scope, {}, async (scope) => {
    const { tx, teamId } = scope;
    const locked = await lockLeasedWebhook(tx, leased);
    if (!locked) return null;
    await updateTriedDeliveries(tx, teamId, await removeErasedTexts(tx, teamId, tried));
    return { ...locked, ...(await storeHealth(scope, locked, outcomes)) };
  });
}

/** The outcomes change only their deliveries, and no answer may be about an erased guest. */
const isSteady = (
  { status, failingSince, lastSuccessAt }: WebhookRecord,
  outcomes: readonly DeliveryOutcome[],
  now: Date,
): boolean =>
  status === 'active' &&
  failingSince === null &&
  lastSuccessAt?.getTime() === now.getTime() &&
  outcomes.every(({ attempt, tried }) => attempt.isSuccess && tried.responseBody === null);

/**
 * Without answers about erased guests. The erasure of a guest locks the webhook too, so that no answer about
 * the guest is stored meanwhile.
 */
async function removeErasedTexts(
  tx: Transaction,
  teamId: number,
  all: readonly TriedDelivery[],
): Promise<readonly TriedDelivery[]> {
  const answered = all.filter(({ responseBody }) => responseBody !== null);
  if (answered.length === 0) return all;
  const events = answered.map(({ eventId }) => eventId);
  const erased = await findErasedGuestEventIds(tx, teamId, events);
  return all.map((tried) => (erased.has(tried.eventId) ? { ...tried, responseBody: null } : tried));
}

/** Disables a webhook whose receiver is gone or has failed for too long. */
async function storeHealth(
  scope: WriteScope<SystemScope>,
  webhook: WebhookRecord,
  outcomes: readonly DeliveryOutcome[],
): Promise<Partial<WebhookRecord>> {
  const { tx, teamId, now } = scope;
  const { id, status, failingSince, lastSuccessAt } = webhook;
  if (status !== 'active') return {};
  if (outcomes.some(({ attempt }) => attempt.isGone)) return disableWebhook(scope, webhook, 'gone');
  if (outcomes.some(({ attempt }) => attempt.isSuccess)) {
    if (failingSince === null && lastSuccessAt?.getTime() === now.getTime()) return {};
    const changes = { lastSuccessAt: now, failingSince: null };
    await updateWebhook(tx, teamId, id, changes);
    return changes;
  }
  if (failingSince !== null && hasFailedTooLong(failingSince, now))
    return disableWebhook(scope, webhook, 'silent');
  if (failingSince !== null) return {};
  await updateWebhook(tx, teamId, id, { failingSince: now });
  return { failingSince: now };
}
