import { teamOfStatements } from '../db/nodes/lanes.ts';

/**
 * Runs `work`, whose statements concern this team, or no known team. On a cluster, a node that does not answer then
 * delays only the requests of its own teams.
 */
export const ofTeam = <Result>(teamId: number | null, work: () => Result): Result =>
  teamOfStatements.run(teamId, work);
