import type { Price } from '../domain/pricing/pricing.ts';

/** Messages by field. Nested fields are named like `guest.email`. */
export type FieldMessages = Record<string, string[]>;

export type ChangedPrice = { price: Price; currency: string };

/** Why a write was refused. Expected refusals are returned as values; only unexpected failures are thrown. */
export type Refusal =
  /** The path names nothing that the team has. */
  | { reason: 'not_found' }
  /** Fields, rules or the state forbid it. All messages, by field. */
  | { reason: 'invalid'; errors: FieldMessages }
  | { reason: 'not_cancellable'; message: string }
  /** The price is not the one that the caller expected. Null if the write needs no new price. */
  | { reason: 'price_changed'; price: ChangedPrice | null }
  /** The stored version is no longer the one that the caller has read. */
  | { reason: 'changed_meanwhile' }
  /** So many requests wait for the team's answer that no more are accepted. */
  | { reason: 'too_many_waiting' }
  /** A webhook has been set back so often that it may not be for a while. */
  | { reason: 'too_many_replays'; retryAfterSeconds: number }
  /** The idempotency key was used for another request. */
  | { reason: 'key_reused' }
  /** The idempotency key was used for this request, and its answer is no longer stored. */
  | { reason: 'answer_dropped' };

/** A refusal that only one service gives. */
export type OwnRefusal = { reason: string };

export type Outcome<Value, Own extends OwnRefusal = never> =
  | { ok: true; value: Value }
  | { ok: false; refusal: Refusal | Own; keeps?: true };

export const done = <Value>(value: Value): Outcome<Value> => ({ ok: true, value });
export const refused = <const Own extends OwnRefusal = never>(
  refusal: Refusal | Own,
): Outcome<never, Own> => ({ ok: false, refusal });
/**
 * The same outcome. If it is a refusal, the write is not rolled back, because what it has stored happened by itself: a
 * hold lapsed, or a stay ended.
 */
export const keeping = <Value, Own extends OwnRefusal>(outcome: Outcome<Value, Own>): Outcome<Value, Own> =>
  outcome.ok ? outcome : { ...outcome, keeps: true };
export const notFound = (): Outcome<never> => refused({ reason: 'not_found' });
export const invalid = (errors: FieldMessages): Outcome<never> => refused({ reason: 'invalid', errors });

/** The messages of a refusal, so that those of later checks can be added. Other refusals have none. */
export const messagesOf = (outcome: Outcome<unknown>): FieldMessages =>
  !outcome.ok && outcome.refusal.reason === 'invalid' ? outcome.refusal.errors : {};

export const hasMessages = (messages: FieldMessages): boolean => Object.keys(messages).length > 0;

/** Combines the messages of several checks, field by field. */
export function mergeMessages(...all: readonly FieldMessages[]): FieldMessages {
  const byField = Map.groupBy(all.flatMap(Object.entries<string[]>), ([field]) => field);
  return Object.fromEntries(
    [...byField].map(([field, entries]) => [field, entries.flatMap(([, messages]) => messages)]),
  );
}
