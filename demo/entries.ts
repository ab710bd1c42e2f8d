/** The team file's entries as the demo writes them, with the fields that a new team needs. */
import type { z } from 'zod';
import type { BLOCK, blockSchema } from '../src/services/team-data/block.ts';
import type { BOOKING, bookingSchema } from '../src/services/team-data/booking.ts';
import type { FEE, feeSchema, TAX, taxSchema } from '../src/services/team-data/charge.ts';
import type { COUPON, couponSchema } from '../src/services/team-data/coupon.ts';
import type { DISCOUNT, discountSchema } from '../src/services/team-data/discount.ts';
import type { GUEST, guestSchema } from '../src/services/team-data/guest.ts';
import type { RequiredOf, Whole } from '../src/services/team-data/kind.ts';
import type { LISTING, listingSchema } from '../src/services/team-data/listing.ts';
import type { MEMBER, memberSchema } from '../src/services/team-data/member.ts';
import type { TEAM, teamSchema } from '../src/services/team-data/team.ts';

/** An entry with every field that a new entity must have. */
type New<Schema extends z.ZodType, AnyKind> = Whole<
  z.input<Schema>,
  Extract<RequiredOf<AnyKind>, keyof z.input<Schema>>
>;

export type TeamEntry = New<typeof teamSchema, typeof TEAM>;
export type MemberEntry = New<typeof memberSchema, typeof MEMBER>;
export type FeeEntry = New<typeof feeSchema, typeof FEE>;
export type TaxEntry = New<typeof taxSchema, typeof TAX>;
export type DiscountEntry = New<typeof discountSchema, typeof DISCOUNT>;
export type CouponEntry = New<typeof couponSchema, typeof COUPON>;
export type GuestEntry = New<typeof guestSchema, typeof GUEST>;
export type BlockEntry = New<typeof blockSchema, typeof BLOCK>;
export type BookingEntry = New<typeof bookingSchema, typeof BOOKING>;
type NewListing = New<typeof listingSchema, typeof LISTING>;
export type ListingEntry = NewListing & { rates: Whole<NewListing['rates'], 'nightly'> };
export type SeasonEntry = NonNullable<ListingEntry['seasons']>[number];
export type DayEntry = NonNullable<ListingEntry['days']>[number];
export type PhotoEntry = NonNullable<ListingEntry['photos']>[number];
export type PaymentEntry = NonNullable<BookingEntry['payments']>[number];
export type EventEntry = NonNullable<BookingEntry['events']>[number];
