/** The team file's entries as the demo writes them, with the fields that a new team needs. */
import type { z } from 'zod';
import type { blockEntry } from '../src/schemas/block.ts';
import type { couponEntry, discountEntry, feeEntry, taxEntry } from '../src/schemas/charge.ts';
import type { bookingEntry } from '../src/schemas/entries/booking.ts';
import type { memberEntry } from '../src/schemas/entries/member.ts';
import type { guestEntry } from '../src/schemas/guest.ts';
import type { listingEntry } from '../src/schemas/listings/listing.ts';
import type { teamEntry } from '../src/schemas/team.ts';

/** An entry with every field that a new entity must have. */
type New<Schema extends z.ZodType, Required extends keyof z.input<Schema>> = z.input<Schema> & {
  [Field in Required]-?: NonNullable<z.input<Schema>[Field]>;
};

export type TeamEntry = New<typeof teamEntry, 'name' | 'currency' | 'timezone'>;
export type MemberEntry = New<typeof memberEntry, 'name'>;
export type FeeEntry = New<typeof feeEntry, 'name' | 'basis'>;
export type TaxEntry = New<typeof taxEntry, 'name' | 'basis'>;
export type DiscountEntry = New<typeof discountEntry, 'name' | 'kind' | 'percent'>;
export type CouponEntry = z.input<typeof couponEntry>;
export type GuestEntry = New<typeof guestEntry, 'name'>;
export type BlockEntry = New<typeof blockEntry, 'listing' | 'unit' | 'start_date' | 'end_date'>;
export type BookingEntry = New<
  typeof bookingEntry,
  'listing' | 'guest' | 'status' | 'check_in' | 'check_out' | 'number_of_guests'
>;
type NewListing = New<typeof listingEntry, 'kind' | 'public_title' | 'max_guests' | 'rates'>;
export type ListingEntry = NewListing & { rates: { nightly: number } };
export type SeasonEntry = NonNullable<ListingEntry['seasons']>[number];
export type DayEntry = NonNullable<ListingEntry['days']>[number];
export type PhotoEntry = NonNullable<ListingEntry['photos']>[number];
export type PaymentEntry = NonNullable<BookingEntry['payments']>[number];
export type EventEntry = NonNullable<BookingEntry['events']>[number];
