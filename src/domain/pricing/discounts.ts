import { compareCodePoints } from '../text/text.ts';
import { DISCOUNT_KINDS, type DiscountKind } from '../vocabulary.ts';
import { buildPercentPriceLine, type PriceLine } from './lines.ts';

/**
 * A discount that applies by itself: from `minNights` nights on for a long stay, or by the days from booking to
 * check-in (`daysBefore`) for the other kinds.
 */
export interface Discount {
  readonly code: string;
  readonly name: string;
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

/**
 * The price line of the one automatic discount of a stay, with a negative amount in cents. Of all discounts
 * that apply, the one that saves most after rounding wins, the first of them if several save the same. Returns
 * null if no discount saves anything.
 */
export function findBestDiscountLine(
  applying: readonly Discount[],
  accommodationCents: number,
): PriceLine | null {
  let best: PriceLine | null = null;
  for (const { code, name, percentPpm } of applying) {
    const line = buildPercentPriceLine({ type: 'discount', code, name }, accommodationCents, percentPpm);
    if (line.amountCents > (best?.amountCents ?? 0)) best = line;
  }
  if (best) best.amountCents = -best.amountCents;
  return best;
}

/** A discount that lacks its condition, such as a number of nights, applies to no stay. */
const DOES_APPLY_BY_DISCOUNT_KIND = {
  length_of_stay: ({ minNights }, { nights }) => minNights !== null && nights >= minNights,
  early_bird: ({ daysBefore }, { leadDays }) => daysBefore !== null && leadDays >= daysBefore,
  last_minute: ({ daysBefore }, { leadDays }) => daysBefore !== null && leadDays <= daysBefore,
} satisfies Record<DiscountKind, (discount: Discount, facts: DiscountFacts) => boolean>;
