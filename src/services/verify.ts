import type { Database } from '../db/client.ts';
import { CORE_INVARIANTS, countViolationsOfAnyTeam, type Invariants } from '../db/queries/invariants.ts';

export type { Invariants };

type InvariantCheck = { invariant: string; violations: number };

/** All teams, on one snapshot. */
export function verifyDatabase(
  { db }: { db: Database },
  ofOptions: readonly Invariants[],
): Promise<InvariantCheck[]> {
  const invariants = [...CORE_INVARIANTS, ...ofOptions].toSorted((a, b) => a.position - b.position);
  return db.transaction(
    async (tx) => {
      const checks: InvariantCheck[] = [];
      for (const [invariant, query] of invariants.flatMap(({ queries }) => Object.entries(queries))) {
        checks.push({ invariant, violations: await countViolationsOfAnyTeam(tx, query) });
      }
      return checks;
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}
