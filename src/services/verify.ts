import type { Database } from '../db/client.ts';
import { countViolationsOfAnyTeam, INVARIANTS } from '../db/queries/events/invariants.ts';

export type Verified = { promise: string; violations: number };

/** Checks what must hold for every row, over all teams, on the database at one moment. */
export function verifyDatabase(db: Database): Promise<Verified[]> {
  return db.transaction(
    async (tx) => {
      const verified: Verified[] = [];
      for (const [promise, query] of Object.entries(INVARIANTS)) {
        verified.push({ promise, violations: await countViolationsOfAnyTeam(tx, query) });
      }
      return verified;
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}
