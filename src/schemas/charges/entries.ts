import type { z } from 'zod';
import { MAX_CHILD_AGE, MAX_CODE_LENGTH } from '../../domain/limits.ts';
import { TAX_TARGETS } from '../../domain/vocabulary.ts';
import type { ChargeRecord } from '../../services/catalogue/charges.ts';
import { integer, listingSlugsEntry, objectEntry, requiredText, wordField } from '../fields/fields.ts';
import { buildIssue, nonEmptyListOf } from '../fields/lists.ts';
import type { PresentedEntry } from '../formats.ts';
import { couponRow, dateRow, discountRow, extraRow, feeRow, taxPriceRow, taxRow } from './fields.ts';

const appliesToEntry = listingSlugsEntry.describe('The listings it applies to. Default: all.');
/** The schema checks the order, because both ages are always sent together. */
const agesEntry = objectEntry({
  from: integer(0, MAX_CHILD_AGE + 1)
    .nullish()
    .meta({ description: 'The youngest.', default: 0 }),
  to: integer(0, MAX_CHILD_AGE).nullish().describe('The oldest. Default: adults too, who count as 18.'),
}).check(({ value: { from, to }, issues }) => {
  if (typeof from !== 'number' || typeof to !== 'number' || to >= from) return;
  issues.push({ ...buildIssue('contradicts', 'must not be smaller than from'), path: ['to'], input: to });
});
const agesField = agesEntry
  .nullish()
  .describe(
    'The ages that it is for, both included, infants too; for a basis by person. Default: the guests of any age.',
  );
const codeField = requiredText(MAX_CODE_LENGTH).describe(
  'Identifies it. Price lines are in the order of their codes.',
);
const targetsField = nonEmptyListOf(wordField(TAX_TARGETS), 2, {
  error: 'must name accommodation, fees or both',
})
  .nullish()
  .describe('For the basis `percent`: the base of the percentage. Default: both.');

export const feeEntry = objectEntry({
  code: codeField,
  ...feeRow.written,
  ages: agesField,
  ...dateRow.written,
  ...extraRow.written,
  listings: appliesToEntry,
});

export const taxEntry = objectEntry({
  code: codeField,
  ...taxPriceRow.written,
  applies_to: targetsField,
  ...taxRow.written,
  ages: agesField,
  ...dateRow.written,
  listings: appliesToEntry,
});

export const discountEntry = objectEntry({
  code: requiredText(MAX_CODE_LENGTH).describe('Names it.'),
  ...discountRow.written,
  listings: appliesToEntry,
});

export const couponEntry = objectEntry({
  code: requiredText(MAX_CODE_LENGTH).describe('The code that guests type. Case does not matter.'),
  ...couponRow.written,
  listings: listingSlugsEntry.describe('The listings it is for. Default: all.'),
});

export type FeeEntry = z.infer<typeof feeEntry>;
export type TaxEntry = z.infer<typeof taxEntry>;
export type DiscountEntry = z.infer<typeof discountEntry>;
export type CouponEntry = z.infer<typeof couponEntry>;
export type ChargeEntries = { fee: FeeEntry; tax: TaxEntry; discount: DiscountEntry; coupon: CouponEntry };

const presentAges = ({ agesFrom, agesTo }: ChargeRecord<'fee' | 'tax'>) =>
  agesFrom === null ? null : { from: agesFrom, to: agesTo };

/** `slugs` are those of the listings to which the charge applies. */
export const presentFee = (fee: ChargeRecord<'fee'>, slugs: string[] | null) =>
  ({
    code: fee.code,
    ...feeRow.present(fee),
    ages: presentAges(fee),
    ...dateRow.present(fee),
    ...extraRow.present(fee),
    listings: slugs,
  }) satisfies PresentedEntry<FeeEntry>;

export const presentTax = (tax: ChargeRecord<'tax'>, slugs: string[] | null) =>
  ({
    code: tax.code,
    ...taxPriceRow.present(tax),
    applies_to: [
      ...(tax.appliesToAccommodation ? ['accommodation'] : []),
      ...(tax.appliesToFees ? ['fees'] : []),
    ],
    ...taxRow.present(tax),
    ages: presentAges(tax),
    ...dateRow.present(tax),
    listings: slugs,
  }) satisfies PresentedEntry<TaxEntry>;

export const presentDiscount = (discount: ChargeRecord<'discount'>, slugs: string[] | null) =>
  ({
    code: discount.code,
    ...discountRow.present(discount),
    listings: slugs,
  }) satisfies PresentedEntry<DiscountEntry>;

export const presentCoupon = (coupon: ChargeRecord<'coupon'>, slugs: string[] | null) =>
  ({
    code: coupon.code,
    ...couponRow.present(coupon),
    listings: slugs,
  }) satisfies PresentedEntry<CouponEntry>;
