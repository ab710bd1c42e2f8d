import type { Transaction } from '../../../db/client.ts';
import { listEventTypesMatching } from '../../../domain/events.ts';
import { newId } from '../../../services/new-id.ts';
import {
  deleteEndedDeliveriesToMakeRoom,
  insertWebhookDeliveries,
  listNextPositions,
} from '../db/queries/deliveries.ts';
import { updateWebhook, type WebhookRecord } from '../db/queries/webhooks.ts';

type Options = {
  /** Of the team's feed. */
  last: number;
  /** Events at once. */
  limit: number;
  /** How many deliveries the webhook keeps, and for how many more there is at least room. */
  maxKept: number;
  room: number;
  now: Date;
};

/**
 * As many as there is room for. Others wait in the feed until deliveries are deleted. Returns the position up
 * to which events have a delivery, and the room left. The webhook is locked.
 */
export async function fanOutEvents(
  tx: Transaction,
  webhook: WebhookRecord,
  { last, limit, maxKept, room, now }: Options,
): Promise<{ position: number; room: number }> {
  const { teamId, id } = webhook;
  const types = webhook.types && listEventTypesMatching(webhook.types);
  const next = await listNextPositions(tx, teamId, { after: webhook.position, types }, limit);
  const count = next.length;
  // Counting deliveries is slow.
  const free = room < count ? await deleteEndedDeliveriesToMakeRoom(tx, webhook, count, maxKept) : room;
  const added = next.slice(0, free);
  const isAll = count < limit && added.length === count;
  const position = isAll ? Math.max(last, added.at(-1) ?? 0) : (added.at(-1) ?? webhook.position);
  const stretch = { after: webhook.position, upTo: position, types };
  await insertWebhookDeliveries(tx, webhook, stretch, { ids: added.map(newId), now });
  // Another process then finds the new deliveries if this one ends now.
  await updateWebhook(tx, teamId, id, { position, ...(added.length > 0 ? { nextAttemptAt: now } : {}) });
  return { position, room: free - added.length };
}
