/** Fees, taxes, discounts and coupons in the API: their answers, and the bodies of new ones and of changes. */
import { z } from 'zod';
import { CHARGE_BASES, DISCOUNT_KINDS, TAX_BASES } from '../../domain/vocabulary.ts';
import type { ChargeChange, ChargeKind, NewCharge, ShownCharge } from '../../services/catalogue/charges.ts';
import { amountSchema, dateSchema, type SomeFields, wordSchema } from '../formats.ts';
import { pageSchema } from '../page.ts';
import { toChargeColumns } from './columns.ts';
import {
  type ChargeEntry,
  couponEntry,
  discountEntry,
  feeEntry,
  presentCoupon,
  presentDiscount,
  presentFee,
  presentTax,
  taxEntry,
} from './entries.ts';

const nullablePercent = z.number().nullable();
const nullableAmount = amountSchema.nullable();
const listingSlugsSchema = z
  .array(z.string())
  .nullable()
  .describe('The slugs of the listings that it applies to. Null for all; an empty list for none.');
const chargeFields = {
  code: z.string(),
  name: z.string(),
  basis: wordSchema(CHARGE_BASES),
  amount: nullableAmount.describe('For every basis except percentages.'),
  percent: nullablePercent.describe('For the basis `percent`.'),
};
const nullableNights = z.int().nullable();
const nullableDate = dateSchema.nullable();
const chargeScopeFields = {
  ages: z
    .object({ from: z.int(), to: z.int().nullable().describe('Null: adults too.') })
    .nullable()
    .describe('The ages that it is for, both included, infants too. Null: the guests of any age.'),
  valid_from: nullableDate.describe('The first night that counts, or day of arrival if it counts no nights.'),
  valid_until: nullableDate.describe('The last one.'),
};

/** The fields of each kind of charge: those of a team file, and for a coupon its redemptions. */
const chargeSchemas = {
  fee: z
    .object({
      ...chargeFields,
      taxable: z.boolean(),
      ...chargeScopeFields,
      optional: z.boolean().describe('Whether it is an extra, which is charged only if it is chosen.'),
      max_quantity: z.int().nullable().describe('How many of an extra can be chosen.'),
      listings: listingSlugsSchema,
    })
    .meta({ id: 'Fee' }),
  tax: z
    .object({
      ...chargeFields,
      basis: wordSchema(TAX_BASES),
      percent: nullablePercent.describe('For the bases `percent` and `percent_guest_night`.'),
      applies_to: z.array(z.string()).describe('`accommodation`, `fees` or both.'),
      included: z.boolean().describe('Whether prices already include it.'),
      max_nights: nullableNights,
      max_amount: nullableAmount.describe(
        'For `percent_guest_night`: the most that one person’s night costs.',
      ),
      ...chargeScopeFields,
      listings: listingSlugsSchema,
    })
    .meta({ id: 'Tax' }),
  discount: z
    .object({
      code: z.string(),
      name: z.string(),
      kind: wordSchema(DISCOUNT_KINDS),
      min_nights: nullableNights,
      days_before: z.int().nullable(),
      percent: nullablePercent,
      listings: listingSlugsSchema,
    })
    .meta({ id: 'Discount' }),
  coupon: z
    .object({
      code: z.string(),
      percent: nullablePercent,
      amount: nullableAmount,
      active: z.boolean(),
      valid_from: nullableDate,
      valid_until: nullableDate,
      stay_from: nullableDate,
      stay_until: nullableDate,
      min_nights: nullableNights,
      max_redemptions: z.int().nullable(),
      listings: listingSlugsSchema,
      redemptions: z.int().describe('How many bookings that are not cancelled have it.'),
    })
    .meta({ id: 'Coupon' }),
} satisfies Record<ChargeKind, z.ZodObject>;

/** A charge in an answer: as in a team file, and a coupon with its redemptions. */
const CHARGE_PRESENTERS = {
  fee: ({ row, slugs }) => presentFee(row, slugs),
  tax: ({ row, slugs }) => presentTax(row, slugs),
  discount: ({ row, slugs }) => presentDiscount(row, slugs),
  coupon: ({ row, slugs, redemptions }) => ({ ...presentCoupon(row, slugs), redemptions }),
} satisfies { [Name in ChargeKind]: (charge: ShownCharge<Name>) => z.infer<(typeof chargeSchemas)[Name]> };

export const presentCharge = (charge: ShownCharge): z.infer<(typeof chargeSchemas)[ChargeKind]> =>
  CHARGE_PRESENTERS[charge.name](charge as never);

/** A value for each kind of charge. */
const buildForEachChargeKind = <Value>(make: (name: ChargeKind) => Value): Record<ChargeKind, Value> => ({
  fee: make('fee'),
  tax: make('tax'),
  discount: make('discount'),
  coupon: make('coupon'),
});

export const chargeAnswers = buildForEachChargeKind((name) => z.object({ data: chargeSchemas[name] }));
export const chargeListAnswers = buildForEachChargeKind((name) => pageSchema(chargeSchemas[name]));

/** The fields that a team gives, picked by their names: a new field of team files is none of the API by itself. */
const PRICED_FIELDS = {
  name: true,
  basis: true,
  amount: true,
  percent: true,
  ages: true,
  valid_from: true,
  valid_until: true,
  listings: true,
} as const;
const chargeBodies = {
  fee: feeEntry.pick({ code: true, ...PRICED_FIELDS, taxable: true, optional: true, max_quantity: true }),
  tax: taxEntry.pick({
    code: true,
    ...PRICED_FIELDS,
    applies_to: true,
    included: true,
    max_nights: true,
    max_amount: true,
  }),
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

type ChargeBody = SomeFields<ChargeEntry>;

/** Reads the body of a change: columns, and the slugs of listings. */
const toChange =
  (name: ChargeKind) =>
  ({ listings, ...entry }: ChargeBody): ChargeChange => ({
    columns: toChargeColumns(name, entry),
    slugs: listings,
  });

/** Reads the body of a new charge: its code as well. */
const toNew =
  (name: ChargeKind) =>
  (body: ChargeBody & { code: string }): NewCharge => ({ ...toChange(name)(body), code: body.code });

export const newChargeBodies = {
  fee: chargeBodies.fee
    .required({ name: true, basis: true })
    .transform(toNew('fee'))
    .meta({
      id: 'NewFee',
      examples: [{ code: 'cleaning', name: 'Cleaning', basis: 'stay', amount: 5000, taxable: true }],
    }),
  tax: chargeBodies.tax
    .required({ name: true, basis: true })
    .transform(toNew('tax'))
    .meta({ id: 'NewTax', examples: [{ code: 'vat', name: 'VAT', basis: 'percent', percent: 6 }] }),
  discount: chargeBodies.discount
    .required({ name: true, kind: true, percent: true })
    .transform(toNew('discount'))
    .meta({
      id: 'NewDiscount',
      examples: [{ code: 'early', name: 'Early bird', kind: 'early_bird', days_before: 90, percent: 5 }],
    }),
  coupon: chargeBodies.coupon
    .transform(toNew('coupon'))
    .meta({ id: 'NewCoupon', examples: [{ code: 'SPRING15', percent: 15 }] }),
};

export const chargeChangeBodies = {
  fee: chargeBodies.fee
    .omit({ code: true })
    .transform(toChange('fee'))
    .meta({ id: 'FeeChange', examples: [{ amount: 6000 }] }),
  tax: chargeBodies.tax
    .omit({ code: true })
    .transform(toChange('tax'))
    .meta({ id: 'TaxChange', examples: [{ percent: 7 }] }),
  discount: chargeBodies.discount
    .omit({ code: true })
    .transform(toChange('discount'))
    .meta({ id: 'DiscountChange', examples: [{ percent: 8 }] }),
  coupon: chargeBodies.coupon
    .omit({ code: true })
    .transform(toChange('coupon'))
    .meta({ id: 'CouponChange', examples: [{ active: false }] }),
};
