import type { Database } from '../db/client.ts';
import { countViolationsOfAnyTeam, DATABASE_INVARIANTS } from '../db/queries/invariants.ts';

type InvariantCheck = { invariant: string; violations: number };

/** All teams, on one snapshot. */
export function verifyDatabase({ db }: { db: Database }): Promise<InvariantCheck[]> {
  return db.transaction(
    async (tx) => {
      const checks: InvariantCheck[] = [];
      for (const [invariant, query] of Object.entries(DATABASE_INVARIANTS)) {
        checks.push({ invariant, violations: await countViolationsOfAnyTeam(tx, query) });
      }
      return checks;
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}
