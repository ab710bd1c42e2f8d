import type { Database } from '../../src/db/client.ts';
import { OPTIONS } from '../../src/options.ts';
import { verifyDatabase } from '../../src/services/verify.ts';

/** What the command `verify` checks. */
export const verifyAll = (world: { db: Database }) =>
  verifyDatabase(
    world,
    OPTIONS.flatMap(({ invariants }) => invariants ?? []),
  );
