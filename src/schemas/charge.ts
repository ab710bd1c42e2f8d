/** Fees, taxes, discounts and coupons: their entries in a team file, their bodies and their answers. */
import { z } from 'zod';
import { percentOrNull } from '../domain/formats.ts';
import { MAX_CODE_LENGTH, MAX_NAME_LENGTH } from '../domain/limits.ts';
import { CHARGE_BASES, DISCOUNT_KINDS, TAX_TARGETS } from '../domain/vocabulary.ts';
import type { ChargeName, ChargeRecord, ShownCharge } from '../services/catalogue/charges.ts';
import {
  cents,
  date as dateEntry,
  filledList,
  flag,
  integer,
  listingSlugs,
  object,
  percent as percentEntry,
  requiredText,
  ruleDays,
  word,
} from './fields.ts';
import { amountSchema, dateSchema, type Exported, wordSchema } from './formats.ts';
import { pageSchema } from './page.ts';

const appliesTo = listingSlugs.describe('The listings it applies to. Default: all.');
const chargeEntry = {
  code: requiredText(MAX_CODE_LENGTH).describe('Identifies it. Price lines are in the order of their codes.'),
  name: requiredText(MAX_NAME_LENGTH).optional().describe('The name on price lines.'),
  basis: word(CHARGE_BASES).optional().describe('How it is counted, or `percent`.'),
  amount: cents.nullish().describe('In cents; for every basis except `percent`.'),
  percent: percentEntry.nullish().describe('For the basis `percent`.'),
  listings: appliesTo,
};

export const feeEntry = object({
  ...chargeEntry,
  taxable: flag
    .nullish()
    .meta({ description: 'Whether taxes on fees include it in their base.', default: false }),
});

export const taxEntry = object({
  ...chargeEntry,
  applies_to: filledList(word(TAX_TARGETS), 2, { error: 'must name accommodation, fees or both' })
    .nullish()
    .describe('The base of the percentage. Default: both.'),
  included: flag
    .nullish()
    .meta({ description: 'Whether prices already include the tax; percentages only.', default: false }),
  max_nights: ruleDays.nullish().describe('The maximum number of nights that count. Default: all.'),
});

export const discountEntry = object({
  code: requiredText(MAX_CODE_LENGTH).describe('Names it.'),
  name: requiredText(MAX_NAME_LENGTH).optional().describe('The name on price lines.'),
  kind: word(DISCOUNT_KINDS).optional().describe('The kind of stay that it rewards.'),
  percent: percentEntry.optional().describe('The discount on the accommodation in percent.'),
  min_nights: ruleDays.nullish().describe('For `length_of_stay`: the minimum number of nights.'),
  days_before: ruleDays
    .nullish()
    .describe(
      'For `early_bird`: the minimum number of days before check-in. For `last_minute`: the maximum.',
    ),
  listings: appliesTo,
});

export const couponEntry = object({
  code: requiredText(MAX_CODE_LENGTH).describe('The code that guests type. Case does not matter.'),
  percent: percentEntry.nullish().describe('The discount in percent.'),
  amount: cents.nullish().describe('The discount in cents. Either this or `percent`.'),
  active: flag.nullish().meta({ description: 'Whether it can be used.', default: true }),
  valid_from: dateEntry.nullish().describe('The first day on which it can be used.'),
  valid_until: dateEntry.nullish().describe('The last day on which it can be used.'),
  stay_from: dateEntry.nullish().describe('The earliest check-in.'),
  stay_until: dateEntry.nullish().describe('The latest check-out.'),
  min_nights: ruleDays.nullish().describe('The shortest stay.'),
  max_redemptions: integer(0, 1_000_000_000)
    .nullish()
    .describe('The maximum number of bookings that can have it at once.'),
  listings: listingSlugs.describe('The listings it is for. Default: all.'),
});

export type FeeEntry = z.infer<typeof feeEntry>;
export type TaxEntry = z.infer<typeof taxEntry>;
export type DiscountEntry = z.infer<typeof discountEntry>;
export type CouponEntry = z.infer<typeof couponEntry>;
export type ChargeEntry = FeeEntry | TaxEntry | DiscountEntry | CouponEntry;

/** A charge in a team file. The slugs are those of the listings that it names. */
export const presentFee = (fee: ChargeRecord<'fee'>, slugs: string[] | null) =>
  ({
    code: fee.code,
    name: fee.name,
    basis: fee.basis,
    amount: fee.amountCents,
    percent: percentOrNull(fee.percentPpm),
    taxable: fee.taxable,
    listings: slugs,
  }) satisfies Exported<FeeEntry>;

export const presentTax = (tax: ChargeRecord<'tax'>, slugs: string[] | null) =>
  ({
    code: tax.code,
    name: tax.name,
    basis: tax.basis,
    amount: tax.amountCents,
    percent: percentOrNull(tax.percentPpm),
    applies_to: [
      ...(tax.appliesToAccommodation ? ['accommodation'] : []),
      ...(tax.appliesToFees ? ['fees'] : []),
    ],
    included: tax.included,
    max_nights: tax.maxNights,
    listings: slugs,
  }) satisfies Exported<TaxEntry>;

export const presentDiscount = (discount: ChargeRecord<'discount'>, slugs: string[] | null) =>
  ({
    code: discount.code,
    name: discount.name,
    kind: discount.kind,
    min_nights: discount.minNights,
    days_before: discount.daysBefore,
    percent: percentOrNull(discount.percentPpm),
    listings: slugs,
  }) satisfies Exported<DiscountEntry>;

export const presentCoupon = (coupon: ChargeRecord<'coupon'>, slugs: string[] | null) =>
  ({
    code: coupon.code,
    percent: percentOrNull(coupon.percentPpm),
    amount: coupon.amountCents,
    active: coupon.active,
    valid_from: coupon.validFrom,
    valid_until: coupon.validUntil,
    stay_from: coupon.stayFrom,
    stay_until: coupon.stayUntil,
    min_nights: coupon.minNights,
    max_redemptions: coupon.maxRedemptions,
    listings: slugs,
  }) satisfies Exported<CouponEntry>;

const percent = z.number().nullable();
const amount = amountSchema.nullable();
const listings = z
  .array(z.string())
  .nullable()
  .describe('The slugs of the listings that it applies to. Null for all; an empty list for none.');
const charge = {
  code: z.string(),
  name: z.string(),
  basis: wordSchema(CHARGE_BASES),
  amount: amount.describe('For every basis except `percent`.'),
  percent: percent.describe('For the basis `percent`.'),
};
const nights = z.int().nullable();
const date = dateSchema.nullable();

/** The fields of each kind of charge: those of a team file, and for a coupon its redemptions. */
const chargeSchemas = {
  fee: z.object({ ...charge, taxable: z.boolean(), listings }).meta({ id: 'Fee' }),
  tax: z
    .object({
      ...charge,
      applies_to: z.array(z.string()).describe('`accommodation`, `fees` or both.'),
      included: z.boolean().describe('Whether prices already include it.'),
      max_nights: nights,
      listings,
    })
    .meta({ id: 'Tax' }),
  discount: z
    .object({
      code: z.string(),
      name: z.string(),
      kind: wordSchema(DISCOUNT_KINDS),
      min_nights: nights,
      days_before: z.int().nullable(),
      percent,
      listings,
    })
    .meta({ id: 'Discount' }),
  coupon: z
    .object({
      code: z.string(),
      percent,
      amount,
      active: z.boolean(),
      valid_from: date,
      valid_until: date,
      stay_from: date,
      stay_until: date,
      min_nights: nights,
      max_redemptions: z.int().nullable(),
      listings,
      redemptions: z.int().describe('How many bookings that are not cancelled have it.'),
    })
    .meta({ id: 'Coupon' }),
} satisfies Record<ChargeName, z.ZodObject>;

/** A charge in an answer: as in a team file, and a coupon with its redemptions. */
const PRESENTERS = {
  fee: ({ row, slugs }) => presentFee(row, slugs),
  tax: ({ row, slugs }) => presentTax(row, slugs),
  discount: ({ row, slugs }) => presentDiscount(row, slugs),
  coupon: ({ row, slugs, redemptions }) => ({ ...presentCoupon(row, slugs), redemptions }),
} satisfies { [Name in ChargeName]: (charge: ShownCharge<Name>) => z.infer<(typeof chargeSchemas)[Name]> };

export const presentCharge = (charge: ShownCharge): z.infer<(typeof chargeSchemas)[ChargeName]> =>
  PRESENTERS[charge.name](charge as never);

const ofEachKind = <Value>(make: (name: ChargeName) => Value): Record<ChargeName, Value> => ({
  fee: make('fee'),
  tax: make('tax'),
  discount: make('discount'),
  coupon: make('coupon'),
});

export const chargeAnswers = ofEachKind((name) => z.object({ data: chargeSchemas[name] }));
export const chargePages = ofEachKind((name) => pageSchema(chargeSchemas[name]));

const titleOf = (name: ChargeName) => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;

const EXAMPLES: Record<ChargeName, object> = {
  fee: { code: 'cleaning', name: 'Cleaning', basis: 'stay', amount: 5000, taxable: true },
  tax: { code: 'vat', name: 'VAT', basis: 'percent', percent: 6 },
  discount: { code: 'early', name: 'Early bird', kind: 'early_bird', days_before: 90, percent: 5 },
  coupon: { code: 'SPRING15', percent: 15 },
};

/** The fields that a team gives, picked by their names: a new field of team files is none of the API by itself. */
const priced = { name: true, basis: true, amount: true, percent: true, listings: true } as const;
const GIVEN = {
  fee: feeEntry.pick({ code: true, ...priced, taxable: true }),
  tax: taxEntry.pick({ code: true, ...priced, applies_to: true, included: true, max_nights: true }),
  discount: discountEntry.pick({
    code: true,
    name: true,
    kind: true,
    percent: true,
    min_nights: true,
    days_before: true,
    listings: true,
  }),
  coupon: couponEntry.pick({
    code: true,
    percent: true,
    amount: true,
    active: true,
    valid_from: true,
    valid_until: true,
    stay_from: true,
    stay_until: true,
    min_nights: true,
    max_redemptions: true,
    listings: true,
  }),
};

const NEW = {
  fee: GIVEN.fee.required({ name: true, basis: true }),
  tax: GIVEN.tax.required({ name: true, basis: true }),
  discount: GIVEN.discount.required({ name: true, kind: true, percent: true }),
  coupon: GIVEN.coupon,
};

export const newChargeBodies = ofEachKind((name) =>
  NEW[name].meta({ id: `New${titleOf(name)}`, examples: [EXAMPLES[name]] }),
);

export const chargeChangeBodies = ofEachKind((name) =>
  (GIVEN[name] as z.ZodObject).omit({ code: true }).meta({ id: `${titleOf(name)}Change` }),
);
