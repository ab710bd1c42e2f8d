/** The lists of a team file: JSON with everything that a team has stored. */

import { MAX_LIVE_TOKENS, MAX_MEMBERS_OF_TEAM, MAX_ROLES } from '../../../domain/limits.ts';
import { foldCase } from '../../../domain/text/text.ts';
import { blockEntry } from '../../../schemas/block.ts';
import { couponEntry, discountEntry, feeEntry, taxEntry } from '../../../schemas/charges/entries.ts';
import { guestEntry } from '../../../schemas/guest.ts';
import { listingEntry } from '../../../schemas/listings/listing.ts';
import { type Collections, exactly } from '../../../services/team-file-part.ts';
import { LISTS_OF_PARTS } from '../parts.ts';
import { bookingEntry } from '../schemas/booking.ts';
import { memberEntry } from '../schemas/member.ts';
import { roleEntry } from '../schemas/role.ts';
import { tokenEntry } from '../schemas/token.ts';

/** In the file's order. */
export const COLLECTIONS = {
  roles: { schema: roleEntry, key: 'code', same: exactly, inner: [], max: MAX_ROLES },
  members: { schema: memberEntry, key: 'email', same: foldCase, inner: [], max: MAX_MEMBERS_OF_TEAM },
  tokens: { schema: tokenEntry, key: 'name', same: exactly, inner: [], max: MAX_LIVE_TOKENS },
  fees: { schema: feeEntry, key: 'code', same: exactly, inner: [], max: 200 },
  taxes: { schema: taxEntry, key: 'code', same: exactly, inner: [], max: 200 },
  discounts: { schema: discountEntry, key: 'code', same: exactly, inner: [], max: 200 },
  coupons: { schema: couponEntry, key: 'code', same: foldCase, inner: [], max: 100_000 },
  ...LISTS_OF_PARTS,
  listings: {
    schema: listingEntry,
    key: 'slug',
    same: exactly,
    inner: ['units', 'photos'],
    max: 100_000,
  },
  guests: { schema: guestEntry, key: 'email', same: foldCase, inner: [], max: 10_000_000 },
  blocks: { schema: blockEntry, key: null, same: exactly, inner: [], max: 10_000_000 },
  bookings: {
    schema: bookingEntry,
    key: 'confirmation_code',
    same: exactly,
    inner: ['payments', 'invoices', 'events'],
    max: 10_000_000,
  },
} as const satisfies Collections;

export type CollectionName = keyof typeof COLLECTIONS;
export const COLLECTION_NAMES = Object.keys(COLLECTIONS) as CollectionName[];
