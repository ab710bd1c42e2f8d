/** Writes that wait for another system, which no transaction may do. */
import { setTimeout as sleep } from 'node:timers/promises';
import { findIdempotencyRecord, releaseIdempotencyKey } from '../../db/queries/teams/idempotency.ts';
import {
  claimKey,
  type Idempotency,
  storeAnswer,
  throwIfAnswered,
  type WriteCall,
  type WriteDependencies,
} from '../write.ts';
import { inTeamTransaction } from './team-limit.ts';

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
  work: () => Promise<Value>,
): Promise<Value> {
  const { db, clock } = dependencies;
  const { writer, idempotency } = call;
  if (!idempotency) return work();
  const claim = () =>
    inTeamTransaction(db, writer.teamId, (tx) => claimKey(tx, writer.teamId, idempotency, clock()));
  while (!(await claim())) {
    await waitWhileUnderWay(dependencies, call, idempotency);
    await throwIfAnswered(dependencies, call);
  }
  return workUnderKey(dependencies, call, idempotency, work);
}

async function workUnderKey<Value>(
  { db }: WriteDependencies,
  { writer: { teamId } }: WriteCall<Value>,
  idempotency: Idempotency<Value>,
  work: () => Promise<Value>,
): Promise<Value> {
  try {
    const value = await work();
    await inTeamTransaction(db, teamId, (tx) => storeAnswer(tx, teamId, idempotency, value));
    return value;
  } catch (error) {
    await releaseIdempotencyKey(db, teamId, idempotency.key);
    throw error;
  }
}

/** Waits while another request does the same work under the key. If it takes too long, its key is released. */
async function waitWhileUnderWay<Value>(
  { db }: WriteDependencies,
  { writer: { teamId } }: WriteCall<Value>,
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
