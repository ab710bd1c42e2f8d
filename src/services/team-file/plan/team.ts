import type { TeamRecord } from '../../../db/queries/team-file.ts';
import { newId } from '../../new-id.ts';
import { checkWhole } from '../../team-data/kind.ts';
import { TEAM, type TeamEntry } from '../../team-data/team.ts';
import { differs, given, type ImportContext } from './context.ts';

/**
 * The team as it is made if there is none with its slug. Fields that the file should give are filled in, so that the rest
 * of a refused file can be checked against something; none of that is kept.
 */
export function newTeam(team: Partial<TeamEntry>, now: Date): Omit<TeamRecord, 'id'> {
  return {
    slug: team.slug ?? `nameless-${newId()}`,
    name: team.name ?? '',
    currency: team.currency ?? 'EUR',
    timezone: team.timezone ?? 'UTC',
    enforceTokenScope: team.enforce_token_scope ?? false,
    depositPpm: team.deposit_percent ?? 0,
    balanceDueDays: team.balance_due_days ?? 0,
    createdAt: team.created_at ?? now,
    updatedAt: team.updated_at ?? now,
  };
}

/** The team as it is to be. A new one must say everything that a team cannot be without. */
export function planTeam(
  { file, now, problems }: ImportContext,
  stored: TeamRecord,
  isNew: boolean,
): TeamRecord {
  const { place, faulty, value: team } = file.team;
  const { name, currency, timezone } = stored;
  const whole = isNew ? team : { name, currency, timezone, ...team };
  problems.addIssues(place, checkWhole(TEAM, { faulty, value: whole }).issues);
  const merged = {
    ...stored,
    name: team.name ?? stored.name,
    currency: team.currency ?? stored.currency,
    timezone: team.timezone ?? stored.timezone,
    enforceTokenScope: given(team.enforce_token_scope, stored.enforceTokenScope, false),
    depositPpm: given(team.deposit_percent, stored.depositPpm, 0),
    balanceDueDays: given(team.balance_due_days, stored.balanceDueDays, 0),
    createdAt: team.created_at ?? stored.createdAt,
    updatedAt: team.updated_at ?? stored.updatedAt,
  };
  return !team.updated_at && differs(stored, merged) ? { ...merged, updatedAt: now } : merged;
}
