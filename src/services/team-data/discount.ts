/** Automatic discounts (contract, section 5). */

import type { z } from 'zod';
import { MAX_CODE_LENGTH, MAX_NAME_LENGTH } from '../../domain/limits.ts';
import { DISCOUNT_KINDS } from '../../domain/vocabulary.ts';
import { isGiven, rulesFor } from './contradictions.ts';
import { listingSlugs, object, percent, ruleDays, text, word } from './fields.ts';
import { shown } from './wording.ts';

export const discountSchema = object({
  code: text(MAX_CODE_LENGTH),
  name: text(MAX_NAME_LENGTH),
  kind: word(DISCOUNT_KINDS),
  percent,
  min_nights: ruleDays.nullish(),
  days_before: ruleDays.nullish(),
  listings: listingSlugs,
});

export type DiscountEntry = z.infer<typeof discountSchema>;

const discountRule = rulesFor<DiscountEntry>();
export const DISCOUNT_RULES = [
  discountRule(['kind', 'min_nights', 'days_before'], (entry) => {
    const [wanted, unwanted] =
      entry.kind === 'length_of_stay'
        ? (['min_nights', 'days_before'] as const)
        : (['days_before', 'min_nights'] as const);
    return [
      !isGiven(entry[wanted]) && `${wanted} is required with kind ${shown(entry.kind)}`,
      isGiven(entry[unwanted]) &&
        `${unwanted} must not be given with kind ${shown(entry.kind)}, not ${shown(entry[unwanted])}`,
    ];
  }),
];
