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

const IDEMPOTENCY_HOURS = 24;
/** The key of a longer answer stays used without it, so that the write is not done twice. */
const MAX_ANSWER_BYTES = 262_144;

export type Idempotency<Value> = {
  key: string;
  requestHash: string;
  render: (value: Value) => { status: number; body: string };
  /** For an answer that must not be stored as it is, for example because it shows a secret. */
  pack?: (body: string, value: Value) => Buffer;
  unpack?: (stored: Buffer) => string;
};

export type WriteOptions<Value> = {
  idempotency?: Idempotency<Value> | null;
  /** It is rolled back once its result is known. */
  isPreview?: boolean;
};

/** `isCurrent` tells whether what is stored is still what the caller has read. Left out, any version will do. */
export type Condition<Current> = { isCurrent?: ((current: Current) => boolean) | null | undefined };

export type ConditionalOptions<Value, Current = Value> = WriteOptions<Value> & Condition<Current>;

type Work<Value, Scope extends SystemScope> = (scope: WriteScope<Scope>) => Promise<Value>;

/**
 * In one transaction with the answer under its idempotency key. If the work throws, only what it kept is stored.
 * After a deadlock or serialization failure, or if a row changed between its reading and its lock, it runs
 * again at the same moment. A violated constraint that `constraints` names refuses the write. If that says that
 * a value is taken, the write runs again first, to find out by whom.
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

/** Only the returned value remains. */
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

/** Without the pool and the clock, so that nothing within can use them by mistake. */
function toWriteScope<Scope extends SystemScope>(
  {
    db: _db,
    inTeamTransaction: _transaction,
    writeRefusals: _refusals,
    auditLog: _log,
    clock: _clock,
    ...scope
  }: Scope,
  running: Pick<WriteScope, 'tx' | 'now' | 'isPreview' | 'events' | 'keep'>,
): WriteScope<Scope> {
  return { ...scope, ...running };
}

export const computeExpiredBefore = (now: Date) => new Date(now.getTime() - IDEMPOTENCY_HOURS * 3_600_000);

/** Returns false if the key was used already. */
export const claimKey = <Value>(
  tx: Transaction,
  teamId: number,
  { key, requestHash }: Idempotency<Value>,
  now: Date,
): Promise<boolean> =>
  claimIdempotencyKey(tx, teamId, { key, requestHash, now, expiredBefore: computeExpiredBefore(now) });

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

/** Throws the stored answer, or a refusal if the key is another request's or has no answer any more. */
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
 * For writes with work that cannot be done within a transaction. Throws nothing for a new key, or while the same
 * request is under way.
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

export const isCurrentVersion = async <Current>(
  { isCurrent = null }: Condition<Current>,
  read: () => Current | Promise<Current>,
): Promise<boolean> => isCurrent === null || isCurrent(await read());

/** To be called once the row is locked, and before its status and the rules are checked. */
export async function requireVersion<Current>(
  condition: Condition<Current>,
  read: () => Current | Promise<Current>,
): Promise<void> {
  if (!(await isCurrentVersion(condition, read))) throw new VersionChanged();
}
