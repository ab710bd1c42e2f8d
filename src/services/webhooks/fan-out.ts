import type { Transaction } from '../../db/client.ts';
import {
  deleteEndedDeliveriesToMakeRoom,
  insertWebhookDeliveries,
  listNextPositions,
} from '../../db/queries/webhooks/outbox.ts';
import { updateWebhook, type WebhookRecord } from '../../db/queries/webhooks/webhooks.ts';
import { listEventTypesMatching } from '../../domain/events.ts';
import { newId } from '../new-id.ts';

type Options = {
  /** The last position of the team's event feed. */
  last: number;
  /** The maximum number of events for which deliveries are stored at once. */
  limit: number;
  /**
   * The maximum number of kept deliveries of the webhook (`maxKept`), and for how many more there is at least
   * room (`room`).
   */
  maxKept: number;
  room: number;
  now: Date;
};

/**
 * Stores deliveries of the next events of the feed to a locked webhook, as many as there is room for. Events
 * for which a webhook has no room wait in the team's feed until deliveries are deleted. Returns the position up
 * to which events have a delivery, and for how many more deliveries there is room.
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
  // Counting a webhook's deliveries is slow, so they are counted only if there may be no room for the new ones.
  const free = room < count ? await deleteEndedDeliveriesToMakeRoom(tx, webhook, count, maxKept) : room;
  const added = next.slice(0, free);
  const isAll = count < limit && added.length === count;
  const position = isAll ? Math.max(last, added.at(-1) ?? 0) : (added.at(-1) ?? webhook.position);
  const stretch = { after: webhook.position, upTo: position, types };
  await insertWebhookDeliveries(tx, webhook, stretch, { ids: added.map(newId), now });
  // The webhook is marked as due, so that another process finds the new deliveries if this one ends now.
  await updateWebhook(tx, teamId, id, { position, ...(added.length > 0 ? { nextAttemptAt: now } : {}) });
  return { position, room: free - added.length };
}
