/** Fees and taxes (contract, section 5). */
import type { z } from 'zod';
import { percentOrNull } from '../../domain/formats.ts';
import { MAX_CODE_LENGTH, MAX_NAME_LENGTH } from '../../domain/limits.ts';
import { CHARGE_BASES, type ChargeBasis, TAX_TARGETS } from '../../domain/vocabulary.ts';
import { cents, flag, list, listingSlugs, object, percent, ruleDays, text, word } from './fields.ts';
import { isGiven, type Kind, rulesFor } from './kind.ts';
import { shown } from './wording.ts';

const charge = {
  code: text(MAX_CODE_LENGTH).describe('Identifies it. Price lines are in the order of their codes.'),
  name: text(MAX_NAME_LENGTH).optional().describe('The name on price lines.'),
  basis: word(CHARGE_BASES).optional().describe('How it is counted, or `percent`.'),
  amount: cents.nullish().describe('In cents; for every basis except `percent`.'),
  percent: percent.nullish().describe('For the basis `percent`.'),
  listings: listingSlugs.describe('The listings it applies to. Default: all.'),
};
export const feeSchema = object({
  ...charge,
  taxable: flag
    .nullish()
    .meta({ description: 'Whether taxes on fees include it in their base.', default: false }),
});
export const taxSchema = object({
  ...charge,
  applies_to: list(word(TAX_TARGETS), 2).nullish().describe('The base of the percentage. Default: both.'),
  included: flag
    .nullish()
    .meta({ description: 'Whether prices already include the tax; percentages only.', default: false }),
  max_nights: ruleDays.nullish().describe('The maximum number of nights that count. Default: all.'),
});

export type FeeEntry = z.infer<typeof feeSchema>;
export type TaxEntry = z.infer<typeof taxSchema>;

const REQUIRED = ['code', 'name', 'basis'] as const;
type Required = (typeof REQUIRED)[number];

/** The field with the value of a charge, by its basis. */
const WORTH_OF = {
  stay: 'amount',
  night: 'amount',
  guest: 'amount',
  guest_night: 'amount',
  percent: 'percent',
} as const satisfies Record<ChargeBasis, 'amount' | 'percent'>;

/** A charge is either a percentage or an amount, depending on its basis. */
const AMOUNT_RULE = rulesFor<FeeEntry | TaxEntry>()(
  ['basis', 'amount', 'percent'],
  ({ basis, amount, percent }) => {
    if (!basis) return [];
    const withBasis = `with basis ${shown(basis)}`;
    return WORTH_OF[basis] === 'percent'
      ? [
          !isGiven(percent) && { path: ['percent'], message: `is required ${withBasis}` },
          isGiven(amount) && { path: ['amount'], message: `must not be given ${withBasis}`, input: amount },
        ]
      : [
          !isGiven(amount) && { path: ['amount'], message: `is required ${withBasis}` },
          isGiven(percent) && {
            path: ['percent'],
            message: `must not be given ${withBasis}`,
            input: percentOrNull(percent ?? null),
          },
        ];
  },
);

export const FEE: Kind<FeeEntry, Required> = {
  schema: feeSchema,
  required: REQUIRED,
  rules: [AMOUNT_RULE],
};

const taxRule = rulesFor<TaxEntry>();

export const TAX: Kind<TaxEntry, Required> = {
  schema: taxSchema,
  required: REQUIRED,
  rules: [
    AMOUNT_RULE,
    taxRule(['basis', 'included'], ({ basis, included }) => [
      included &&
        basis &&
        WORTH_OF[basis] !== 'percent' && {
          path: ['included'],
          message: `must be false with basis ${shown(basis)}`,
          input: true,
        },
    ]),
    taxRule(['applies_to'], ({ applies_to }) => [
      applies_to?.length === 0 && {
        path: ['applies_to'],
        message: 'must name accommodation, fees or both',
        input: [],
      },
    ]),
  ],
};
