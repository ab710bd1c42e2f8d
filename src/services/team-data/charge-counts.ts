/** How many fees, taxes and discounts apply to a listing (contract, section 3). */
import { MAX_CHARGES_OF_LISTING } from '../../domain/limits.ts';

export type Applying = { listingIds: string[] | null };

/** How many charges apply to all listings, and how many to one. */
export function countCharges(charges: readonly Applying[]) {
  const ofAll = charges.filter(({ listingIds }) => listingIds === null).length;
  const own = new Map<string, number>();
  for (const id of charges.flatMap(({ listingIds }) => listingIds ?? [])) own.set(id, (own.get(id) ?? 0) + 1);
  return { ofAll, of: (listingId: string) => ofAll + (own.get(listingId) ?? 0), named: [...own.keys()] };
}

/** A number that is already stored stays allowed, because a team may be older than the limit. */
export const areTooMany = (count: number, present: number): boolean =>
  count > Math.max(MAX_CHARGES_OF_LISTING, present);

export const FEW_CHARGES = `at most ${MAX_CHARGES_OF_LISTING} fees, taxes and discounts may apply to a listing`;
