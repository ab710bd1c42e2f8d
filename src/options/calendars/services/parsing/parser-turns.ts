export const MAX_CONCURRENT_PARSES = 2;

/**
 * Lets teams take turns at having calendars parsed. At most one calendar of a team is parsed at a time, and at
 * most one of all slow teams, so that slow teams never occupy all threads.
 */
export function createParserTurns(isSlow: (teamId: number) => boolean) {
  /**
   * The calendars that wait to be parsed, by their team. The team that has waited longest for its turn comes
   * first.
   */
  const waiting = new Map<number, (() => void)[]>();
  const running = new Set<number>();

  const mayBegin = (teamId: number) =>
    running.size < MAX_CONCURRENT_PARSES &&
    !running.has(teamId) &&
    !(isSlow(teamId) && [...running].some((other) => isSlow(other)));

  function beginAll(): void {
    for (const [teamId, [begin, ...rest]] of waiting) {
      if (!begin || !mayBegin(teamId)) continue;
      waiting.delete(teamId);
      if (rest.length > 0) waiting.set(teamId, rest);
      running.add(teamId);
      begin();
    }
  }

  return {
    async run<Result>(teamId: number, work: () => Promise<Result>): Promise<Result> {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.set(teamId, [...(waiting.get(teamId) ?? []), resolve]);
      beginAll();
      await promise;
      try {
        return await work();
      } finally {
        running.delete(teamId);
        beginAll();
      }
    },
  };
}
