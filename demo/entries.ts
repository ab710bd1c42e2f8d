/** The team file's entries as the demo writes them: what the import's own schemas take in. */
import type { z } from 'zod';
import type { blockSchema } from '../src/services/team-data/block.ts';
import type { bookingSchema } from '../src/services/team-data/booking.ts';
import type { feeSchema, taxSchema } from '../src/services/team-data/charge.ts';
import type { couponSchema } from '../src/services/team-data/coupon.ts';
import type { discountSchema } from '../src/services/team-data/discount.ts';
import type { guestSchema } from '../src/services/team-data/guest.ts';
import type { listingSchema } from '../src/services/team-data/listing.ts';
import type { memberSchema } from '../src/services/team-data/member.ts';
import type { teamSchema } from '../src/services/team-data/team.ts';

export type TeamEntry = z.input<typeof teamSchema>;
export type MemberEntry = z.input<typeof memberSchema>;
export type FeeEntry = z.input<typeof feeSchema>;
export type TaxEntry = z.input<typeof taxSchema>;
export type DiscountEntry = z.input<typeof discountSchema>;
export type CouponEntry = z.input<typeof couponSchema>;
export type ListingEntry = z.input<typeof listingSchema>;
export type SeasonEntry = NonNullable<ListingEntry['seasons']>[number];
export type DayEntry = NonNullable<ListingEntry['days']>[number];
export type PhotoEntry = NonNullable<ListingEntry['photos']>[number];
export type GuestEntry = z.input<typeof guestSchema>;
export type BlockEntry = z.input<typeof blockSchema>;
export type BookingEntry = z.input<typeof bookingSchema>;
export type PaymentEntry = NonNullable<BookingEntry['payments']>[number];
export type EventEntry = NonNullable<BookingEntry['events']>[number];
