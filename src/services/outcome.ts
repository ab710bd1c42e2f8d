/** Messages by field, nested ones as `guest.email`. */
export type FieldMessages = Record<string, string[]>;

/** Why a write was refused. Refusals that are expected are values; what is thrown is not expected. */
export type Refusal =
  /** The path names nothing of the team's. */
  | { reason: 'not_found' }
  /** Fields, rules or the state stand against it; every message under its field. */
  | { reason: 'invalid'; errors: FieldMessages }
  | { reason: 'not_cancellable'; message: string }
  /** The idempotency key was used for another request. */
  | { reason: 'key_reused' }
  /** The idempotency key was used for this request, and its answer is no longer stored. */
  | { reason: 'answer_dropped' };

export type Outcome<Value> = { ok: true; value: Value } | { ok: false; refusal: Refusal };

export const done = <Value>(value: Value): Outcome<Value> => ({ ok: true, value });
export const refused = (refusal: Refusal): Outcome<never> => ({ ok: false, refusal });
export const notFound = (): Outcome<never> => refused({ reason: 'not_found' });
export const invalid = (errors: FieldMessages): Outcome<never> => refused({ reason: 'invalid', errors });

/** Puts the messages of several checks together, field by field. */
export function mergeMessages(...all: readonly FieldMessages[]): FieldMessages {
  const byField = Map.groupBy(all.flatMap(Object.entries<string[]>), ([field]) => field);
  return Object.fromEntries(
    [...byField].map(([field, entries]) => [field, entries.flatMap(([, messages]) => messages)]),
  );
}
