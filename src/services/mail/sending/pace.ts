const MINUTE_MS = 60_000;

export type Pace = ReturnType<typeof createPace>;

/**
 * Counts how many messages each team has tried to send in the last minute, in this process, where a limit of
 * 0 means no limit.
 */
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

    /** Counts a try to send a message of a team, or returns false if the team has reached its limit for the minute. */
    take(teamId: number | null): boolean {
      if (perMinute === 0) return true;
      if (isFull(teamId)) return false;
      begun.set(teamId, [...listRecent(teamId), performance.now()]);
      return true;
    },

    /** The teams that have tried to send enough messages in this minute. */
    listFullTeams: (): number[] => [...begun.keys()].filter((teamId) => teamId !== null).filter(isFull),
  };
}
