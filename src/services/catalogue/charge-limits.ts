/** How many charges apply to a listing, and in which currency. */
import { MAX_CHARGES_OF_LISTING } from '../../domain/limits.ts';
import { isGiven, presentValue } from './problems.ts';

type ChargedListings = { listingIds: string[] | null };

export function countCharges(charges: readonly ChargedListings[]) {
  const ofAll = charges.filter(({ listingIds }) => listingIds === null).length;
  const own = new Map<string, number>();
  for (const id of charges.flatMap(({ listingIds }) => listingIds ?? [])) own.set(id, (own.get(id) ?? 0) + 1);
  return { ofAll, of: (listingId: string) => ofAll + (own.get(listingId) ?? 0), named: [...own.keys()] };
}

/** A team that has more charges keeps them, because it may be older than the limit. */
export const isOverChargeLimit = (count: number, present: number): boolean =>
  count > Math.max(MAX_CHARGES_OF_LISTING, present);

export const CHARGE_LIMIT_TEXT = `at most ${MAX_CHARGES_OF_LISTING} fees, taxes and discounts`;

/** `listingIds` is null for all listings. */
type FixedCharge = { kind: 'fee' | 'tax' | 'coupon'; code: string; listingIds: string[] | null };

/**
 * Fixed amounts are in the team's currency, so they must not apply to a listing in another. Returns the
 * currency that a listing must have because of its charges, or null if any will do.
 */
export function createCurrencyCheck(teamCurrency: string, fixed: readonly FixedCharge[]) {
  const ofAll = fixed.find(({ listingIds }) => listingIds === null);
  const ofListing = new Map(
    fixed.flatMap((charge) => (charge.listingIds ?? []).map((id) => [id, charge] as const)),
  );
  return ({ id, currency }: { id: string; currency: string }): string | null => {
    const applying = ofAll ?? ofListing.get(id);
    if (currency === teamCurrency || !applying) return null;
    return `must be the team's, ${teamCurrency}, because the ${applying.kind} ${presentValue(applying.code)} of a fixed amount applies to it`;
  };
}

type Amounts = { amountCents?: number | null; maxAmountCents?: number | null };

/** Null if the charge gives no amount. */
export const findFixedAmountField = ({
  amountCents,
  maxAmountCents,
}: Amounts): 'amount' | 'max_amount' | null => {
  if (isGiven(amountCents)) return 'amount';
  return isGiven(maxAmountCents) ? 'max_amount' : null;
};
