/** The bodies of new fees, taxes, discounts and coupons, and of their changes. */
import type { z } from 'zod';
import type { ChargeName } from '../../services/catalogue/charges.ts';
import { mapChargeKinds } from './answers.ts';
import { couponEntry, discountEntry, feeEntry, taxEntry } from './entries.ts';

const titleOf = (name: ChargeName) => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;

const EXAMPLES: Record<ChargeName, object> = {
  fee: { code: 'cleaning', name: 'Cleaning', basis: 'stay', amount: 5000, taxable: true },
  tax: { code: 'vat', name: 'VAT', basis: 'percent', percent: 6 },
  discount: { code: 'early', name: 'Early bird', kind: 'early_bird', days_before: 90, percent: 5 },
  coupon: { code: 'SPRING15', percent: 15 },
};

/** The fields that a team gives, picked by their names: a new field of team files is none of the API by itself. */
const priced = {
  name: true,
  basis: true,
  amount: true,
  percent: true,
  ages: true,
  valid_from: true,
  valid_until: true,
  listings: true,
} as const;
const GIVEN = {
  fee: feeEntry.pick({ code: true, ...priced, taxable: true, optional: true, max_quantity: true }),
  tax: taxEntry.pick({
    code: true,
    ...priced,
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

const NEW = {
  fee: GIVEN.fee.required({ name: true, basis: true }),
  tax: GIVEN.tax.required({ name: true, basis: true }),
  discount: GIVEN.discount.required({ name: true, kind: true, percent: true }),
  coupon: GIVEN.coupon,
};

export const newChargeBodies = mapChargeKinds((name) =>
  NEW[name].meta({ id: `New${titleOf(name)}`, examples: [EXAMPLES[name]] }),
);

export const chargeChangeBodies = mapChargeKinds((name) =>
  (GIVEN[name] as z.ZodObject).omit({ code: true }).meta({ id: `${titleOf(name)}Change` }),
);
