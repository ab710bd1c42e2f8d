/** Null if unknown, which is not counted. */
export type Holder = { team: number | null; caller: string | null };

/** Open at once. */
export type ShareLimits = { process?: number; team?: number; caller?: number };

export type Shares = ReturnType<typeof createShares>;

/**
 * A team and a caller have lower limits than the process, so that none of them ever takes all of it from the
 * others (docs/rules.md, 3.19).
 */
export function createShares(limits: ShareLimits) {
  const counts = new Map<string, number>();
  let refusedCount = 0;

  const countOpen = (key: string) => counts.get(key) ?? 0;

  function changeCounts(keys: readonly string[], change: 1 | -1): void {
    for (const key of keys) {
      const count = countOpen(key) + change;
      if (count === 0) counts.delete(key);
      else counts.set(key, count);
    }
  }

  return {
    /** Returns the function that gives the place back, or null if the holder may have no more. */
    take({ team, caller }: Holder): (() => void) | null {
      const counted = [
        { key: 'process', limit: limits.process },
        ...(team === null ? [] : [{ key: `team ${team}`, limit: limits.team }]),
        ...(caller === null ? [] : [{ key: `caller ${caller}`, limit: limits.caller }]),
      ];
      if (counted.some(({ key, limit }) => limit !== undefined && countOpen(key) >= limit)) {
        refusedCount += 1;
        return null;
      }
      const keys = counted.map(({ key }) => key);
      changeCounts(keys, 1);
      let isHeld = true;
      return () => {
        if (isHeld) changeCounts(keys, -1);
        isHeld = false;
      };
    },

    readFigures: () => ({ open: countOpen('process'), waiting: 0, refused: refusedCount }),
  };
}
