/** Charges with fixed amounts, and the listings that they apply to (contract, section 5). */
import { shown } from './wording.ts';

/** A fee, tax or coupon with a fixed amount, and the listings that it applies to, or null for all. */
export type FixedCharge = { kind: 'fee' | 'tax' | 'coupon'; code: string; listingIds: string[] | null };

/**
 * Fixed amounts are in the team's currency, so they must not apply to a listing with another currency. Returns a
 * function that gives the currency a listing must have, or null.
 */
export function currencyCheck(teamCurrency: string, fixed: readonly FixedCharge[]) {
  const ofAll = fixed.find(({ listingIds }) => listingIds === null);
  const ofListing = new Map(
    fixed.flatMap((charge) => (charge.listingIds ?? []).map((id) => [id, charge] as const)),
  );
  return ({ id, currency }: { id: string; currency: string }): string | null => {
    const applying = ofAll ?? ofListing.get(id);
    if (currency === teamCurrency || !applying) return null;
    return `must be the team's, ${teamCurrency}, because the ${applying.kind} ${shown(applying.code)} of a fixed amount applies to it`;
  };
}
