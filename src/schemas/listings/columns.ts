/** Turns a listing in a team file or a body into the columns to store. */
import type { ListingColumns } from '../../services/catalogue/listing-rows.ts';
import type { SomeFields } from '../formats.ts';
import { addressRow, placeRow, termRow, textRow } from './fields.ts';
import type { ListingEntry } from './listing.ts';
import { rulesRow } from './rates.ts';

/**
 * Returns only the columns of the listing's own row, not those of its units or photos. Units, photos, seasons
 * and day overrides are stored in rows of their own. If an entry names the building by its slug, `buildingId`
 * is missing, and the caller looks it up.
 */
export function toListingColumns(
  entry: SomeFields<ListingEntry>,
  buildingId?: string | null,
): ListingColumns {
  const { rates } = entry;
  return {
    id: entry.id,
    slug: entry.slug,
    kind: entry.kind,
    buildingId,
    ...placeRow.toColumns(entry),
    ...addressRow.toColumns(entry.address),
    ...textRow.toColumns(entry),
    nightlyCents: rates?.nightly,
    weekendNightlyCents: rates?.weekend_nightly,
    weekendDays: rates?.weekend_days && [...new Set(rates.weekend_days)].sort((a, b) => a - b),
    includedGuests: rates?.included_guests,
    extraGuestNightlyCents: rates?.extra_guest_nightly,
    extraChildNightlyCents: rates?.extra_child_nightly,
    ...rulesRow.toColumns(entry.rules),
    securityDepositCents: entry.security_deposit,
    ...termRow.toColumns(entry),
    createdAt: entry.created_at ?? undefined,
    updatedAt: entry.updated_at ?? undefined,
  };
}
