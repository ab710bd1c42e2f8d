import { toInstantText } from '../../../domain/formats.ts';
import type { Clock } from '../../../services/clock.ts';
import { explainRequestError, type OutboundClient } from '../../../services/outbound/client.ts';
import type { WebhookRecord } from '../db/queries/webhooks.ts';
import { parseRetryAfter } from './retries.ts';
import type { WebhookSigner } from './secrets.ts';

const WITHIN_MS = 15_000;
const READ_BYTES = 16 * 1_024;
const KEPT_CHARACTERS = 1_000;
const GONE = 410;

type WebhookMessage = { id: string; type: string; createdAt: Date; data: Record<string, unknown> };

export type DeliveryAttempt = {
  isSuccess: boolean;
  /** The receiver wants no more deliveries. */
  isGone: boolean;
  responseStatus: number | null;
  error: string | null;
  responseBody: string | null;
  retryAfterSeconds: number | null;
  durationMs: number;
};

export type SendDependencies = {
  outboundClient: OutboundClient;
  sign: WebhookSigner;
  clock: Clock;
  /** 15 seconds by default. */
  answersWithinMs?: number;
};

/** Signed by Standard Webhooks. Any 2xx status is a success. */
export async function sendMessage(
  { outboundClient, sign, clock, answersWithinMs = WITHIN_MS }: SendDependencies,
  webhook: WebhookRecord,
  { id, type, createdAt, data }: WebhookMessage,
): Promise<DeliveryAttempt> {
  const now = clock();
  const body = JSON.stringify({ type, timestamp: toInstantText(createdAt), data });
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Innkeep',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': sign(webhook, `${id}.${timestamp}.${body}`, now),
  };
  const startedAt = performance.now();
  const failed = { isGone: false, responseStatus: null, responseBody: null, retryAfterSeconds: null };
  try {
    const request = { method: 'POST', url: webhook.url, headers, body } as const;
    const answer = await outboundClient.send({ ...request, withinMs: answersWithinMs, maxBytes: READ_BYTES });
    const isSuccess = answer.status >= 200 && answer.status < 300;
    const retryAfterHeader = answer.headers['retry-after'];
    return {
      isSuccess,
      isGone: answer.status === GONE,
      responseStatus: answer.status,
      error: isSuccess ? null : `The receiver answered ${answer.status}.`,
      responseBody: truncateAnswer(answer.body),
      retryAfterSeconds: parseRetryAfter(
        typeof retryAfterHeader === 'string' ? retryAfterHeader : undefined,
        now,
      ),
      durationMs: Math.round(performance.now() - startedAt),
    };
  } catch (error) {
    const durationMs = Math.round(performance.now() - startedAt);
    return { ...failed, isSuccess: false, error: explainRequestError(error, answersWithinMs), durationMs };
  }
}

/** Without characters that PostgreSQL refuses. Null for an empty answer. */
function truncateAnswer(body: Buffer): string | null {
  const text = body.toString('utf8').replaceAll('\0', '');
  return text === ''
    ? null
    : [...text.slice(0, 2 * KEPT_CHARACTERS)].slice(0, KEPT_CHARACTERS).join('').toWellFormed();
}
