import type { ListingColumns } from '../../services/catalogue/listing-rows.ts';
import type { SomeFields } from '../formats.ts';
import { addressRow, placeRow, termRow, textRow } from './fields.ts';
import type { ListingEntry } from './listing.ts';
import { rulesRow } from './rates.ts';

/**
 * Only the listing's own row: units, photos, seasons and day overrides have rows of their own. Without
 * `buildingId`, the caller looks the building up by its slug.
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
