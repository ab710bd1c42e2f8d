const MINUTE_MS = 60_000;

export type Pace = ReturnType<typeof createPace>;

/** For each team, the messages that this process tried to send in the last minute. A limit of 0 means none. */
export function createPace(perMinute: number) {
  const begun = new Map<number | null, number[]>();

  function listRecent(teamId: number | null): number[] {
    const since = performance.now() - MINUTE_MS;
    const times = (begun.get(teamId) ?? []).filter((time) => time > since);
    if (times.length === 0) begun.delete(teamId);
    else begun.set(teamId, times);
    return times;
  }

  const isFull = (teamId: number | null): boolean => perMinute > 0 && listRecent(teamId).length >= perMinute;

  return {
    isFull,

    /** Returns false if the team has reached its limit for the minute. */
    take(teamId: number | null): boolean {
      if (perMinute === 0) return true;
      if (isFull(teamId)) return false;
      begun.set(teamId, [...listRecent(teamId), performance.now()]);
      return true;
    },

    listFullTeams: (): number[] => [...begun.keys()].filter((teamId) => teamId !== null).filter(isFull),
  };
}
