/** Stores the outcomes of deliveries, many at once, together with the webhook's place in the feed. */
import type { Database, Transaction } from '../../db/client.ts';
import { sqlErrorOf } from '../../db/errors.ts';
import { listEventsOfErased } from '../../db/queries/guests/guest-erasure.ts';
import {
  keepLease,
  listFailingWebhooksOfAnyTeam,
  storeDeliveries,
} from '../../db/queries/webhooks/webhook-work.ts';
import {
  type DeliveryRecord,
  lockWebhook,
  updateWebhook,
  type WebhookRecord,
} from '../../db/queries/webhooks/webhooks.ts';
import { type Clock, toSecond } from '../clock.ts';
import { recordTeamEvent } from '../team-events.ts';
import { inTeamTransaction } from '../writing/team-limit.ts';
import { DISABLED_AFTER_MS } from './retries.ts';

export type Recorded = {
  delivery: DeliveryRecord;
  /** Null for a delivery that was not tried, because it waits for an earlier one of its booking. */
  outcome: 'success' | 'failure' | 'gone' | null;
};

const REASONS = {
  gone: 'The receiver answered 410: it wants nothing more.',
  silent: 'Nothing was delivered for five days.',
};

const recordDisabled = (tx: Transaction, { teamId, id }: WebhookRecord, now: Date): Promise<void> =>
  recordTeamEvent(
    { tx, now, writer: { teamId, actor: { type: 'system', name: null } } },
    { type: 'webhook.disabled', data: { webhook_id: id } },
  );

const isSilentAt = (failingSince: Date, now: Date): boolean =>
  now.getTime() - failingSince.getTime() >= DISABLED_AFTER_MS;

/**
 * Disables webhooks of any team that have failed for five days without a success, also if nothing more is tried because
 * nothing more happens (docs/rules.md, 17.5). Returns how many.
 */
export async function disableSilentWebhooks(db: Database, now: Date): Promise<number> {
  const since = new Date(now.getTime() - DISABLED_AFTER_MS);
  const silent = await listFailingWebhooksOfAnyTeam(db, since);
  for (const { teamId, id } of silent)
    await inTeamTransaction(db, teamId, async (tx) => {
      const webhook = await lockWebhook(tx, teamId, id);
      const { status, failingSince } = webhook ?? {};
      if (!webhook || status !== 'active' || !failingSince || !isSilentAt(failingSince, now)) return;
      await updateWebhook(tx, teamId, id, {
        status: 'disabled',
        disabledReason: REASONS.silent,
        updatedAt: now,
      });
      await recordDisabled(tx, webhook, now);
    });
  return silent.length;
}

type Options = {
  db: Database;
  clock: Clock;
  lease: string;
  /** The position up to which every event is handled once these outcomes are stored. */
  positionAfter: (stored: readonly Recorded[]) => number;
};

export type Recorder = ReturnType<typeof createRecorder>;

/** The lease is renewed before a request if it was not renewed for this long, which leaves time for the request. */
const RENEW_AFTER_MS = 30_000;

/**
 * Records deliveries of one webhook under its lease. Outcomes that arrive during a transaction are stored together in
 * the next one, so that a fast receiver does not cost a transaction for each event.
 */
export function createRecorder(start: WebhookRecord, { db, clock, lease, positionAfter }: Options) {
  const key = { teamId: start.teamId, id: start.id, lease };
  let webhook = start;
  let renewedAt = performance.now();
  let isOver = false;
  let failure: unknown = null;
  let waiting: Recorded[] = [];
  let unrecorded = 0;
  let storing: Promise<void> | null = null;
  let batchStored: Promise<void> = Promise.resolve();
  let renewing: Promise<void> | null = null;

  /** Takes over the webhook as it is now, or ends if the lease is lost or the webhook is no longer active. */
  function note(kept: WebhookRecord | null): void {
    if (kept) webhook = kept;
    renewedAt = performance.now();
    isOver ||= kept?.status !== 'active';
  }

  async function store(recorded: readonly Recorded[]): Promise<void> {
    const now = toSecond(clock());
    const position = positionAfter(recorded);
    const deliveries = recorded.map(({ delivery }) => delivery);
    // One statement, unless the webhook changes as well, or there is an answer that an erasure may forbid to keep. The
    // webhook's position may lag behind, because the next session leaves out what is already delivered.
    const hasResponses = deliveries.some(({ responseBody }) => responseBody !== null);
    const isSteady = !hasResponses && isSteadySuccess(webhook, recorded, now);
    if (isSteady && (await storeDeliveries(db, webhook, lease, deliveries).catch(falseIfDeleted))) return;
    const kept = await inTeamTransaction(db, key.teamId, async (tx) => {
      const changes = { position, ...changesBy(webhook, recorded, now) };
      const after = await keepLease(tx, key, webhook.round, changes);
      if (!after) return null;
      await storeDeliveries(tx, after, lease, await withoutErased(tx, after, deliveries));
      if (changes.status === 'disabled') await recordDisabled(tx, after, now);
      return after;
    });
    note(kept);
  }

  async function storeAll(): Promise<void> {
    while (waiting.length > 0 && failure === null) {
      const batch = waiting;
      waiting = [];
      batchStored = store(batch).catch((error: unknown) => {
        isOver = true;
        failure = error;
      });
      await batchStored;
      unrecorded -= batch.length;
    }
    storing = null;
  }

  return {
    webhook: () => webhook,
    /** Whether the lease is lost, the webhook is no longer active, or something could not be stored. */
    isOver: () => isOver,

    /** Stores an outcome soon. `whenStored` says when, and whether it could be. */
    record(recorded: Recorded): void {
      waiting.push(recorded);
      unrecorded += 1;
      storing ??= storeAll();
    },

    /** How many outcomes are not stored yet. */
    unrecorded: () => unrecorded,

    /** Resolves once fewer outcomes than these are not stored yet. */
    async whenFewerThan(most: number): Promise<void> {
      while (unrecorded >= most && storing) await batchStored;
    },

    /** Resolves once everything is stored. Throws if something could not be. */
    async whenStored(): Promise<void> {
      await storing;
      if (failure !== null) throw failure;
    },

    /** Renews the lease if it may end during a request that begins now. */
    async holdLease(): Promise<void> {
      if (performance.now() - renewedAt < RENEW_AFTER_MS) return;
      renewing ??= keepLease(db, key, webhook.round)
        .then(note)
        .finally(() => {
          renewing = null;
        });
      await renewing;
    },

    /** Renews the lease, and stores the position up to which the feed has been read. */
    async keep(position: number): Promise<void> {
      note(await keepLease(db, key, webhook.round, { position }));
    },
  };
}

/** The webhook may be deleted while its deliveries are stored. Then they go with it. */
function falseIfDeleted(error: unknown): false {
  if (sqlErrorOf(error)?.constraint === 'webhook_deliveries_webhook_fk') return false;
  throw error;
}

/**
 * Deliveries without what receivers answered about erased guests. The webhook is locked by now, and an erasure locks it
 * as well, so no answer is stored beside an erasure.
 */
async function withoutErased(
  tx: Transaction,
  { teamId }: WebhookRecord,
  deliveries: readonly DeliveryRecord[],
): Promise<DeliveryRecord[]> {
  const answered = deliveries.filter(({ responseBody }) => responseBody !== null);
  if (answered.length === 0) return [...deliveries];
  const erased = await listEventsOfErased(
    tx,
    teamId,
    answered.map(({ eventId }) => eventId),
  );
  return deliveries.map((delivery) =>
    erased.has(delivery.eventId) ? { ...delivery, responseBody: null } : delivery,
  );
}

/** Whether all of these succeeded, and the webhook's row already says what follows from that. */
const isSteadySuccess = (
  { status, failingSince, lastSuccessAt }: WebhookRecord,
  recorded: readonly Recorded[],
  now: Date,
): boolean =>
  status === 'active' &&
  failingSince === null &&
  lastSuccessAt?.getTime() === now.getTime() &&
  recorded.every(({ outcome }) => outcome === 'success');

/** The changes to the webhook that follow from these outcomes. */
function changesBy(
  webhook: WebhookRecord,
  recorded: readonly Recorded[],
  now: Date,
): Partial<Pick<WebhookRecord, 'lastSuccessAt' | 'failingSince' | 'status' | 'disabledReason'>> {
  const has = (wanted: Recorded['outcome']) => recorded.some(({ outcome }) => outcome === wanted);
  if (webhook.status !== 'active') return {};
  if (has('gone')) return { status: 'disabled', disabledReason: REASONS.gone };
  if (has('success')) return { lastSuccessAt: now, failingSince: null };
  if (!has('failure')) return {};
  const failingSince = webhook.failingSince ?? now;
  const isSilent = isSilentAt(failingSince, now);
  return { failingSince, ...(isSilent ? { status: 'disabled', disabledReason: REASONS.silent } : {}) };
}
