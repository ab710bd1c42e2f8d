import type { Executor } from '../../db/client.ts';
import { findTeamRecord, lockTeam, type TeamRecord, updateTeam } from '../../db/queries/teams/teams.ts';
import { presentTeam, type TeamChange } from '../../schemas/team.ts';
import { listChangedNames } from '../catalogue/rows.ts';
import { buildTeamRow } from '../catalogue/team-row.ts';
import { recordTeamEvent } from '../team-events.ts';
import {
  type ConditionalCall,
  requireVersion,
  type TeamWriter,
  type WriteCall,
  type WriteContext,
  type WriteDependencies,
  write,
} from '../write.ts';

export type { TeamRecord };

/** Changes the settings that a team decides itself. */
export const changeTeam = (
  dependencies: WriteDependencies,
  call: ConditionalCall<TeamRecord>,
  change: TeamChange,
): Promise<TeamRecord> =>
  write(dependencies, call, async (context) => {
    const { tx, writer } = context;
    await lockTeam(tx, writer.teamId);
    const team = await readTeam(tx, writer.teamId);
    await requireVersion(call, () => team);
    return changeLocked(context, team, change);
  });

/** Refuses writes with read-only tokens from the next request on, or allows them again. */
export const enforceTokenScope = (
  dependencies: WriteDependencies,
  call: WriteCall<void, TeamWriter>,
  isEnforced: boolean,
): Promise<void> =>
  write(dependencies, call, async (context) => {
    const { tx, writer } = context;
    await lockTeam(tx, writer.teamId);
    const team = await readTeam(tx, writer.teamId);
    await changeLocked(context, team, { enforce_token_scope: isEnforced });
  });

async function changeLocked(
  context: WriteContext<TeamWriter>,
  team: TeamRecord,
  change: TeamChange,
): Promise<TeamRecord> {
  const after = buildTeamRow(team, change, context.now);
  const changed = listChangedNames(presentTeam(team), presentTeam(after));
  if (changed.length === 0) return team;
  const stored = { ...after, updatedAt: context.now };
  await recordTeamEvent(context, { type: 'team.changed', data: { changed } });
  // Last, because all teams share this table: on a cluster, others wait from here until the write ends.
  await updateTeam(context.tx, stored);
  return stored;
}

export async function readTeam(db: Executor, teamId: number): Promise<TeamRecord> {
  const team = await findTeamRecord(db, teamId);
  if (!team) throw new Error('A team disappeared.');
  return team;
}
