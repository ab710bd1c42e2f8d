/**
 * Writes that wait for another system. Writes that wait for another system run outside of a transaction, which
 * must not stay open so long.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { findIdempotencyRecord, releaseIdempotencyKey } from '../../db/queries/teams/idempotency.ts';
import type { TeamScope } from '../team-scope.ts';
import { claimKey, type Idempotency, storeAnswer, throwIfAnswered, type WriteOptions } from '../write.ts';

const LOOKS_EVERY_MS = 100;
/**
 * After this time, a process that took an idempotency key is assumed to be dead. Work that waits for another
 * system never takes as long as this.
 */
const WAITS_MS = 20_000;

/**
 * Does work once for an idempotency key. The idempotency key is taken before the work begins. Another request
 * under the same key waits for the answer without holding a database connection. If the work under an
 * idempotency key is refused or fails, the key is free again.
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

/**
 * Waits while another request does the same work under the same idempotency key. If the other request takes
 * too long, its idempotency key is released.
 */
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
