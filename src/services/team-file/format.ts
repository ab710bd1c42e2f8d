/** The team file's form (contract, section 11): one schema for each kind of entry. */
import { z } from 'zod';
import { isPossibleToken } from '../../domain/token.ts';
import {
  CHARGE_BASES,
  DISCOUNT_KINDS,
  LISTING_KINDS,
  LISTING_STATUSES,
  PROPERTY_TYPES,
  TAX_TARGETS,
  TOKEN_SCOPES,
} from '../../domain/vocabulary.ts';
import { bookingSchema } from './booking-format.ts';
import {
  cents,
  coordinate,
  count,
  currency,
  date,
  email,
  flag,
  guestCount,
  id,
  instant,
  integer,
  list,
  MAX_CODE,
  MAX_NAME,
  MAX_TEXT,
  object,
  optionalEmail,
  optionalText,
  percent,
  ruleDays,
  slug,
  stayRule,
  text,
  timeOfDay,
  times,
  timezone,
  word,
} from './fields.ts';

const MAX_HASH_KIB = 1_048_576;
const MAX_HASH_PASSES = 100;
const MAX_HASH_LANES = 64;

const listingSlugs = list(slug, 100_000).nullish();

export const teamSchema = object({
  slug,
  name: text(MAX_NAME),
  currency,
  timezone,
  enforce_token_scope: flag.nullish(),
  deposit_percent: percent.nullish(),
  balance_due_days: ruleDays.nullish(),
  ...times,
});

export const memberSchema = object({
  email,
  name: text(MAX_NAME),
  password: z
    .string({ error: 'must be a text' })
    .min(1, { error: 'must have at least 1 character' })
    .max(1_000, { error: 'must not have more than 1000 characters' })
    .nullish(),
  password_hash: z
    .string({ error: 'must be a text' })
    .refine(isPasswordHash, { error: 'must be an argon2id hash in PHC form, of at most 1 GiB' })
    .nullish(),
  ...times,
});

const tokenSchema = object({
  name: text(100),
  scope: word(TOKEN_SCOPES),
  token: z.string({ error: 'must be a text' }).refine(isPossibleToken, {
    error: 'must have 24 to 255 visible ASCII characters and, where it begins with ink_, a right checksum',
  }),
  created_by: optionalEmail,
  created_at: instant.nullish(),
});

const charge = {
  code: text(MAX_CODE),
  name: text(MAX_NAME),
  basis: word(CHARGE_BASES),
  amount: cents.nullish(),
  percent: percent.nullish(),
  listings: listingSlugs,
};
export const feeSchema = object({ ...charge, taxable: flag.nullish() });
export const taxSchema = object({
  ...charge,
  applies_to: list(word(TAX_TARGETS), 2).nullish(),
  included: flag.nullish(),
  max_nights: ruleDays.nullish(),
});

export const discountSchema = object({
  code: text(MAX_CODE),
  name: text(MAX_NAME),
  kind: word(DISCOUNT_KINDS),
  percent,
  min_nights: ruleDays.nullish(),
  days_before: ruleDays.nullish(),
  listings: listingSlugs,
});

export const couponSchema = object({
  code: text(MAX_CODE),
  percent: percent.nullish(),
  amount: cents.nullish(),
  active: flag.nullish(),
  valid_from: date.nullish(),
  valid_until: date.nullish(),
  stay_from: date.nullish(),
  stay_until: date.nullish(),
  min_nights: ruleDays.nullish(),
  max_redemptions: integer(0, 1_000_000_000).nullish(),
  listings: listingSlugs,
});

const seasonSchema = object({
  name: text(MAX_NAME),
  start_date: date,
  end_date: date,
  nightly: cents.nullish(),
  weekend_nightly: cents.nullish(),
  min_stay: stayRule.nullish(),
  max_stay: stayRule.nullish(),
});

const daySchema = object({
  date,
  nightly: cents.nullish(),
  min_stay: stayRule.nullish(),
  max_stay: stayRule.nullish(),
  closed_for_arrival: flag.nullish(),
  closed_for_departure: flag.nullish(),
  closed: flag.nullish(),
});

const photoSchema = object({
  id: id.nullish(),
  is_featured: flag.nullish(),
  sort_order: integer(-1_000_000, 1_000_000).nullish(),
  width: count.nullish(),
  height: count.nullish(),
  thumbnail_url: optionalText(2_000),
  medium_url: optionalText(2_000),
  original_url: optionalText(2_000),
});

export const listingSchema = object({
  id: id.nullish(),
  slug,
  kind: word(LISTING_KINDS),
  building: slug.nullish(),
  whole_building_bookable: flag.nullish(),
  public_title: text(MAX_NAME),
  nickname: optionalText(MAX_NAME),
  status: word(LISTING_STATUSES).nullish(),
  listed_on_site: flag.nullish(),
  property_type: word(PROPERTY_TYPES).nullish(),
  max_guests: guestCount,
  bedrooms_count: count.nullish(),
  beds_count: count.nullish(),
  bathrooms_count: count.nullish(),
  bathrooms_half: flag.nullish(),
  currency: currency.nullish(),
  timezone: timezone.nullish(),
  check_in_time: timeOfDay.nullish(),
  check_out_time: timeOfDay.nullish(),
  address: object({
    street: optionalText(MAX_NAME),
    city: optionalText(MAX_NAME),
    state: optionalText(MAX_NAME),
    postcode: optionalText(MAX_NAME),
    country: optionalText(MAX_NAME),
    latitude: coordinate(90),
    longitude: coordinate(180),
  }).nullish(),
  headline: optionalText(MAX_NAME),
  description: optionalText(MAX_TEXT),
  rates: object({
    nightly: cents,
    weekend_nightly: cents.nullish(),
    weekend_days: list(integer(1, 7), 7).nullish(),
    included_guests: integer(0, 1_000).nullish(),
    extra_guest_nightly: cents.nullish(),
  }),
  rules: object({
    min_stay: stayRule.nullish(),
    max_stay: stayRule.nullish(),
    advance_notice_days: ruleDays.nullish(),
    booking_window_days: ruleDays.nullish(),
    preparation_days: ruleDays.nullish(),
  }).nullish(),
  security_deposit: cents.nullish(),
  seasons: list(seasonSchema, 500).nullish(),
  days: list(daySchema, 3_660).nullish(),
  units: list(object({ id: id.nullish(), name: text(MAX_NAME), active: flag.nullish() }), 500).nullish(),
  photos: list(photoSchema, 50).nullish(),
  ...times,
});

export const guestSchema = object({
  id: id.nullish(),
  email: optionalEmail,
  name: text(MAX_NAME),
  phone: optionalText(50),
  notes: optionalText(MAX_TEXT),
  ...times,
});

export const blockSchema = object({
  id: id.nullish(),
  listing: slug,
  unit: text(MAX_NAME),
  start_date: date,
  end_date: date,
  reason: optionalText(1_000),
  created_at: instant.nullish(),
});

export const COLLECTIONS = {
  members: { schema: memberSchema, max: 500 },
  tokens: { schema: tokenSchema, max: 500 },
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

export type TeamEntry = z.infer<typeof teamSchema>;
export type MemberEntry = z.infer<typeof memberSchema>;
export type TokenEntry = z.infer<typeof tokenSchema>;
export type FeeEntry = z.infer<typeof feeSchema>;
export type TaxEntry = z.infer<typeof taxSchema>;
export type DiscountEntry = z.infer<typeof discountSchema>;
export type CouponEntry = z.infer<typeof couponSchema>;
export type ListingEntry = z.infer<typeof listingSchema>;
export type GuestEntry = z.infer<typeof guestSchema>;
export type BlockEntry = z.infer<typeof blockSchema>;

/** Whether it is a hash that a sign-in can afford to work out: it is done again for each attempt. */
function isPasswordHash(text: string): boolean {
  const parts =
    /^\$argon2id\$v=19\$m=(\d{1,8}),t=(\d{1,3}),p=(\d{1,2})\$[A-Za-z0-9+/]{11,88}\$[A-Za-z0-9+/]{22,172}$/.exec(
      text,
    );
  const [memory = 0, passes = 0, lanes = 0] = parts?.slice(1).map(Number) ?? [];
  if (lanes < 1 || lanes > MAX_HASH_LANES || passes < 1 || passes > MAX_HASH_PASSES) return false;
  return memory >= 8 * lanes && memory <= MAX_HASH_KIB;
}
