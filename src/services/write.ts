import { TransactionRollbackError } from 'drizzle-orm';
import type { Database, Transaction } from '../db/client.ts';
import { findSqlError } from '../db/errors.ts';
import {
  claimIdempotencyKey,
  findIdempotencyRecord,
  releaseIdempotencyKey,
  storeIdempotentAnswer,
} from '../db/queries/teams/idempotency.ts';
import type { PaymentTerms } from '../domain/folio/payment-plan.ts';
import type { InfantAgeTerms } from '../domain/party.ts';
import type { ActorType } from '../domain/vocabulary.ts';
import type { Clock } from './clock.ts';
import { AlreadyAnswered, Conflict, Invalid, Refusal, VersionChanged } from './errors.ts';
import type { ConstraintMessages } from './writing/constraint-messages.ts';
import { rememberIfDiskFull } from './writing/full-disk.ts';
import { isConflict, retryOn } from './writing/retry.ts';
import { packAnswer, unpackAnswer } from './writing/stored-answers.ts';
import { inTeamTransaction } from './writing/team-limit.ts';

/** How long the answer under an idempotency key is kept. */
const IDEMPOTENCY_HOURS = 24;
/** A longer answer is not kept: its key stays used, so nothing is done twice. */
const MAX_ANSWER_BYTES = 262_144;

/** The author that the events of a write name. */
type Actor = { type: ActorType; name: string | null };
/** The team that is written to, and the author of the write. */
export type TeamWriter = { teamId: number; actor: Actor };
/** Adds the team's terms, by which a booking's payments are planned and its infants counted. */
export type Writer = TeamWriter & { terms: PaymentTerms & InfantAgeTerms };

/** A caller's idempotency key, and the form in which the answer is stored under it. */
export type Idempotency<Value> = {
  key: string;
  requestHash: string;
  render: (value: Value) => { status: number; body: string };
  /** How the answer is stored and read, if it must not be stored as it is. */
  pack?: (body: string, value: Value) => Buffer;
  unpack?: (stored: Buffer) => string;
};

/** The first argument of every function that writes. */
export type WriteCall<Value, By extends TeamWriter = Writer> = {
  writer: By;
  idempotency: Idempotency<Value> | null;
  /** Whether the write is rolled back once its value is known, so that nothing is kept. */
  isPreview?: boolean;
};

/**
 * The call of a write whose caller may require the version that they have read: `isCurrent` says whether the stored
 * version is still that one. Null if the caller requires none.
 */
export type ConditionalCall<Value, Current = Value> = WriteCall<Value> & {
  isCurrent: ((current: Current) => boolean) | null;
};

/** The call of a page or a command, which has no idempotency key. */
export const buildCallWithoutKey = <By extends TeamWriter>(writer: By) => ({ writer, idempotency: null });
/** The call of a command: the operator writes. */
export const buildCallOfOperator = (teamId: number) =>
  buildCallWithoutKey<TeamWriter>({ teamId, actor: { type: 'system', name: null } });

/** The context of a running write: its transaction, who writes, and the one moment at which all of it happens. */
export type WriteContext<By extends TeamWriter = Writer> = {
  tx: Transaction;
  writer: By;
  now: Date;
  /**
   * What the write has stored until now stays if the write is refused, because it happened by itself: a hold lapsed, or a
   * stay ended.
   */
  keep: () => void;
};

export type WriteDependencies = { db: Database; clock: Clock };

type Work<Value, By extends TeamWriter> = (context: WriteContext<By>) => Promise<Value>;

/**
 * Runs a write in one transaction: all of it or, if it throws, nothing, save what it keeps. The answer under an
 * idempotency key is stored in the same transaction. The write runs again, at the same moment, after a deadlock or
 * serialization failure, or if a row changed between its reading and its lock. A violated constraint refuses it if
 * `constraints` names it.
 */
export async function write<Value, By extends TeamWriter = Writer>(
  dependencies: WriteDependencies,
  call: WriteCall<Value, By>,
  work: Work<Value, By>,
  constraints: ConstraintMessages = {},
): Promise<Value> {
  const now = dependencies.clock();
  const once = call.isPreview ? previewOnce : writeOnce;
  try {
    return await retryOn(isConflict, () =>
      rememberIfDiskFull(dependencies.db, () => once(dependencies, call, now, work)),
    );
  } catch (error) {
    const messages = constraints[findSqlError(error)?.constraint ?? ''];
    throw messages ? new Invalid(messages) : error;
  }
}

async function writeOnce<Value, By extends TeamWriter>(
  { db }: WriteDependencies,
  { writer, idempotency }: WriteCall<Value, By>,
  now: Date,
  work: Work<Value, By>,
): Promise<Value> {
  const { teamId } = writer;
  const written = await inTeamTransaction(db, teamId, async (tx) => {
    if (idempotency && !(await claimKey(tx, teamId, idempotency, now)))
      await repeat(await findIdempotencyRecord(tx, teamId, idempotency.key), idempotency);
    let isKept = false;
    const keep = () => {
      isKept = true;
    };
    try {
      const value = await work({ tx, writer, now, keep });
      if (idempotency) await storeAnswer(tx, teamId, idempotency, value);
      return { value };
    } catch (refusal) {
      if (!isKept || !(refusal instanceof Refusal)) throw refusal;
      if (idempotency) await releaseIdempotencyKey(tx, teamId, idempotency.key);
      return { refusal };
    }
  });
  if (written.refusal) throw written.refusal;
  return written.value;
}

/** Does the work and rolls it back, so that only its value remains. */
async function previewOnce<Value, By extends TeamWriter>(
  { db }: WriteDependencies,
  { writer }: WriteCall<Value, By>,
  now: Date,
  work: Work<Value, By>,
): Promise<Value> {
  const { promise: preview, resolve } = Promise.withResolvers<Value>();
  try {
    await inTeamTransaction(db, writer.teamId, async (tx) => {
      resolve(await work({ tx, writer, now, keep: () => {} }));
      throw new TransactionRollbackError();
    });
  } catch (error) {
    if (!(error instanceof TransactionRollbackError)) throw error;
  }
  return preview;
}

export const computeExpiredBefore = (now: Date) => new Date(now.getTime() - IDEMPOTENCY_HOURS * 3_600_000);

/** Takes the key for this write. Returns false if it has been used already. */
export const claimKey = <Value>(
  tx: Transaction,
  teamId: number,
  { key, requestHash }: Idempotency<Value>,
  now: Date,
): Promise<boolean> =>
  claimIdempotencyKey(tx, teamId, { key, requestHash, now, expiredBefore: computeExpiredBefore(now) });

/** Stores the answer under its key. */
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

/** Throws the stored answer under a key, or a refusal if it is another request's, or is no longer stored. */
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
 * Throws what `write` throws under a used key, before work that cannot be done within a transaction. Does nothing if the
 * call has no key, a new one, or one under which the same request is under way.
 */
export async function throwIfAnswered<Value>(
  { db, clock }: Pick<WriteDependencies, 'db' | 'clock'>,
  { writer, idempotency }: WriteCall<Value>,
): Promise<void> {
  if (!idempotency) return;
  const record = await findIdempotencyRecord(db, writer.teamId, idempotency.key);
  if (!record || record.createdAt <= computeExpiredBefore(clock())) return;
  if (record.isUnderWay && record.requestHash === idempotency.requestHash) return;
  await repeat(record, idempotency);
}

/** Whether the stored version is the one that the caller requires, if any. */
export const isCurrentVersion = async <Current>(
  { isCurrent }: Pick<ConditionalCall<never, Current>, 'isCurrent'>,
  read: () => Current | Promise<Current>,
): Promise<boolean> => isCurrent === null || isCurrent(await read());

/**
 * Refuses a write if the stored version is no longer the one that its caller has read. Call this once the row is locked,
 * before its state and rules are checked.
 */
export async function requireVersion<Current>(
  call: Pick<ConditionalCall<never, Current>, 'isCurrent'>,
  read: () => Current | Promise<Current>,
): Promise<void> {
  if (!(await isCurrentVersion(call, read))) throw new VersionChanged();
}
