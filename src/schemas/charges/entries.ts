/** Fees, taxes, discounts and coupons in a team file. */
import type { z } from 'zod';
import { ppmToPercentOrNull } from '../../domain/formats.ts';
import { MAX_CHILD_AGE, MAX_CODE_LENGTH, MAX_EXTRA_QUANTITY, MAX_NAME_LENGTH } from '../../domain/limits.ts';
import { CHARGE_BASES, DISCOUNT_KINDS, TAX_BASES, TAX_TARGETS } from '../../domain/vocabulary.ts';
import type { ChargeRecord } from '../../services/catalogue/charges.ts';
import { nonEmptyListOf } from '../entries/lists.ts';
import {
  booleanField,
  centsField,
  dateEntry,
  integer,
  listingSlugsEntry,
  objectEntry,
  percentField as percentEntry,
  requiredText,
  ruleDaysField,
  wordField,
} from '../fields.ts';
import type { PresentedEntry } from '../formats.ts';

const appliesToEntry = listingSlugsEntry.describe('The listings it applies to. Default: all.');
/** They are replaced as a whole, so their order is judged without a look at what is stored. */
const agesEntry = objectEntry({
  from: integer(0, MAX_CHILD_AGE + 1)
    .nullish()
    .meta({ description: 'The youngest.', default: 0 }),
  to: integer(0, MAX_CHILD_AGE).nullish().describe('The oldest. Default: adults too, who count as 18.'),
}).check(({ value: { from, to }, issues }) => {
  if (typeof from !== 'number' || typeof to !== 'number' || to >= from) return;
  issues.push({ code: 'custom', path: ['to'], message: 'must not be smaller than from', input: to });
});
const chargeEntry = {
  code: requiredText(MAX_CODE_LENGTH).describe('Identifies it. Price lines are in the order of their codes.'),
  name: requiredText(MAX_NAME_LENGTH).optional().describe('The name on price lines.'),
  basis: wordField(CHARGE_BASES).optional().describe('How it is counted, or `percent`.'),
  amount: centsField.nullish().describe('In cents; for every basis except percentages.'),
  percent: percentEntry.nullish().describe('For the basis `percent`.'),
  ages: agesEntry
    .nullish()
    .describe(
      'The ages that it is for, both included, infants too; for a basis by person. Default: the guests of any age.',
    ),
  valid_from: dateEntry
    .nullish()
    .describe('The first night that counts; the first day of arrival if it counts no nights.'),
  valid_until: dateEntry.nullish().describe('The last one. Default for both: open.'),
  listings: appliesToEntry,
};

export const feeEntry = objectEntry({
  ...chargeEntry,
  taxable: booleanField
    .nullish()
    .meta({ description: 'Whether taxes on fees include it in their base.', default: false }),
  optional: booleanField
    .nullish()
    .meta({ description: 'Whether it is an extra, which is charged only if it is chosen.', default: false }),
  max_quantity: integer(1, MAX_EXTRA_QUANTITY)
    .nullish()
    .describe('How many of an extra can be chosen. Default: 1, and none if it is not optional.'),
});

export const taxEntry = objectEntry({
  ...chargeEntry,
  basis: wordField(TAX_BASES)
    .optional()
    .describe('How it is counted, `percent`, or `percent_guest_night`: of what a night costs one person.'),
  percent: percentEntry.nullish().describe('For the bases `percent` and `percent_guest_night`.'),
  max_amount: centsField
    .nullish()
    .describe(
      'In cents, for `percent_guest_night`: the most that one person’s night costs. Default: no cap.',
    ),
  applies_to: nonEmptyListOf(wordField(TAX_TARGETS), 2, { error: 'must name accommodation, fees or both' })
    .nullish()
    .describe('The base of the percentage. Default: both.'),
  included: booleanField
    .nullish()
    .meta({ description: 'Whether prices already include the tax; percentages only.', default: false }),
  max_nights: ruleDaysField.nullish().describe('The maximum number of nights that count. Default: all.'),
});

export const discountEntry = objectEntry({
  code: requiredText(MAX_CODE_LENGTH).describe('Names it.'),
  name: requiredText(MAX_NAME_LENGTH).optional().describe('The name on price lines.'),
  kind: wordField(DISCOUNT_KINDS).optional().describe('The kind of stay that it rewards.'),
  percent: percentEntry.optional().describe('The discount on the accommodation in percent.'),
  min_nights: ruleDaysField.nullish().describe('For `length_of_stay`: the minimum number of nights.'),
  days_before: ruleDaysField
    .nullish()
    .describe(
      'For `early_bird`: the minimum number of days before check-in. For `last_minute`: the maximum.',
    ),
  listings: appliesToEntry,
});

export const couponEntry = objectEntry({
  code: requiredText(MAX_CODE_LENGTH).describe('The code that guests type. Case does not matter.'),
  percent: percentEntry.nullish().describe('The discount in percent.'),
  amount: centsField.nullish().describe('The discount in cents. Either this or `percent`.'),
  active: booleanField.nullish().meta({ description: 'Whether it can be used.', default: true }),
  valid_from: dateEntry.nullish().describe('The first day on which it can be used.'),
  valid_until: dateEntry.nullish().describe('The last day on which it can be used.'),
  stay_from: dateEntry.nullish().describe('The earliest check-in.'),
  stay_until: dateEntry.nullish().describe('The latest check-out.'),
  min_nights: ruleDaysField.nullish().describe('The shortest stay.'),
  max_redemptions: integer(0, 1_000_000_000)
    .nullish()
    .describe('The maximum number of bookings that can have it at once.'),
  listings: listingSlugsEntry.describe('The listings it is for. Default: all.'),
});

export type FeeEntry = z.infer<typeof feeEntry>;
export type TaxEntry = z.infer<typeof taxEntry>;
export type DiscountEntry = z.infer<typeof discountEntry>;
export type CouponEntry = z.infer<typeof couponEntry>;
export type ChargeEntry = FeeEntry | TaxEntry | DiscountEntry | CouponEntry;

const presentChargeScope = ({ agesFrom, agesTo, validFrom, validUntil }: ChargeRecord<'fee' | 'tax'>) => ({
  ages: agesFrom === null ? null : { from: agesFrom, to: agesTo },
  valid_from: validFrom,
  valid_until: validUntil,
});

/** A charge in a team file. The slugs are those of the listings that it names. */
export const presentFee = (fee: ChargeRecord<'fee'>, slugs: string[] | null) =>
  ({
    code: fee.code,
    name: fee.name,
    basis: fee.basis,
    amount: fee.amountCents,
    percent: ppmToPercentOrNull(fee.percentPpm),
    taxable: fee.taxable,
    ...presentChargeScope(fee),
    optional: fee.optional,
    max_quantity: fee.maxQuantity,
    listings: slugs,
  }) satisfies PresentedEntry<FeeEntry>;

export const presentTax = (tax: ChargeRecord<'tax'>, slugs: string[] | null) =>
  ({
    code: tax.code,
    name: tax.name,
    basis: tax.basis,
    amount: tax.amountCents,
    percent: ppmToPercentOrNull(tax.percentPpm),
    applies_to: [
      ...(tax.appliesToAccommodation ? ['accommodation'] : []),
      ...(tax.appliesToFees ? ['fees'] : []),
    ],
    included: tax.included,
    max_nights: tax.maxNights,
    max_amount: tax.maxAmountCents,
    ...presentChargeScope(tax),
    listings: slugs,
  }) satisfies PresentedEntry<TaxEntry>;

export const presentDiscount = (discount: ChargeRecord<'discount'>, slugs: string[] | null) =>
  ({
    code: discount.code,
    name: discount.name,
    kind: discount.kind,
    min_nights: discount.minNights,
    days_before: discount.daysBefore,
    percent: ppmToPercentOrNull(discount.percentPpm),
    listings: slugs,
  }) satisfies PresentedEntry<DiscountEntry>;

export const presentCoupon = (coupon: ChargeRecord<'coupon'>, slugs: string[] | null) =>
  ({
    code: coupon.code,
    percent: ppmToPercentOrNull(coupon.percentPpm),
    amount: coupon.amountCents,
    active: coupon.active,
    valid_from: coupon.validFrom,
    valid_until: coupon.validUntil,
    stay_from: coupon.stayFrom,
    stay_until: coupon.stayUntil,
    min_nights: coupon.minNights,
    max_redemptions: coupon.maxRedemptions,
    listings: slugs,
  }) satisfies PresentedEntry<CouponEntry>;
