import type { TeamRecord } from '../../db/queries/team-file/team-file.ts';
import { given } from './merging.ts';
import type { TeamEntry } from './team.ts';

type NamesOfTeam = Pick<TeamRecord, 'name' | 'currency' | 'timezone'>;

/** The row of a team: the given values, else the stored ones, else the defaults. */
export function teamRow(
  team: Partial<TeamEntry>,
  stored: TeamRecord | undefined,
  names: NamesOfTeam,
): Omit<TeamRecord, 'id' | 'slug' | 'createdAt' | 'updatedAt'> {
  return {
    name: team.name ?? names.name,
    currency: team.currency ?? names.currency,
    timezone: team.timezone ?? names.timezone,
    enforceTokenScope: given(team.enforce_token_scope, stored?.enforceTokenScope, false),
    depositPpm: given(team.deposit_percent, stored?.depositPpm, 0),
    balanceDueDays: given(team.balance_due_days, stored?.balanceDueDays, 0),
    cancellationPolicy: given(team.cancellation_policy, stored?.cancellationPolicy, null),
    siteBookings: given(team.site_bookings, stored?.siteBookings, 'off'),
    siteHoldMinutes: given(team.site_hold_minutes, stored?.siteHoldMinutes, 1_440),
    siteMaxNights: given(team.site_max_nights, stored?.siteMaxNights, 30),
    calendarsShowRequests: given(team.calendars_show_requests, stored?.calendarsShowRequests, false),
    reseating: given(team.reseating, stored?.reseating, 'off'),
    unitFixedDays: given(team.unit_fixed_days, stored?.unitFixedDays, 2),
  };
}
