/** Stores the outcomes of deliveries, many at once, together with the webhook's place in the feed. */
import type { Database } from '../../db/client.ts';
import { keepLease, storeDeliveries } from '../../db/queries/webhook-work.ts';
import type { DeliveryRecord, WebhookRecord } from '../../db/queries/webhooks.ts';
import { inTransaction } from '../../db/transaction.ts';
import { DISABLED_AFTER_MS } from '../../domain/webhook-retries.ts';
import { type Clock, toSecond } from '../clock.ts';
import { recordTeamEvent } from '../team-events.ts';

export type Recorded = {
  delivery: DeliveryRecord;
  /** Null for a delivery that was not tried, because it waits for an earlier one of its booking. */
  outcome: 'success' | 'failure' | 'gone' | null;
};

const REASONS = {
  gone: 'The receiver answered 410: it wants nothing more.',
  silent: 'Nothing was delivered for five days.',
};

type Options = {
  db: Database;
  clock: Clock;
  lease: string;
  /** The position up to which every event is handled once these outcomes are stored. */
  positionAfter: (stored: readonly Recorded[]) => number;
};

export type Recorder = ReturnType<typeof createRecorder>;

/**
 * Records deliveries of one webhook under its lease. Outcomes that arrive during a transaction are stored together in
 * the next one, so that a fast receiver does not cost a transaction for each event.
 */
export function createRecorder(start: WebhookRecord, { db, clock, lease, positionAfter }: Options) {
  let webhook = start;
  let isOver = false;
  let waiting: { recorded: Recorded; resolve: () => void; reject: (error: unknown) => void }[] = [];
  let isStoring = false;

  async function store(recorded: readonly Recorded[]): Promise<void> {
    const now = toSecond(clock());
    const key = { teamId: webhook.teamId, id: webhook.id, lease };
    const kept = await inTransaction(db, async (tx) => {
      const changes = { position: positionAfter(recorded), ...changesBy(webhook, recorded, now) };
      const after = await keepLease(tx, key, webhook.round, changes);
      if (!after) return null;
      await storeDeliveries(
        tx,
        recorded.map(({ delivery }) => delivery),
      );
      if (changes.status === 'disabled') {
        const writer = { teamId: webhook.teamId, actor: { type: 'system', name: null } } as const;
        await recordTeamEvent(
          { tx, now, writer },
          { type: 'webhook.disabled', data: { webhook_id: webhook.id } },
        );
      }
      return after;
    });
    if (kept) webhook = kept;
    isOver ||= kept?.status !== 'active';
  }

  async function storeAll(): Promise<void> {
    isStoring = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      await store(batch.map(({ recorded }) => recorded)).then(
        () => {
          for (const { resolve } of batch) resolve();
        },
        (error: unknown) => {
          isOver = true;
          for (const { reject } of batch) reject(error);
        },
      );
    }
    isStoring = false;
  }

  return {
    webhook: () => webhook,
    /** Whether the lease is lost, or the webhook is no longer active. */
    isOver: () => isOver,

    /** Resolves once it is stored. */
    record(recorded: Recorded): Promise<void> {
      return new Promise((resolve, reject) => {
        waiting.push({ recorded, resolve, reject });
        if (!isStoring) void storeAll();
      });
    },

    /** Renews the lease, and stores the position up to which the feed has been read. */
    async keep(position: number): Promise<void> {
      const kept = await keepLease(db, { teamId: webhook.teamId, id: webhook.id, lease }, webhook.round, {
        position,
      });
      if (kept) webhook = kept;
      isOver ||= kept?.status !== 'active';
    },
  };
}

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
  const isSilent = now.getTime() - failingSince.getTime() >= DISABLED_AFTER_MS;
  return { failingSince, ...(isSilent ? { status: 'disabled', disabledReason: REASONS.silent } : {}) };
}
