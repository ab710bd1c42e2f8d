/** The price that a team has agreed with a guest, and the lines that it adds by hand. */
import { z } from 'zod';
import { MAX_ADJUSTMENTS, MAX_CENTS } from '../../domain/limits.ts';
import {
  type AdjustmentSum,
  type PriceAdjustment,
  type SentAdjustment,
  sumAdjustments,
} from '../../domain/pricing/adjustments.ts';
import { type AgreedPrice, completeTotals } from '../../domain/pricing/agreed-price.ts';
import { PRICE_AGREEMENTS, type PriceAgreement } from '../../domain/vocabulary.ts';
import { buildFieldsCheck, hasValue } from '../fields/checks.ts';
import { idField, integerField, nameField } from '../fields/fields.ts';
import { distinctListOf, refuseAs } from '../fields/lists.ts';
import { amountSchema, idSchema, wordSchema } from '../formats.ts';

/** Without the grand total. */
const PART_TOTALS = ['accommodation_total', 'discount_total', 'fees_total', 'taxes_total'] as const;
const agreedCentsField = integerField(0, MAX_CENTS);

export const totalsField = z
  .object({
    accommodation_total: agreedCentsField.nullish().describe('What the nights cost, before discounts.'),
    discount_total: agreedCentsField.nullish().describe('All discounts together, not negative.'),
    fees_total: agreedCentsField.nullish().describe('All fees together, extras too.'),
    taxes_total: agreedCentsField
      .nullish()
      .describe(
        'Taxes that the other parts do not include. Without it, the lines tell the `included` percentage taxes of the accommodation: a single one of the whole total, several of the accommodation and fees that are given, else none.',
      ),
    grand_total: agreedCentsField.nullish().describe('Without the lines by hand.'),
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

/** Either the accommodation total alone, or a grand total. */
function isAgreement(totals: Totals): boolean {
  if (hasValue(totals.grand_total)) return true;
  const [accommodation, ...others] = PART_TOTALS.map((name) => totals[name]);
  return hasValue(accommodation) && !others.some(hasValue);
}

/** Null if the totals do not add up. */
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
  if (!parts) return null;
  const hasParts = accommodationTotalCents !== null || centsOf('fees_total') !== null;
  const ofContained = hasParts ? 'parts' : 'whole';
  const containedTaxes = centsOf('taxes_total') === null ? ofContained : 'none';
  return { form: 'total', containedTaxes, ...parts };
}

const COUPON_BESIDE_TOTALS = 'must not be given together with totals.';
export const couponCheck = buildFieldsCheck(
  'coupon_code',
  'contradicts',
  COUPON_BESIDE_TOTALS,
  ({ coupon_code: code, totals }) =>
    !hasValue(totals) || !hasValue(code) || (typeof code === 'string' && code.trim() === ''),
);

const adjustmentAmountField = integerField(-MAX_CENTS, MAX_CENTS);
const notZero = refuseAs('invalid', 'must not be 0.');
const isNotZero = (amount: number): boolean => amount !== 0;

const adjustmentFields = {
  name: nameField.describe('What guests read on the line.'),
  amount: adjustmentAmountField
    .refine(isNotZero, notZero)
    .describe('Below 0, it lowers the price. All together may not bring the grand total below 0.'),
};
const toSum = ({ name, amount }: { name: string; amount: number }): AdjustmentSum => ({
  name,
  amountCents: amount,
});

export const newAdjustmentField = z
  .object(adjustmentFields)
  .transform(toSum)
  .describe('`adjustments` of one line that is not taxable.');

/** What the booking shows: a sum of 0 too. */
export const adjustmentField = z
  .object({
    name: adjustmentFields.name,
    amount: adjustmentAmountField.describe('Below 0, it lowers the price.'),
  })
  .transform(toSum)
  .describe(
    '`adjustments` of one line that is not taxable; null is none. What the booking shows is no change. Another one beside changed `adjustments` is refused.',
  );

const sentAdjustmentField = z.object({
  id: idField.nullish().describe('Of a line that the booking has: the line keeps it.'),
  ...adjustmentFields,
  taxable: z
    .boolean()
    .nullish()
    .describe(
      'Whether it is in the base of the booking’s percentage taxes on accommodation. Default: false.',
    ),
});

export const adjustmentsField = distinctListOf(sentAdjustmentField, MAX_ADJUSTMENTS, {
  field: 'id',
  value: idField,
  error: 'must not be named twice',
})
  .transform((list) =>
    list.map(
      ({ id, name, amount, taxable }): SentAdjustment => ({
        id: id ?? null,
        name,
        amountCents: amount,
        taxable: taxable ?? false,
      }),
    ),
  )
  .describe(
    'Lines by hand, the last before the taxes: a late check-out, a goodwill. Replaced as a whole; every later change of the price keeps them.',
  );

export const agreedPriceFields = {
  price_agreed: wordSchema(PRICE_AGREEMENTS)
    .nullable()
    .describe(
      'What was agreed: `nights`, what the nights cost, or `total`, the whole price. Null if the price follows from the rates.',
    ),
  adjustments: z
    .array(
      z.object({
        id: idSchema,
        name: z.string().describe('What guests read on the line.'),
        amount: amountSchema.describe('Below 0 if it lowers the price.'),
        taxable: z.boolean().describe('Whether percentage taxes on the accommodation count it in.'),
      }),
    )
    .describe('The lines that were added by hand, which `price_breakdown` and the totals contain.'),
  adjustment: z
    .object({
      name: z.string().describe('The name of the first line.'),
      amount: amountSchema.describe('The sum of all. Below 0 if it lowers the price.'),
    })
    .nullable()
    .describe('`adjustments` as one: the name of the first. Null if there are none.'),
};

type StoredAgreement = {
  priceAgreed: PriceAgreement | null;
  adjustments: readonly PriceAdjustment[];
};

const presentAdjustment = ({ id, name, amountCents, taxable }: PriceAdjustment) => ({
  id,
  name,
  amount: amountCents,
  taxable,
});

export const presentAgreedPrice = ({ priceAgreed, adjustments }: StoredAgreement) => {
  const sum = sumAdjustments(adjustments);
  return {
    price_agreed: priceAgreed,
    adjustments: adjustments.map(presentAdjustment),
    adjustment: sum && { name: sum.name, amount: sum.amountCents },
  };
};
