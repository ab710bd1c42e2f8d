import { findTeamRecord, lockTeam, type TeamRecord, updateTeam } from '../../db/queries/teams/teams.ts';
import { listFieldNames } from '../../domain/field-names.ts';
import { listChangedColumns } from '../catalogue/rows.ts';
import { buildTeamRow, type TeamColumns } from '../catalogue/team-row.ts';
import { recordTeamEvent } from '../team-events.ts';
import type { ReadScope, TeamScope } from '../team-scope.ts';
import { type ConditionalOptions, requireVersion, write } from '../write.ts';

export type { TeamRecord };

/**
 * Changes the settings that a team decides itself. If a team begins to enforce the scopes of its tokens, they
 * apply from the next request on.
 */
export const changeTeam = (
  scope: TeamScope,
  change: TeamColumns,
  options: ConditionalOptions<TeamRecord> = {},
): Promise<TeamRecord> =>
  write(scope, options, async (scope) => {
    const { tx, teamId, now } = scope;
    await lockTeam(tx, teamId);
    const team = await readTeam({ db: tx, teamId });
    await requireVersion(options, () => team);
    const after = buildTeamRow(team, change, now);
    const changed = listChangedColumns(team, after);
    if (changed.length === 0) return team;
    const stored = { ...after, updatedAt: now };
    await recordTeamEvent(scope, { type: 'team.changed', data: { changed: listFieldNames(changed) } });
    // The team's row is written last, because on a cluster other writes to the shared table of teams wait from
    // this point until the write ends.
    await updateTeam(tx, stored);
    return stored;
  });

export async function readTeam({ db, teamId }: ReadScope): Promise<TeamRecord> {
  const team = await findTeamRecord(db, teamId);
  if (!team) throw new Error('A team disappeared.');
  return team;
}
