/** The lists of a team file (contract, section 11): the form of their entries, and how many there may be. */
import { MAX_LIVE_TOKENS, MAX_MEMBERS } from '../../../domain/limits.ts';
import { blockSchema } from '../../team-data/block.ts';
import { bookingSchema } from '../../team-data/booking.ts';
import { feeSchema, taxSchema } from '../../team-data/charge.ts';
import { couponSchema } from '../../team-data/coupon.ts';
import { discountSchema } from '../../team-data/discount.ts';
import { guestSchema } from '../../team-data/guest.ts';
import { listingSchema } from '../../team-data/listing.ts';
import { memberSchema } from '../../team-data/member.ts';
import { tokenSchema } from '../../team-data/token.ts';

export const COLLECTIONS = {
  members: { schema: memberSchema, max: MAX_MEMBERS },
  tokens: { schema: tokenSchema, max: MAX_LIVE_TOKENS },
  fees: { schema: feeSchema, max: 200 },
  taxes: { schema: taxSchema, max: 200 },
  discounts: { schema: discountSchema, max: 200 },
  coupons: { schema: couponSchema, max: 100_000 },
  listings: { schema: listingSchema, max: 100_000 },
  guests: { schema: guestSchema, max: 10_000_000 },
  blocks: { schema: blockSchema, max: 10_000_000 },
  bookings: { schema: bookingSchema, max: 10_000_000 },
} as const;

export type CollectionName = keyof typeof COLLECTIONS;
