/**
 * Turns stored rows into entries of a team file, with a literal list of fields for each kind (contract, section 11).
 */
import type {
  ListingPage,
  listBlockRows,
  listMemberRecords,
  listSealedTokens,
} from '../../../db/queries/team-file/team-export.ts';
import type { GuestRecord, TeamRecord } from '../../../db/queries/team-file/team-file.ts';
import { instantOrNull, instantText, percentOf } from '../../../domain/formats.ts';
import { foldCase } from '../../../domain/text.ts';
import { policyAsGiven } from '../../../schemas/cancellation-policy.ts';
import { presentListingEntry } from '../../../schemas/listing.ts';
import type { Names } from './names.ts';

type RowOf<List extends (...args: never[]) => Promise<unknown[]>> = Awaited<ReturnType<List>>[number];

export const teamEntry = (team: TeamRecord) => ({
  slug: team.slug,
  name: team.name,
  currency: team.currency,
  timezone: team.timezone,
  enforce_token_scope: team.enforceTokenScope,
  deposit_percent: percentOf(team.depositPpm),
  balance_due_days: team.balanceDueDays,
  cancellation_policy: policyAsGiven(team.cancellationPolicy),
  site_bookings: team.siteBookings,
  site_hold_minutes: team.siteHoldMinutes,
  site_max_nights: team.siteMaxNights,
  calendars_show_requests: team.calendarsShowRequests,
  reseating: team.reseating,
  unit_fixed_days: team.unitFixedDays,
  created_at: instantText(team.createdAt),
  updated_at: instantText(team.updatedAt),
});

export const memberEntry = (member: RowOf<typeof listMemberRecords>, withHash: boolean) => ({
  email: member.email,
  name: member.name,
  ...(withHash ? { password_hash: member.passwordHash } : {}),
  created_at: instantText(member.joinedAt),
  updated_at: instantText(member.updatedAt),
});

/** A creator who has left the team is not named, because the file does not include that person. */
export const tokenEntry = (
  row: RowOf<typeof listSealedTokens>,
  token: string,
  memberKeys: ReadonlySet<string>,
) => ({
  name: row.name,
  scope: row.scope,
  token,
  created_by: row.createdByEmail && memberKeys.has(foldCase(row.createdByEmail)) ? row.createdByEmail : null,
  created_at: instantText(row.createdAt),
});

export const guestEntry = (guest: GuestRecord) => ({
  id: guest.id,
  email: guest.email,
  name: guest.name,
  phone: guest.phone,
  notes: guest.notes,
  erased_at: instantOrNull(guest.erasedAt),
  created_at: instantText(guest.createdAt),
  updated_at: instantText(guest.updatedAt),
});

export const blockEntry = (block: RowOf<typeof listBlockRows>) => ({
  id: block.id,
  listing: block.listing,
  unit: block.unit,
  start_date: block.startDate,
  end_date: block.endDate,
  reason: block.reason,
  ...(block.source === null ? {} : { source: block.source, uid: block.uid }),
  created_at: instantText(block.createdAt),
});

/** The listings of one page, each with its parts. */
export function listingEntries(page: ListingPage, names: Names) {
  const unitsOf = Map.groupBy(page.units, (unit) => unit.listingId);
  const photosOf = Map.groupBy(page.photos, (photo) => photo.listingId);
  const seasonsOf = Map.groupBy(page.seasons, (season) => season.listingId);
  const daysOf = Map.groupBy(page.days, (day) => day.listingId);
  return page.listings.map((listing) =>
    presentListingEntry(listing, names.slug(listing.buildingId), {
      units: unitsOf.get(listing.id) ?? [],
      photos: photosOf.get(listing.id) ?? [],
      seasons: seasonsOf.get(listing.id) ?? [],
      days: daysOf.get(listing.id) ?? [],
    }),
  );
}
