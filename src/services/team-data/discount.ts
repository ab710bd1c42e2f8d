/** Automatic discounts (contract, section 5). */
import type { z } from 'zod';
import { MAX_CODE_LENGTH, MAX_NAME_LENGTH } from '../../domain/limits.ts';
import { DISCOUNT_KINDS, type DiscountKind } from '../../domain/vocabulary.ts';
import { listingSlugs, object, percent, ruleDays, text, word } from './fields.ts';
import { isGiven, type Kind, rulesFor } from './kind.ts';
import { shown } from './wording.ts';

export const discountSchema = object({
  code: text(MAX_CODE_LENGTH).describe('Names it.'),
  name: text(MAX_NAME_LENGTH).optional().describe('The name on price lines.'),
  kind: word(DISCOUNT_KINDS).optional().describe('The kind of stay that it rewards.'),
  percent: percent.optional().describe('The discount on the accommodation in percent.'),
  min_nights: ruleDays.nullish().describe('For `length_of_stay`: the minimum number of nights.'),
  days_before: ruleDays
    .nullish()
    .describe(
      'For `early_bird`: the minimum number of days before check-in. For `last_minute`: the maximum.',
    ),
  listings: listingSlugs.describe('The listings it applies to. Default: all.'),
});

export type DiscountEntry = z.infer<typeof discountSchema>;

/** The condition of each kind of discount. */
const CONDITION_OF = {
  length_of_stay: 'min_nights',
  early_bird: 'days_before',
  last_minute: 'days_before',
} as const satisfies Record<DiscountKind, keyof DiscountEntry>;

const discountRule = rulesFor<DiscountEntry>();

const REQUIRED = ['code', 'name', 'kind', 'percent'] as const;

export const DISCOUNT: Kind<DiscountEntry, (typeof REQUIRED)[number]> = {
  schema: discountSchema,
  required: REQUIRED,
  rules: [
    discountRule(['kind', 'min_nights', 'days_before'], (discount) => {
      if (!discount.kind) return [];
      const condition = CONDITION_OF[discount.kind];
      const other = condition === 'min_nights' ? 'days_before' : 'min_nights';
      const withKind = `with kind ${shown(discount.kind)}`;
      return [
        !isGiven(discount[condition]) && { path: [condition], message: `is required ${withKind}` },
        isGiven(discount[other]) && {
          path: [other],
          message: `must not be given ${withKind}`,
          input: discount[other],
        },
      ];
    }),
  ],
};
