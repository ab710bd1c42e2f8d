/** Writes that wait for another system, which no transaction may do. */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  claimIdempotencyKey,
  findIdempotencyRecord,
  releaseIdempotencyKey,
  storeIdempotentAnswer,
} from '../db/queries/teams/idempotency.ts';
import type { Outcome } from './outcome.ts';
import { packAnswer } from './stored-answers.ts';
import { inTeamTransaction } from './team-limit.ts';
import {
  answerStoredFor,
  expiryAt,
  type Idempotency,
  type WriteCall,
  type WriteDependencies,
  type WriteResult,
} from './write.ts';

const LOOKS_EVERY_MS = 100;
/** Longer than any work takes. After that, the process that had the key is taken for dead. */
const WAITS_MS = 20_000;

/**
 * Does work once for an idempotency key. The key is taken before the work begins, and another request under it waits for
 * the answer, without a connection. If the work is refused or fails, the key is free again.
 */
export async function writeOutside<Value>(
  dependencies: WriteDependencies,
  call: WriteCall<Value>,
  work: () => Promise<Outcome<Value>>,
): Promise<WriteResult<Value>> {
  const { idempotency } = call;
  if (!idempotency) return resultOf(await work());
  for (;;) {
    if (await claim(dependencies, call, idempotency))
      return workUnderKey(dependencies, call, idempotency, work);
    await whileUnderWay(dependencies, call, idempotency);
    const stored = await answerStoredFor(dependencies, call);
    if (stored) return stored;
  }
}

const resultOf = <Value>(outcome: Outcome<Value>): WriteResult<Value> =>
  outcome.ok ? { kind: 'done', value: outcome.value } : { kind: 'refused', refusal: outcome.refusal };

const claim = <Value>(
  { db, clock }: WriteDependencies,
  { writer: { teamId } }: WriteCall<Value>,
  { key, requestHash }: Idempotency<Value>,
): Promise<boolean> => {
  const now = clock();
  return inTeamTransaction(db, teamId, (tx) =>
    claimIdempotencyKey(tx, teamId, { key, requestHash, now, expiredBefore: expiryAt(now) }),
  );
};

async function workUnderKey<Value>(
  { db, answers }: WriteDependencies,
  { writer: { teamId } }: WriteCall<Value>,
  { key, render, pack = packAnswer }: Idempotency<Value>,
  work: () => Promise<Outcome<Value>>,
): Promise<WriteResult<Value>> {
  let isAnswered = false;
  try {
    const outcome = await work();
    if (outcome.ok) {
      const { status, body } = await render(outcome.value);
      const packed = await pack(body);
      await inTeamTransaction(db, teamId, (tx) =>
        storeIdempotentAnswer(tx, teamId, key, { status, body: packed }),
      );
      answers.note(teamId, packed.length);
      isAnswered = true;
    }
    return resultOf(outcome);
  } finally {
    if (!isAnswered) await releaseIdempotencyKey(db, teamId, key);
  }
}

/** Waits while another request does the same work under the key. If it takes too long, its key is released. */
async function whileUnderWay<Value>(
  { db }: WriteDependencies,
  { writer: { teamId } }: WriteCall<Value>,
  { key, requestHash }: Idempotency<Value>,
): Promise<void> {
  const waitsUntil = performance.now() + WAITS_MS;
  for (;;) {
    const record = await findIdempotencyRecord(db, teamId, key);
    if (!record?.isUnderWay || record.requestHash !== requestHash) return;
    if (performance.now() >= waitsUntil) return releaseIdempotencyKey(db, teamId, key);
    await sleep(LOOKS_EVERY_MS);
  }
}
