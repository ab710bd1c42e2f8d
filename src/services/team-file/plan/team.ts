import type { TeamRecord } from '../../../db/queries/team-file/team-file.ts';
import { differs } from '../../catalogue/rows.ts';
import { newId } from '../../new-id.ts';
import { checkWhole } from '../../team-data/kind.ts';
import { TEAM, type TeamEntry } from '../../team-data/team.ts';
import { teamRow } from '../../team-data/team-row.ts';
import type { ImportContext } from './context.ts';

const NAMELESS = { name: '', currency: 'EUR', timezone: 'UTC' };

/**
 * The row of a new team. Missing required fields are filled in, so that the rest of a refused file can be checked. They
 * are never stored.
 */
export const newTeam = (team: Partial<TeamEntry>, now: Date): Omit<TeamRecord, 'id'> => ({
  slug: team.slug ?? `nameless-${newId()}`,
  ...teamRow(team, undefined, NAMELESS),
  createdAt: team.created_at ?? now,
  updatedAt: team.updated_at ?? now,
});

/** The team after the import. A new team needs all required fields. */
export function planTeam(
  { file, now, problems }: ImportContext,
  stored: TeamRecord,
  isNew: boolean,
): TeamRecord {
  const { place, value: team } = file.team;
  const { name, currency, timezone } = stored;
  const whole = isNew ? team : { name, currency, timezone, ...team };
  problems.addIssues(place, checkWhole(TEAM, whole).issues);
  const merged = {
    ...stored,
    ...teamRow(team, stored, stored),
    createdAt: team.created_at ?? stored.createdAt,
    updatedAt: team.updated_at ?? stored.updatedAt,
  };
  return !team.updated_at && differs(stored, merged) ? { ...merged, updatedAt: now } : merged;
}
