import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Transaction } from '../db/client.ts';
import { databaseTroubleOf, sqlErrorOf } from '../db/errors.ts';
import {
  claimIdempotencyKey,
  findIdempotencyRecord,
  releaseIdempotencyKey,
  storeIdempotentAnswer,
} from '../db/queries/teams/idempotency.ts';
import type { PaymentTerms } from '../domain/folio/payment-plan.ts';
import type { ActorType } from '../domain/vocabulary.ts';
import type { Clock } from './clock.ts';
import { ChangedMeanwhile } from './errors.ts';
import { notingFullDisk } from './full-disk.ts';
import { done, type Outcome, type OwnRefusal, type Refusal, refused } from './outcome.ts';
import { type AnswerKeeper, packAnswer, unpackAnswer } from './stored-answers.ts';
import { inTeamTransaction } from './team-limit.ts';

/** How long the answer under an idempotency key is kept. */
export const IDEMPOTENCY_HOURS = 24;
const MAX_ATTEMPTS = 4;
const MAX_JITTER_MS = 50;

/** The author that the events of a write name. */
export type Actor = { type: ActorType; name: string | null };
/** The team that is written to, and the author of the write. */
export type TeamWriter = { teamId: number; actor: Actor };
/** Adds the team's terms, from which a booking's payments are planned. */
export type Writer = TeamWriter & { terms: PaymentTerms };

/** A caller's idempotency key, and the form in which the answer is stored under it. */
export type Idempotency<Value> = {
  key: string;
  requestHash: string;
  render: (value: Value) => Promise<{ status: number; body: string }>;
  /** How the answer is stored and read, if it must not be stored as it is. */
  pack?: (body: string) => Buffer | Promise<Buffer>;
  unpack?: (stored: Buffer) => string | Promise<string>;
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
export const unkeyed = <By extends TeamWriter>(writer: By) => ({ writer, idempotency: null });
/** The call of a command: the operator writes. */
export const byOperator = (teamId: number) =>
  unkeyed<TeamWriter>({ teamId, actor: { type: 'system', name: null } });

/** The context of a running write: its transaction, who writes, and the one moment at which all of it happens. */
export type WriteContext<By extends TeamWriter = Writer> = { tx: Transaction; writer: By; now: Date };

export type WriteResult<Value, Own extends OwnRefusal = never> =
  | { kind: 'done'; value: Value }
  /** The key was used for this same request, whose stored answer is repeated. */
  | { kind: 'replayed'; status: number; body: string }
  | { kind: 'refused'; refusal: Refusal | Own };

/** The outcome of a write without a key. */
export function outcomeOf<Value, Own extends OwnRefusal = never>(
  result: WriteResult<Value, Own>,
): Outcome<Value, Own> {
  if (result.kind === 'replayed') throw new Error('A write without a key was answered again.');
  return result.kind === 'done' ? { ok: true, value: result.value } : { ok: false, refusal: result.refusal };
}

/** The dependencies of every service that writes. */
export type WriteDependencies = { db: Database; clock: Clock; answers: AnswerKeeper };

/** Refusals by the name of the database constraint that a write may violate despite its locks. */
export type ConstraintRefusals = Readonly<Record<string, Refusal>>;

/** Thrown to roll a refused write back, which also frees its idempotency key. */
class RefusedWrite extends Error {
  readonly refusal: OwnRefusal;
  constructor(refusal: Refusal | OwnRefusal) {
    super(refusal.reason);
    this.refusal = refusal;
  }
}

/** Thrown to roll a preview back. */
class Previewed extends Error {
  readonly value: unknown;
  constructor(value: unknown) {
    super('A preview keeps nothing.');
    this.value = value;
  }
}

/**
 * Runs a write in one transaction: all of it or, if it is refused, nothing, save what `keeping` says. The answer under an
 * idempotency key is stored in the same transaction. The write runs again, at the same moment, after a deadlock or
 * serialization failure, or if a row changed between its reading and its lock. A violated constraint refuses it if
 * `refusals` names the constraint.
 */
export async function write<Value, By extends TeamWriter = Writer, Own extends OwnRefusal = never>(
  { db, clock, answers }: WriteDependencies,
  call: WriteCall<Value, By>,
  work: (context: WriteContext<By>) => Promise<Outcome<Value, Own>>,
  refusals: ConstraintRefusals = {},
): Promise<WriteResult<Value, Own>> {
  const { writer } = call;
  const now = clock();
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { result, storedBytes } = await notingFullDisk(db, () =>
        inTeamTransaction(db, writer.teamId, (tx) => writeOnce({ tx, writer, now }, call, work)),
      );
      if (storedBytes > 0) answers.note(writer.teamId, storedBytes);
      return result;
    } catch (error) {
      if (error instanceof Previewed) return { kind: 'done', value: error.value as Value };
      if (error instanceof RefusedWrite) return { kind: 'refused', refusal: error.refusal as Refusal | Own };
      const constraint = sqlErrorOf(error)?.constraint;
      const refusal = constraint ? refusals[constraint] : undefined;
      if (refusal) return { kind: 'refused', refusal };
      const mayPass = error instanceof ChangedMeanwhile || databaseTroubleOf(error) === 'conflict';
      if (!mayPass || attempt === MAX_ATTEMPTS) throw error;
      await sleep(Math.random() * MAX_JITTER_MS);
    }
  }
}

async function writeOnce<Value, By extends TeamWriter, Own extends OwnRefusal>(
  context: WriteContext<By>,
  { idempotency, isPreview }: WriteCall<Value, By>,
  work: (context: WriteContext<By>) => Promise<Outcome<Value, Own>>,
): Promise<{ result: WriteResult<Value, Own>; storedBytes: number }> {
  const { tx, writer, now } = context;
  if (idempotency) {
    const { key, requestHash } = idempotency;
    const expiredBefore = expiryAt(now);
    if (!(await claimIdempotencyKey(tx, writer.teamId, { key, requestHash, now, expiredBefore })))
      return {
        result: await replayOf(await findIdempotencyRecord(tx, writer.teamId, key), idempotency),
        storedBytes: 0,
      };
  }
  const outcome = await work(context);
  if (!outcome.ok) {
    if (!outcome.keeps || isPreview) throw new RefusedWrite(outcome.refusal);
    if (idempotency) await releaseIdempotencyKey(tx, writer.teamId, idempotency.key);
    return { result: { kind: 'refused', refusal: outcome.refusal }, storedBytes: 0 };
  }
  if (isPreview) throw new Previewed(outcome.value);
  const result = { kind: 'done', value: outcome.value } as const;
  if (!idempotency) return { result, storedBytes: 0 };
  const { status, body } = await idempotency.render(outcome.value);
  const packed = await (idempotency.pack ?? packAnswer)(body);
  await storeIdempotentAnswer(tx, writer.teamId, idempotency.key, { status, body: packed });
  return { result, storedBytes: packed.length };
}

export const expiryAt = (now: Date) => new Date(now.getTime() - IDEMPOTENCY_HOURS * 3_600_000);

type StoredAnswer = Awaited<ReturnType<typeof findIdempotencyRecord>>;

/** The stored answer under a key. Throws a refusal if it is another request's, or is no longer stored. */
async function replayOf(
  record: StoredAnswer,
  { requestHash, unpack = unpackAnswer }: Pick<Idempotency<never>, 'requestHash' | 'unpack'>,
): Promise<Extract<WriteResult<never>, { kind: 'replayed' }>> {
  if (record?.requestHash !== requestHash) throw new RefusedWrite({ reason: 'key_reused' });
  if (record.body === null) throw new RefusedWrite({ reason: 'answer_dropped' });
  return { kind: 'replayed', status: record.status, body: await unpack(record.body) };
}

/**
 * The stored answer under a call's key, or its refusal, for work that cannot be done within a transaction. Null if the
 * call has no key, a new one, or one under which the same request is under way.
 */
export async function answerStoredFor<Value>(
  { db, clock }: Pick<WriteDependencies, 'db' | 'clock'>,
  { writer, idempotency }: WriteCall<Value>,
): Promise<Exclude<WriteResult<Value>, { kind: 'done' }> | null> {
  if (!idempotency) return null;
  const record = await findIdempotencyRecord(db, writer.teamId, idempotency.key);
  if (!record || record.createdAt <= expiryAt(clock())) return null;
  if (record.isUnderWay && record.requestHash === idempotency.requestHash) return null;
  try {
    return await replayOf(record, idempotency);
  } catch (error) {
    if (error instanceof RefusedWrite) return { kind: 'refused', refusal: error.refusal as Refusal };
    throw error;
  }
}

/**
 * Refuses a write if the stored version is no longer the one that its caller has read. Call this
 * once the row is locked, before its state and rules are checked.
 */
export async function whileCurrent<Current>(
  { isCurrent }: Pick<ConditionalCall<never, Current>, 'isCurrent'>,
  read: () => Current | Promise<Current>,
): Promise<Outcome<null>> {
  return isCurrent === null || isCurrent(await read())
    ? done(null)
    : refused({ reason: 'changed_meanwhile' });
}
