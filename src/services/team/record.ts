import { findTeamRecord, type TeamRecord } from '../../db/queries/teams/teams.ts';
import type { ReadScope } from '../team-scope.ts';

/** Of a scope, whose team exists. */
export async function readTeamRecord({ db, teamId }: ReadScope): Promise<TeamRecord> {
  const team = await findTeamRecord(db, teamId);
  if (!team) throw new Error('A team disappeared.');
  return team;
}
