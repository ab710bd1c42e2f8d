import type { Database } from '../../db/client.ts';
import { classifyDatabaseError } from '../../db/errors.ts';
import { listTeamIdsAfter } from '../../db/queries/teams/teams.ts';

const TEAMS_AT_ONCE = 50;
/** How long a look goes on to the next team. The statement of a team on a lost machine may take a while to fail. */
const LOOK_MS = 1_000;

/** Finds the due work of one team, or of all teams if the id is null. */
type ListDue<Work> = (teamId: number | null) => Promise<readonly Work[]>;

/**
 * Makes a function that finds due work of all teams by one statement. That statement fails while a machine of a cluster
 * is away, and the teams of all other machines would wait until it is back (docs/operations.md). So work is then found
 * team by team: that of some teams in one look, and of the next teams in the next look.
 */
export function createTeamByTeam(db: Database, limit: number) {
  let lastTeamId = 0;

  async function listOfNextTeams<Work>(listDue: ListDue<Work>): Promise<Work[]> {
    const endsAt = performance.now() + LOOK_MS;
    const found: Work[] = [];
    const teamIds = await listTeamIdsAfter(db, lastTeamId, TEAMS_AT_ONCE);
    for (const teamId of teamIds) {
      lastTeamId = teamId;
      found.push(...(await listDue(teamId).catch(returnNoneIfAway)));
      if (found.length >= limit || performance.now() > endsAt) return found;
    }
    if (teamIds.length < TEAMS_AT_ONCE) lastTeamId = 0;
    return found;
  }

  return async <Work>(listDue: ListDue<Work>): Promise<readonly Work[]> => {
    try {
      return await listDue(null);
    } catch (error) {
      if (!isAway(error)) throw error;
      return listOfNextTeams(listDue);
    }
  };
}

const isAway = (error: unknown): boolean => classifyDatabaseError(error) === 'unavailable';

function returnNoneIfAway(error: unknown): [] {
  if (!isAway(error)) throw error;
  return [];
}
