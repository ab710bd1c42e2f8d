import { z } from 'zod';
import { CHARGE_BASES, DISCOUNT_KINDS } from '../domain/vocabulary.ts';
import type { ChargeName, ShownCharge } from '../services/catalogue/charges.ts';
import { FEE, TAX } from '../services/team-data/charge.ts';
import { COUPON } from '../services/team-data/coupon.ts';
import { DISCOUNT } from '../services/team-data/discount.ts';
import { givenBody } from '../services/team-data/judging.ts';
import { amountSchema, dateSchema, wordSchema } from './formats.ts';
import { pageSchema } from './page.ts';

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

/** The service shows charges in the form of the API, because a team file has the same fields. */
export const presentCharge = (charge: ShownCharge): z.infer<(typeof chargeSchemas)[ChargeName]> => charge;

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

const KINDS = { fee: FEE, tax: TAX, discount: DISCOUNT, coupon: COUPON };

export const newChargeBodies = ofEachKind((name) => {
  const { schema, required } = KINDS[name];
  const mask = Object.fromEntries(required.map((field): unknown[] => [field, true]));
  return givenBody(KINDS[name], schema.required(mask), 'make').meta({
    id: `New${titleOf(name)}`,
    examples: [EXAMPLES[name]],
  });
});

export const chargeChangeBodies = ofEachKind((name) => {
  const fields = KINDS[name].schema.omit({ code: true });
  return givenBody(KINDS[name], fields, 'change').meta({ id: `${titleOf(name)}Change` });
});
