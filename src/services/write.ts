import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Transaction } from '../db/client.ts';
import { databaseTroubleOf, sqlErrorOf } from '../db/errors.ts';
import {
  claimIdempotencyKey,
  findIdempotencyRecord,
  storeIdempotentAnswer,
} from '../db/queries/idempotency.ts';
import { inTransaction } from '../db/transaction.ts';
import type { PaymentTerms } from '../domain/folio.ts';
import type { ActorType } from '../domain/vocabulary.ts';
import type { Clock } from './clock.ts';
import type { Outcome, Refusal } from './outcome.ts';
import { type AnswerKeeper, packAnswer, unpackAnswer } from './stored-answers.ts';

/** How long the answer under an idempotency key is kept (contract, section 8). */
export const IDEMPOTENCY_HOURS = 24;
const MAX_ATTEMPTS = 4;
const MAX_JITTER_MS = 50;

/** Who is named in the events of a write. */
export type Actor = { type: ActorType; name: string | null };
/** The team that is written to, its terms, and who writes. */
export type Writer = { teamId: number; terms: PaymentTerms; actor: Actor };

/** A caller's idempotency key, and how the answer that is stored under it is written. */
export type Idempotency<Value> = {
  key: string;
  requestHash: string;
  render: (value: Value) => { status: number; body: string };
};

/** What every function that writes takes first. */
export type WriteCall<Value> = { writer: Writer; idempotency: Idempotency<Value> | null };

/** The context of a running write: its transaction, who writes, and the one moment at which all of it happens. */
export type WriteContext = { tx: Transaction; writer: Writer; now: Date };

export type WriteResult<Value> =
  | { kind: 'done'; value: Value }
  /** The key has been used for this very request: its answer again. */
  | { kind: 'replayed'; status: number; body: string }
  | { kind: 'refused'; refusal: Refusal };

/** What every service that writes needs. */
export type WriteDependencies = { db: Database; clock: Clock; answers: AnswerKeeper };

/** Refusals by the name of the database constraint that a write may violate in spite of its locks. */
export type ConstraintRefusals = Readonly<Record<string, Refusal>>;

/** Thrown to roll a refused write back, which also frees its idempotency key. */
class RefusedWrite extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.reason);
    this.refusal = refusal;
  }
}

/**
 * Runs a write in one transaction: all of it or, if it is refused, nothing. The answer under an idempotency key is
 * stored in the same transaction. A deadlock or serialization failure runs the write again. A violated constraint
 * refuses it if `refusals` names the constraint.
 */
export async function write<Value>(
  { db, clock, answers }: WriteDependencies,
  call: WriteCall<Value>,
  work: (context: WriteContext) => Promise<Outcome<Value>>,
  refusals: ConstraintRefusals = {},
): Promise<WriteResult<Value>> {
  const { writer } = call;
  const now = clock();
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { result, storedBytes } = await inTransaction(db, (tx) =>
        writeOnce({ tx, writer, now }, call, work),
      );
      if (storedBytes > 0) answers.note(writer.teamId, storedBytes);
      return result;
    } catch (error) {
      if (error instanceof RefusedWrite) return { kind: 'refused', refusal: error.refusal };
      const constraint = sqlErrorOf(error)?.constraint;
      const refusal = constraint ? refusals[constraint] : undefined;
      if (refusal) return { kind: 'refused', refusal };
      if (databaseTroubleOf(error) !== 'conflict' || attempt === MAX_ATTEMPTS) throw error;
      await sleep(Math.random() * MAX_JITTER_MS);
    }
  }
}

async function writeOnce<Value>(
  context: WriteContext,
  { idempotency }: WriteCall<Value>,
  work: (context: WriteContext) => Promise<Outcome<Value>>,
): Promise<{ result: WriteResult<Value>; storedBytes: number }> {
  const { tx, writer, now } = context;
  if (idempotency) {
    const { key, requestHash } = idempotency;
    const expiredBefore = new Date(now.getTime() - IDEMPOTENCY_HOURS * 3_600_000);
    if (!(await claimIdempotencyKey(tx, writer.teamId, { key, requestHash, now, expiredBefore }))) {
      const record = await findIdempotencyRecord(tx, writer.teamId, key);
      if (record?.requestHash !== requestHash) throw new RefusedWrite({ reason: 'key_reused' });
      if (record.body === null) throw new RefusedWrite({ reason: 'answer_dropped' });
      const replayed = { kind: 'replayed', status: record.status, body: unpackAnswer(record.body) } as const;
      return { result: replayed, storedBytes: 0 };
    }
  }
  const outcome = await work(context);
  if (!outcome.ok) throw new RefusedWrite(outcome.refusal);
  const result = { kind: 'done', value: outcome.value } as const;
  if (!idempotency) return { result, storedBytes: 0 };
  const { status, body } = idempotency.render(outcome.value);
  const packed = packAnswer(body);
  await storeIdempotentAnswer(tx, writer.teamId, idempotency.key, { status, body: packed });
  return { result, storedBytes: packed.length };
}
