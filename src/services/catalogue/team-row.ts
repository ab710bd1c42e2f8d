import type { TeamRecord } from '../../db/queries/teams/teams.ts';
import { DEFAULT_INFANT_AGE } from '../../domain/party.ts';
import type { TeamEntry } from '../../schemas/team.ts';
import { mergeEntry, type RequiredColumns, type SomeFields } from './rows.ts';

const DEFAULTS: Partial<TeamRecord> = {
  enforceTokenScope: false,
  depositPpm: 0,
  balanceDueDays: 0,
  siteBookings: 'off',
  siteHoldMinutes: 1_440,
  siteMaxNights: 30,
  infantAge: DEFAULT_INFANT_AGE,
  calendarsShowRequests: false,
  reseating: 'off',
  unitFixedDays: 2,
};

export const REQUIRED_OF_TEAM: RequiredColumns<TeamRecord> = {
  name: ['name'],
  currency: ['currency'],
  timezone: ['timezone'],
};

/** The row of a team: the fields of its entry over the stored ones. The database numbers a new one. */
export const buildTeamRow = (
  stored: TeamRecord | undefined,
  entry: SomeFields<TeamEntry>,
  now: Date,
): TeamRecord =>
  mergeEntry({ ...DEFAULTS, id: 0, createdAt: now, updatedAt: now }, stored, {
    id: undefined,
    slug: entry.slug,
    name: entry.name,
    currency: entry.currency,
    timezone: entry.timezone,
    enforceTokenScope: entry.enforce_token_scope,
    depositPpm: entry.deposit_percent,
    balanceDueDays: entry.balance_due_days,
    cancellationPolicy: entry.cancellation_policy,
    siteBookings: entry.site_bookings,
    siteHoldMinutes: entry.site_hold_minutes,
    siteMaxNights: entry.site_max_nights,
    infantAge: entry.infant_age,
    calendarsShowRequests: entry.calendars_show_requests,
    reseating: entry.reseating,
    unitFixedDays: entry.unit_fixed_days,
    createdAt: entry.created_at ?? undefined,
    updatedAt: entry.updated_at ?? undefined,
  });
