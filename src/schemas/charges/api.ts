import { z } from 'zod';
import type { ChargeChange, ChargeKind, NewCharge, ShownCharge } from '../../services/catalogue/charges.ts';
import type { SomeFields } from '../formats.ts';
import { pageSchema } from '../page.ts';
import { toChargeColumns } from './columns.ts';
import {
  type ChargeEntries,
  couponEntry,
  discountEntry,
  feeEntry,
  presentCoupon,
  presentDiscount,
  presentFee,
  presentTax,
  taxEntry,
} from './entries.ts';
import { couponRow, dateRow, discountRow, extraRow, feeRow, taxPriceRow, taxRow } from './fields.ts';

const listings = z
  .array(z.string())
  .nullable()
  .describe('The slugs of the listings that it applies to. Null for all; an empty list for none.');
const code = z
  .string()
  .describe('Identifies it among those of its kind, also on price lines. It cannot change.');
const ages = z
  .object({
    from: z.int().describe('The lowest age.'),
    to: z.int().nullable().describe('The highest age. Null: adults too.'),
  })
  .nullable()
  .describe('The ages that it is for, both included, infants too. Null: the guests of any age.');

/** As in a team file. A coupon also shows its redemptions. */
const chargeSchemas = {
  fee: z
    .object({ code, ...feeRow.shown, ages, ...dateRow.shown, ...extraRow.shown, listings })
    .meta({ id: 'Fee', description: 'What a stay costs beside its nights, or an extra that can be chosen.' }),
  tax: z
    .object({
      code,
      ...taxPriceRow.shown,
      applies_to: z.array(z.string()).describe('`accommodation`, `fees` or both.'),
      ...taxRow.shown,
      ages,
      ...dateRow.shown,
      listings,
    })
    .meta({ id: 'Tax', description: 'A tax on stays.' }),
  discount: z.object({ code, ...discountRow.shown, listings }).meta({
    id: 'Discount',
    description: 'A discount that applies by itself: of several, the one that saves most.',
  }),
  coupon: z
    .object({
      code,
      ...couponRow.shown,
      listings,
      redemptions: z.int().describe('How many bookings that are not cancelled have it.'),
    })
    .meta({ id: 'Coupon', description: 'A discount for guests who know its code.' }),
} satisfies Record<ChargeKind, z.ZodObject>;

const CHARGE_PRESENTERS: {
  [Kind in ChargeKind]: (charge: ShownCharge<Kind>) => z.infer<(typeof chargeSchemas)[Kind]>;
} = {
  fee: ({ row, slugs }) => presentFee(row, slugs),
  tax: ({ row, slugs }) => presentTax(row, slugs),
  discount: ({ row, slugs }) => presentDiscount(row, slugs),
  coupon: ({ row, slugs, redemptions }) => ({ ...presentCoupon(row, slugs), redemptions }),
};

export const presentCharge = <Kind extends ChargeKind>(
  charge: ShownCharge<Kind>,
): z.infer<(typeof chargeSchemas)[Kind]> => CHARGE_PRESENTERS[charge.kind](charge);

const buildForEachChargeKind = <Value>(make: (name: ChargeKind) => Value): Record<ChargeKind, Value> => ({
  fee: make('fee'),
  tax: make('tax'),
  discount: make('discount'),
  coupon: make('coupon'),
});

export const chargeAnswers = buildForEachChargeKind((name) => z.object({ data: chargeSchemas[name] }));
export const chargeListAnswers = buildForEachChargeKind((name) => pageSchema(chargeSchemas[name]));

/** Reads the body of a change of a charge: the columns to set, and the slugs of the charge's listings. */
const toChange =
  <Kind extends ChargeKind>(kind: Kind) =>
  (body: SomeFields<ChargeEntries[Kind]>): ChargeChange<Kind> => ({
    kind,
    columns: toChargeColumns(kind, body),
    slugs: body.listings,
  });

/** Reads the body of a new charge: its code, the columns to set, and the slugs of its listings. */
const toNew =
  <Kind extends ChargeKind>(kind: Kind) =>
  (body: SomeFields<ChargeEntries[Kind]> & { code: string }): NewCharge<Kind> => ({
    ...toChange(kind)(body),
    code: body.code,
  });

export const newChargeBodies = {
  fee: feeEntry
    .required({ name: true, basis: true })
    .transform(toNew('fee'))
    .meta({
      id: 'NewFee',
      description: 'A new fee.',
      examples: [{ code: 'cot', name: 'Cot', basis: 'stay', amount: 1500, taxable: true, optional: true }],
    }),
  tax: taxEntry
    .required({ name: true, basis: true })
    .transform(toNew('tax'))
    .meta({
      id: 'NewTax',
      description: 'A new tax.',
      examples: [
        { code: 'eco', name: 'Eco tax', basis: 'guest_night', amount: 100, listings: ['surf-cabins'] },
      ],
    }),
  discount: discountEntry
    .required({ name: true, kind: true, percent: true })
    .transform(toNew('discount'))
    .meta({
      id: 'NewDiscount',
      description: 'A new discount.',
      examples: [
        { code: 'monthly', name: 'Monthly discount', kind: 'length_of_stay', min_nights: 28, percent: 20 },
      ],
    }),
  coupon: couponEntry.transform(toNew('coupon')).meta({
    id: 'NewCoupon',
    description: 'A new coupon: either a percentage or an amount.',
    examples: [{ code: 'SUMMER10', percent: 10 }],
  }),
};

export const chargeChangeBodies = {
  fee: feeEntry
    .omit({ code: true })
    .transform(toChange('fee'))
    .meta({ id: 'FeeChange', description: 'What is left out stays as it is.', examples: [{ amount: 1400 }] }),
  tax: taxEntry
    .omit({ code: true })
    .transform(toChange('tax'))
    .meta({ id: 'TaxChange', description: 'What is left out stays as it is.', examples: [{ amount: 250 }] }),
  discount: discountEntry
    .omit({ code: true })
    .transform(toChange('discount'))
    .meta({
      id: 'DiscountChange',
      description: 'What is left out stays as it is.',
      examples: [{ percent: 8 }],
    }),
  coupon: couponEntry
    .omit({ code: true })
    .transform(toChange('coupon'))
    .meta({
      id: 'CouponChange',
      description: 'What is left out stays as it is.',
      examples: [{ active: false }],
    }),
};
