import type { TeamRecord } from '../../../db/queries/team-file.ts';
import { newId } from '../../new-id.ts';
import type { TeamEntry } from '../../team-data/team.ts';
import { differs, given, type ImportContext } from './context.ts';

type Team = Partial<TeamEntry>;

/**
 * The team as it is made where there is none of that name. What the file should say and does not is filled in, so that
 * the rest of a refused file can be looked through against something; nothing of that is kept.
 */
export function newTeam(team: Team, now: Date): Omit<TeamRecord, 'id'> {
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

/** The stored team with what the file says of it. */
export function mergedTeam({ now }: ImportContext, team: Team, stored: TeamRecord): TeamRecord {
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
