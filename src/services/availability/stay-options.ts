import { findListingWithFees, type ListingKey, type OfferedListing } from '../../db/queries/offers/offers.ts';
import { todayInZone } from '../../domain/dates/dates.ts';
import type { Fee } from '../../domain/pricing/charges.ts';
import { compareCodePoints } from '../../domain/text/text.ts';
import type { SystemScope } from '../team-scope.ts';

export type OfferedExtra = Pick<
  Fee,
  'code' | 'name' | 'translations' | 'basis' | 'amountCents' | 'maxQuantity' | 'validUntil'
>;

export type StayOptions = OfferedListing & { extras: OfferedExtra[] };

/** An extra whose last day is over is left out. Null if the listing does not exist. */
export async function findStayOptions(
  { db, clock, teamId }: SystemScope,
  named: ListingKey,
): Promise<StayOptions | null> {
  const found = await findListingWithFees(db, teamId, named);
  if (!found) return null;
  const { fees, ...listing } = found;
  const today = todayInZone(listing.timezone, clock());
  const extras = fees.filter(
    ({ optional, validUntil }) => optional && (validUntil === null || validUntil >= today),
  );
  return { ...listing, extras: extras.toSorted((a, b) => compareCodePoints(a.code, b.code)) };
}
