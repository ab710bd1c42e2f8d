/** Fees and taxes (contract, section 5). */

import type { z } from 'zod';
import { MAX_CODE_LENGTH, MAX_NAME_LENGTH } from '../../domain/limits.ts';
import { percentOrNull } from '../../domain/notation.ts';
import { CHARGE_BASES, TAX_TARGETS } from '../../domain/vocabulary.ts';
import { isGiven, type Rule, rulesFor } from './contradictions.ts';
import { cents, flag, list, listingSlugs, object, percent, ruleDays, text, word } from './fields.ts';
import { shown } from './wording.ts';

const charge = {
  code: text(MAX_CODE_LENGTH),
  name: text(MAX_NAME_LENGTH),
  basis: word(CHARGE_BASES),
  amount: cents.nullish(),
  percent: percent.nullish(),
  listings: listingSlugs,
};
export const feeSchema = object({ ...charge, taxable: flag.nullish() });
export const taxSchema = object({
  ...charge,
  applies_to: list(word(TAX_TARGETS), 2).nullish(),
  included: flag.nullish(),
  max_nights: ruleDays.nullish(),
});

export type FeeEntry = z.infer<typeof feeSchema>;
export type TaxEntry = z.infer<typeof taxSchema>;

const chargeRule = rulesFor<FeeEntry & TaxEntry>();
export const CHARGE_RULES: readonly Rule<FeeEntry & TaxEntry>[] = [
  chargeRule(['basis', 'amount', 'percent'], (entry) => {
    const [wanted, unwanted] =
      entry.basis === 'percent' ? (['percent', 'amount'] as const) : (['amount', 'percent'] as const);
    return [
      !isGiven(entry[wanted]) && `${wanted} is required with basis ${shown(entry.basis)}`,
      isGiven(entry.amount) &&
        unwanted === 'amount' &&
        `amount must not be given with basis ${shown(entry.basis)}, not ${shown(entry.amount)}`,
      isGiven(entry.percent) &&
        unwanted === 'percent' &&
        `percent must not be given with basis ${shown(entry.basis)}, not ${percentOrNull(entry.percent ?? null)}`,
    ];
  }),
  chargeRule(['basis', 'included'], ({ basis, included }) => [
    included && basis !== 'percent' && `included must be false with basis ${shown(basis)}, not true`,
  ]),
  chargeRule(['applies_to'], ({ applies_to }) => [
    applies_to?.length === 0 && 'applies_to must name accommodation, fees or both, not nothing',
  ]),
];
