import { TransactionRollbackError } from 'drizzle-orm';
import type { Transaction } from '../db/client.ts';
import { findSqlError } from '../db/errors.ts';
import {
  claimIdempotencyKey,
  findIdempotencyRecord,
  releaseIdempotencyKey,
  storeIdempotentAnswer,
} from '../db/queries/teams/idempotency.ts';
import { AlreadyAnswered, Conflict, Invalid, Refusal, VersionChanged } from './errors.ts';
import type { FieldMessages } from './field-messages.ts';
import { runEventHooks } from './team-events.ts';
import type { SystemScope, TeamScope, WriteScope } from './team-scope.ts';
import { packAnswer, unpackAnswer } from './writing/compressed-answers.ts';
import type { ConstraintMessages } from './writing/constraint-messages.ts';
import { isConflict, retryOn } from './writing/retry.ts';

/** How long the answer under an idempotency key is kept. */
const IDEMPOTENCY_HOURS = 24;
/**
 * The maximum length of an answer that is stored under its idempotency key. If an answer is too long to be
 * stored, its idempotency key stays used, so that the write is not done twice.
 */
const MAX_ANSWER_BYTES = 262_144;

/** A caller's idempotency key, and the form in which the answer is stored under it. */
export type Idempotency<Value> = {
  key: string;
  requestHash: string;
  render: (value: Value) => { status: number; body: string };
  /**
   * Pack and unpack the stored answer of a write, if it must not be stored as it is, for example because it
   * shows a secret.
   */
  pack?: (body: string, value: Value) => Buffer;
  unpack?: (stored: Buffer) => string;
};

/** The options of a write besides its input: an idempotency key, and whether the write is only a preview. */
export type WriteOptions<Value> = {
  idempotency?: Idempotency<Value> | null;
  /** Whether the write is only a preview, which is rolled back once its result is known. */
  isPreview?: boolean;
};

/**
 * The version of a thing that the caller has read and requires, if any. `isCurrent` says whether the version
 * that is stored now is still the one that the caller has read.
 */
export type Condition<Current> = { isCurrent?: ((current: Current) => boolean) | null | undefined };

export type ConditionalOptions<Value, Current = Value> = WriteOptions<Value> & Condition<Current>;

type Work<Value, Scope extends SystemScope> = (scope: WriteScope<Scope>) => Promise<Value>;

/**
 * Runs a write in one transaction. If the write throws, nothing is stored except what the write has explicitly
 * kept. The answer that is stored under an idempotency key is stored in the same transaction as the write.
 * After a deadlock or serialization failure, or if a row changed between its reading and its lock, the write
 * runs again with the same moment as its time. A violated constraint refuses the write if `constraints` names
 * that constraint. If that says that a value is taken, the write runs again first, to find out by whom.
 */
export async function write<Value, Scope extends SystemScope = TeamScope>(
  scope: Scope,
  options: WriteOptions<Value>,
  work: Work<Value, Scope>,
  constraints: ConstraintMessages = {},
): Promise<Value> {
  const now = scope.clock();
  const once = options.isPreview ? previewOnce : writeOnce;
  try {
    return await retryOn(
      (error) => isConflict(error) || isTaken(findMessages(error, constraints)),
      () => scope.writeRefusals.noteRefusalOf(() => once(scope, options, now, work)),
    );
  } catch (error) {
    const messages = findMessages(error, constraints);
    throw messages ? new Invalid(messages) : error;
  }
}

const findMessages = (error: unknown, constraints: ConstraintMessages): FieldMessages | undefined =>
  constraints[findSqlError(error)?.constraint ?? ''];

const isTaken = (messages: FieldMessages = {}): boolean =>
  Object.values(messages)
    .flat()
    .some(({ code }) => code === 'taken');

async function writeOnce<Value, Scope extends SystemScope>(
  scope: Scope,
  { idempotency }: WriteOptions<Value>,
  now: Date,
  work: Work<Value, Scope>,
): Promise<Value> {
  const { teamId } = scope;
  const written = await scope.inTeamTransaction(teamId, async (tx) => {
    if (idempotency && !(await claimKey(tx, teamId, idempotency, now)))
      await repeat(await findIdempotencyRecord(tx, teamId, idempotency.key), idempotency);
    let isKept = false;
    const keep = () => {
      isKept = true;
    };
    const running = toWriteScope(scope, { tx, now, isPreview: false, events: [], keep });
    const outcome = await work(running).then(
      (value) => ({ value, refusal: null }),
      (error: unknown) => {
        if (!isKept || !(error instanceof Refusal)) throw error;
        return { value: null, refusal: error };
      },
    );
    await runEventHooks(running);
    if (idempotency && outcome.refusal) await releaseIdempotencyKey(tx, teamId, idempotency.key);
    if (idempotency && !outcome.refusal) await storeAnswer(tx, teamId, idempotency, outcome.value);
    return outcome;
  });
  if (written.refusal) throw written.refusal;
  return written.value;
}

/** Does the work of a previewed write and rolls the transaction back, so that only the returned value remains. */
async function previewOnce<Value, Scope extends SystemScope>(
  scope: Scope,
  _options: WriteOptions<Value>,
  now: Date,
  work: Work<Value, Scope>,
): Promise<Value> {
  const { promise: preview, resolve } = Promise.withResolvers<Value>();
  try {
    await scope.inTeamTransaction(scope.teamId, async (tx) => {
      resolve(await work(toWriteScope(scope, { tx, now, isPreview: true, events: [], keep: () => {} })));
      throw new TransactionRollbackError();
    });
  } catch (error) {
    if (!(error instanceof TransactionRollbackError)) throw error;
  }
  return preview;
}

/**
 * The scope of a running write, without the pool and the clock, so that nothing within it can use them by
 * mistake.
 */
function toWriteScope<Scope extends SystemScope>(
  { db: _db, inTeamTransaction: _transaction, writeRefusals: _refusals, clock: _clock, ...scope }: Scope,
  running: Pick<WriteScope, 'tx' | 'now' | 'isPreview' | 'events' | 'keep'>,
): WriteScope<Scope> {
  return { ...scope, ...running };
}

export const computeExpiredBefore = (now: Date) => new Date(now.getTime() - IDEMPOTENCY_HOURS * 3_600_000);

/** Takes the idempotency key for this write, or returns false if the key has been used already. */
export const claimKey = <Value>(
  tx: Transaction,
  teamId: number,
  { key, requestHash }: Idempotency<Value>,
  now: Date,
): Promise<boolean> =>
  claimIdempotencyKey(tx, teamId, { key, requestHash, now, expiredBefore: computeExpiredBefore(now) });

/** Stores the answer of a write under its idempotency key. */
export async function storeAnswer<Value>(
  tx: Transaction,
  teamId: number,
  { key, render, pack = packAnswer }: Idempotency<Value>,
  value: Value,
): Promise<void> {
  const { status, body } = render(value);
  const stored = Buffer.byteLength(body) > MAX_ANSWER_BYTES ? null : pack(body, value);
  await storeIdempotentAnswer(tx, teamId, key, { status, body: stored });
}

/**
 * Throws the stored answer under an idempotency key, or a refusal if the key belongs to another request, or
 * its answer is no longer stored.
 */
async function repeat<Value>(
  record: Awaited<ReturnType<typeof findIdempotencyRecord>>,
  { requestHash, unpack = unpackAnswer }: Idempotency<Value>,
): Promise<never> {
  if (record?.requestHash !== requestHash)
    throw new Conflict('key_reused', 'This idempotency key was used for another request.');
  if (record.body === null)
    throw new Conflict(
      'key_without_answer',
      'This idempotency key was used, and its answer is no longer stored.',
    );
  throw new AlreadyAnswered({ status: record.status, body: unpack(record.body) });
}

/**
 * Throws the stored answer if the idempotency key was used already. A used idempotency key is looked for before
 * work that cannot be done within a transaction. Nothing is thrown for a new idempotency key, or while the same
 * request is still under way.
 */
export async function throwIfAnswered<Value>(
  { db, clock, teamId }: SystemScope,
  { idempotency }: WriteOptions<Value>,
): Promise<void> {
  if (!idempotency) return;
  const record = await findIdempotencyRecord(db, teamId, idempotency.key);
  if (!record || record.createdAt <= computeExpiredBefore(clock())) return;
  if (record.isUnderWay && record.requestHash === idempotency.requestHash) return;
  await repeat(record, idempotency);
}

/**
 * Whether the stored version of a thing is the one that the caller requires. If the caller requires no version,
 * the result is true.
 */
export const isCurrentVersion = async <Current>(
  { isCurrent = null }: Condition<Current>,
  read: () => Current | Promise<Current>,
): Promise<boolean> => isCurrent === null || isCurrent(await read());

/**
 * Refuses a write if the stored version is no longer the one that its caller has read. Callers check the
 * required version once the row is locked, and before they check its status and the rules.
 */
export async function requireVersion<Current>(
  condition: Condition<Current>,
  read: () => Current | Promise<Current>,
): Promise<void> {
  if (!(await isCurrentVersion(condition, read))) throw new VersionChanged();
}
