import { computePercentOfCents } from '../money.ts';
import { compareCodePoints } from '../text/text.ts';
import type { NameText, Translations } from '../translations.ts';
import { DISCOUNT_KINDS, type DiscountKind } from '../vocabulary.ts';
import { buildPriceLine, type PriceLine } from './lines.ts';

/**
 * A discount that applies by itself: from `minNights` nights on for a long stay, or by the days from booking to
 * check-in (`daysBefore`) for the other kinds.
 */
export interface Discount {
  readonly code: string;
  readonly name: string;
  readonly translations?: Translations<NameText> | null;
  readonly kind: DiscountKind;
  readonly percentPpm: number;
  readonly minNights: number | null;
  readonly daysBefore: number | null;
}

/** The numbers that decide whether discounts apply: the nights, and the days from booking to check-in. */
type DiscountFacts = { readonly nights: number; readonly leadDays: number };

/** The discounts that apply to a stay, in the order that decides ties: by kind, then by code. */
export const listApplyingDiscounts = (discounts: readonly Discount[], facts: DiscountFacts): Discount[] =>
  discounts
    .filter((discount) => DOES_APPLY_BY_DISCOUNT_KIND[discount.kind](discount, facts))
    .toSorted(
      (a, b) =>
        DISCOUNT_KINDS.indexOf(a.kind) - DISCOUNT_KINDS.indexOf(b.kind) || compareCodePoints(a.code, b.code),
    );

/** A discount, and what a stay saves by it, in cents. */
interface SavingDiscount {
  readonly discount: Discount;
  readonly savedCents: number;
}

/**
 * The one automatic discount of a stay. Of all discounts that apply, the one that saves most after rounding wins, the
 * first of them if several save the same. Returns null if no discount saves anything.
 */
export function findBestDiscount(
  applying: readonly Discount[],
  accommodationCents: number,
): SavingDiscount | null {
  let best: SavingDiscount | null = null;
  for (const discount of applying) {
    const savedCents = computePercentOfCents(accommodationCents, discount.percentPpm);
    if (savedCents > (best?.savedCents ?? 0)) best = { discount, savedCents };
  }
  return best;
}

/** The price line of the automatic discount, with a negative amount in cents. */
export const buildDiscountLine = (
  { discount, savedCents }: SavingDiscount,
  accommodationCents: number,
): PriceLine =>
  buildPriceLine({
    type: 'discount',
    code: discount.code,
    name: discount.name,
    nameSource: discount.translations ?? undefined,
    basis: 'percent',
    percentPpm: discount.percentPpm,
    baseAmountCents: accommodationCents,
    amountCents: -savedCents,
  });

/** A discount that lacks its condition, such as a number of nights, applies to no stay. */
const DOES_APPLY_BY_DISCOUNT_KIND = {
  length_of_stay: ({ minNights }, { nights }) => minNights !== null && nights >= minNights,
  early_bird: ({ daysBefore }, { leadDays }) => daysBefore !== null && leadDays >= daysBefore,
  last_minute: ({ daysBefore }, { leadDays }) => daysBefore !== null && leadDays <= daysBefore,
} satisfies Record<DiscountKind, (discount: Discount, facts: DiscountFacts) => boolean>;
