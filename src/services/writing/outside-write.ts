/** Writes that wait for another system run outside of a transaction, which must not stay open so long. */
import { setTimeout as sleep } from 'node:timers/promises';
import { findIdempotencyRecord, releaseIdempotencyKey } from '../../db/queries/teams/idempotency.ts';
import type { TeamScope } from '../team-scope.ts';
import { claimKey, type Idempotency, storeAnswer, throwIfAnswered, type WriteOptions } from '../write.ts';

const LOOKS_EVERY_MS = 100;
/** A process that took an idempotency key this long ago is assumed to be dead. Its work never takes as long. */
const WAITS_MS = 20_000;

/**
 * Takes the key before the work begins. Another request under the same key waits for the answer without a database
 * connection. If the work is refused or fails, the key is free again.
 */
export async function writeOutside<Value>(
  scope: TeamScope,
  options: WriteOptions<Value>,
  work: () => Promise<Value>,
): Promise<Value> {
  const { teamId, clock, inTeamTransaction } = scope;
  const { idempotency } = options;
  if (!idempotency) return work();
  const claim = () => inTeamTransaction(teamId, (tx) => claimKey(tx, teamId, idempotency, clock()));
  while (!(await claim())) {
    await waitWhileUnderWay(scope, idempotency);
    await throwIfAnswered(scope, options);
  }
  return workUnderKey(scope, idempotency, work);
}

async function workUnderKey<Value>(
  { db, teamId, inTeamTransaction }: TeamScope,
  idempotency: Idempotency<Value>,
  work: () => Promise<Value>,
): Promise<Value> {
  try {
    const value = await work();
    await inTeamTransaction(teamId, (tx) => storeAnswer(tx, teamId, idempotency, value));
    return value;
  } catch (error) {
    await releaseIdempotencyKey(db, teamId, idempotency.key);
    throw error;
  }
}

/** If the other request takes too long, its key is released. */
async function waitWhileUnderWay<Value>(
  { db, teamId }: TeamScope,
  { key, requestHash }: Idempotency<Value>,
): Promise<void> {
  const waitsUntil = performance.now() + WAITS_MS;
  for (;;) {
    const record = await findIdempotencyRecord(db, teamId, key);
    if (!record?.isUnderWay || record.requestHash !== requestHash) return;
    if (performance.now() >= waitsUntil) break;
    await sleep(LOOKS_EVERY_MS);
  }
  await releaseIdempotencyKey(db, teamId, key);
}
