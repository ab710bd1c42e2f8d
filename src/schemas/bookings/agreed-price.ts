/**
 * Schemas of the price that a team has agreed with a guest, and of an adjustment of the price, in bodies and
 * answers.
 */
import { z } from 'zod';
import { MAX_CENTS } from '../../domain/limits.ts';
import type { PriceAdjustment } from '../../domain/pricing/adjustment.ts';
import { type AgreedPrice, completeTotals } from '../../domain/pricing/agreed-price.ts';
import { PRICE_AGREEMENTS, type PriceAgreement } from '../../domain/vocabulary.ts';
import { refuseAs } from '../entries/lists.ts';
import { buildFieldsCheck, hasValue } from '../fields/checks.ts';
import { integerField, nameField } from '../fields/fields.ts';
import { amountSchema, wordSchema } from '../formats.ts';

/** The totals that make up a price, without the grand total. */
const PART_TOTALS = ['accommodation_total', 'discount_total', 'fees_total', 'taxes_total'] as const;
const agreedCentsField = integerField(0, MAX_CENTS);

export const totalsField = z
  .object({
    accommodation_total: agreedCentsField.nullish(),
    discount_total: agreedCentsField.nullish(),
    fees_total: agreedCentsField.nullish(),
    taxes_total: agreedCentsField.nullish(),
    grand_total: agreedCentsField.nullish().describe('Without the adjustment.'),
  })
  .check(
    z.refine<Record<string, unknown>>(isAgreement, {
      ...refuseAs(
        'invalid',
        'must have accommodation_total alone, or grand_total with the parts that make it up.',
      ),
      when: ({ value }) => areTotalsReadable(value),
    }),
    z.refine<Record<string, unknown>>((totals) => !isAgreement(totals) || toAgreedPrice(totals) !== null, {
      ...refuseAs(
        'contradicts',
        'must add up: accommodation - discount + fees + taxes = grand total, with nothing below 0.',
      ),
      when: ({ value }) => areTotalsReadable(value),
    }),
  )
  .transform(toAgreedPrice)
  .describe(
    'An agreed price. `accommodation_total` alone is what the nights cost: there are no discounts, and fees, taxes and extras follow from it. With `grand_total` it is the whole price, as a channel sends it: absent parts are 0, an absent `accommodation_total` is the rest.',
  );

type Totals = { [Name in (typeof PART_TOTALS)[number] | 'grand_total']?: unknown };

const areTotalsReadable = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  [...PART_TOTALS, 'grand_total'].every(
    (name) => agreedCentsField.nullish().safeParse((value as Totals)[name as keyof Totals]).success,
  );

/**
 * Whether the given totals form a complete agreement: either the accommodation total alone, or a grand total.
 */
function isAgreement(totals: Totals): boolean {
  if (hasValue(totals.grand_total)) return true;
  const [accommodation, ...others] = PART_TOTALS.map((name) => totals[name]);
  return hasValue(accommodation) && !others.some(hasValue);
}

/** Reads an agreed price from its totals. Returns null if the totals of an agreed price do not add up. */
function toAgreedPrice(totals: Totals): AgreedPrice | null {
  const centsOf = (name: keyof Totals) => (totals[name] ?? null) as number | null;
  const accommodationTotalCents = centsOf('accommodation_total');
  const grandTotalCents = centsOf('grand_total');
  if (grandTotalCents === null)
    return accommodationTotalCents === null ? null : { form: 'nights', accommodationTotalCents };
  const parts = completeTotals(grandTotalCents, {
    accommodationTotalCents,
    discountTotalCents: centsOf('discount_total'),
    feesTotalCents: centsOf('fees_total'),
    taxesTotalCents: centsOf('taxes_total'),
  });
  return parts && { form: 'total', ...parts };
}

const COUPON_BESIDE_TOTALS = 'must not be given together with totals.';
export const couponCheck = buildFieldsCheck(
  'coupon_code',
  'contradicts',
  COUPON_BESIDE_TOTALS,
  ({ coupon_code: code, totals }) =>
    !hasValue(totals) || !hasValue(code) || (typeof code === 'string' && code.trim() === ''),
);

export const adjustmentField = z
  .object({
    name: nameField,
    amount: integerField(-MAX_CENTS, MAX_CENTS)
      .refine((amount) => amount !== 0, { error: 'must not be 0.' })
      .describe('Below 0, it lowers the price. It may not bring the grand total below 0.'),
  })
  .transform(({ name, amount }): PriceAdjustment => ({ name, amountCents: amount }))
  .describe(
    'One line more, the last before the taxes: a late check-out, a goodwill. It is not taxed, and every later change of the price keeps it.',
  );

/** Presents a booking's agreed price and adjustment in an answer. */
export const agreedPriceFields = {
  price_agreed: wordSchema(PRICE_AGREEMENTS)
    .nullable()
    .describe(
      'What was agreed: `nights`, what the nights cost, or `total`, the whole price. Null if the price follows from the rates.',
    ),
  adjustment: z
    .object({ name: z.string(), amount: amountSchema.describe('Below 0 if it lowers the price.') })
    .nullable()
    .describe('The line that was added to the price, which `price_breakdown` and the totals contain.'),
};

type StoredAgreement = { priceAgreed: PriceAgreement | null; adjustment: PriceAdjustment | null };

export const presentAgreedPrice = ({ priceAgreed, adjustment }: StoredAgreement) => ({
  price_agreed: priceAgreed,
  adjustment: adjustment && { name: adjustment.name, amount: adjustment.amountCents },
});
