import type { Executor } from '../../db/client.ts';
import { findTeamRecord, lockTeam, type TeamRecord, updateTeam } from '../../db/queries/teams/teams.ts';
import { presentTeam, type TeamChange } from '../../schemas/team.ts';
import { listChangedNames } from '../catalogue/rows.ts';
import { buildTeamRow } from '../catalogue/team-row.ts';
import { recordTeamEvent } from '../team-events.ts';
import { type ConditionalCall, requireVersion, type WriteDependencies, write } from '../write.ts';

export type { TeamRecord };

/** Changes the settings that a team decides itself. If scopes are enforced, that holds from the next request on. */
export const changeTeam = (
  dependencies: WriteDependencies,
  call: ConditionalCall<TeamRecord>,
  change: TeamChange,
): Promise<TeamRecord> =>
  write(dependencies, call, async (context) => {
    const { tx, writer, now } = context;
    await lockTeam(tx, writer.teamId);
    const team = await readTeam(tx, writer.teamId);
    await requireVersion(call, () => team);
    const after = buildTeamRow(team, change, now);
    const changed = listChangedNames(presentTeam(team), presentTeam(after));
    if (changed.length === 0) return team;
    const stored = { ...after, updatedAt: now };
    await recordTeamEvent(context, { type: 'team.changed', data: { changed } });
    // Last, because all teams share this table: on a cluster, others wait from here until the write ends.
    await updateTeam(tx, stored);
    return stored;
  });

export async function readTeam(db: Executor, teamId: number): Promise<TeamRecord> {
  const team = await findTeamRecord(db, teamId);
  if (!team) throw new Error('A team disappeared.');
  return team;
}
