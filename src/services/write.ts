import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Transaction } from '../db/client.ts';
import { databaseTroubleOf, sqlErrorOf } from '../db/errors.ts';
import {
  claimIdempotencyKey,
  findIdempotencyRecord,
  storeIdempotentAnswer,
} from '../db/queries/idempotency.ts';
import type { Outcome, Refusal } from './outcome.ts';

/** How long the answer under an idempotency key is kept (contract, section 8). */
export const IDEMPOTENCY_HOURS = 24;
const MAX_ATTEMPTS = 4;
const MAX_JITTER_MS = 50;

/** A caller's idempotency key, with how the answer is written that is stored under it. */
export type Idempotency<Value> = {
  key: string;
  requestHash: string;
  render: (value: Value) => { status: number; body: string };
};

export type WriteResult<Value> =
  | { kind: 'done'; value: Value }
  /** The key has been used for this very request: its answer again. */
  | { kind: 'replayed'; status: number; body: string }
  | { kind: 'refused'; refusal: Refusal };

type WriteOptions<Value> = {
  teamId: number;
  now: Date;
  idempotency: Idempotency<Value> | null;
  /** The field that is told where a guest's email turns out to be taken as it is stored. */
  emailField?: string;
};

/** Takes a transaction back on a refusal, which leaves its key free. */
class RefusedWrite extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.reason);
    this.refusal = refusal;
  }
}

/**
 * Runs a write in one transaction: all of it or, on a refusal, nothing. The answer under an idempotency key is stored
 * in that same transaction. What PostgreSQL broke off for a deadlock is run again; nights that somebody took in spite of
 * all locks are the ordinary refusal.
 */
export async function write<Value>(
  db: Database,
  options: WriteOptions<Value>,
  work: (tx: Transaction) => Promise<Outcome<Value>>,
): Promise<WriteResult<Value>> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction((tx) => writeOnce(tx, options, work));
    } catch (error) {
      if (error instanceof RefusedWrite) return { kind: 'refused', refusal: error.refusal };
      const trouble = databaseTroubleOf(error);
      if (sqlErrorOf(error)?.constraint === 'guests_email_key_key') {
        return { kind: 'refused', refusal: emailTaken(options.emailField ?? 'email') };
      }
      // Where both stays begin on the same night the primary key of occupancies comes first.
      const isTaken =
        trouble === 'overlap' ||
        sqlErrorOf(error)?.constraint === 'occupancies_team_id_unit_id_start_date_pk';
      if (isTaken) return { kind: 'refused', refusal: NIGHTS_TAKEN };
      if (trouble !== 'conflict' || attempt === MAX_ATTEMPTS) throw error;
      await sleep(Math.random() * MAX_JITTER_MS);
    }
  }
}

/** The refusal of an email that another guest of the team has (contract, section 9). */
export const emailTaken = (field: string): Refusal => ({
  reason: 'invalid',
  errors: { [field]: ['Another guest of the team has this email.'] },
});

const NIGHTS_TAKEN: Refusal = {
  reason: 'invalid',
  errors: { availability: ['This place is not available for the whole stay.'] },
};

async function writeOnce<Value>(
  tx: Transaction,
  { teamId, now, idempotency }: WriteOptions<Value>,
  work: (tx: Transaction) => Promise<Outcome<Value>>,
): Promise<WriteResult<Value>> {
  if (idempotency) {
    const { key, requestHash } = idempotency;
    const expiredBefore = new Date(now.getTime() - IDEMPOTENCY_HOURS * 3_600_000);
    if (!(await claimIdempotencyKey(tx, teamId, key, requestHash, now, expiredBefore))) {
      const record = await findIdempotencyRecord(tx, teamId, key);
      if (record?.requestHash !== requestHash) throw new RefusedWrite({ reason: 'key_reused' });
      return { kind: 'replayed', status: record.status, body: record.body };
    }
  }
  const outcome = await work(tx);
  if (!outcome.ok) throw new RefusedWrite(outcome.refusal);
  if (idempotency)
    await storeIdempotentAnswer(tx, teamId, idempotency.key, idempotency.render(outcome.value));
  return { kind: 'done', value: outcome.value };
}
