/** What holds of charges and listings together (contract, sections 3 and 5). */
import type { TeamRecord } from '../../../db/queries/team-file.ts';
import { MAX_CHARGES_OF_LISTING } from '../../../domain/limits.ts';
import { shown } from '../../team-data/wording.ts';
import type { PlannedCharges } from './charges.ts';
import type { ImportContext } from './context.ts';
import type { PlannedListing, PlannedListings } from './listings.ts';

type Applying = { listingIds: string[] | null };

/** How a problem names a listing, which the file may not have. */
const placeOf = ({ entry, row }: PlannedListing): string => entry?.place ?? `listings (${row.slug})`;

/** Fixed amounts are in the team's currency: none may apply to a listing in another one. */
export function checkCurrencies(
  { problems }: ImportContext,
  team: TeamRecord,
  listings: PlannedListings,
  charges: PlannedCharges,
): void {
  const fixed = [
    ...charges.fees.all.map((row) => ({ ...row, kind: 'fee' })),
    ...charges.taxes.all.map((row) => ({ ...row, kind: 'tax' })),
    ...charges.coupons.all.map((row) => ({ ...row, kind: 'coupon' })),
  ].filter((row) => row.amountCents !== null);
  const ofAll = fixed.find(({ listingIds }) => listingIds === null);
  const ofListing = new Map(fixed.flatMap((row) => (row.listingIds ?? []).map((id) => [id, row] as const)));
  for (const listing of listings.bySlug.values()) {
    const { row, entry } = listing;
    const applying = ofAll ?? ofListing.get(row.id);
    if (row.currency === team.currency || !applying || entry?.faulty.has('currency')) continue;
    problems.add(
      placeOf(listing),
      `currency must be the team's, ${team.currency}, since the ${applying.kind} ${shown(applying.code)} of a fixed amount applies to it, not ${shown(row.currency)}`,
    );
  }
}

/** Only a file with charges is asked: a team that has had too many may still change anything else. */
export function checkChargeCounts(
  { problems, file }: ImportContext,
  listings: PlannedListings,
  { fees, taxes, discounts }: PlannedCharges,
): void {
  if (!file.fees.isGiven && !file.taxes.isGiven && !file.discounts.isGiven) return;
  const charges: Applying[] = [...fees.all, ...taxes.all, ...discounts.all];
  const ofAll = charges.filter(({ listingIds }) => listingIds === null).length;
  const must = `at most ${MAX_CHARGES_OF_LISTING} fees, taxes and discounts may apply to a listing`;
  if (ofAll > MAX_CHARGES_OF_LISTING) {
    problems.add('file', `${must}, and ${ofAll} apply to all`);
    return;
  }
  const counts = new Map<string, number>();
  for (const id of charges.flatMap(({ listingIds }) => listingIds ?? []))
    counts.set(id, (counts.get(id) ?? ofAll) + 1);
  for (const listing of listings.bySlug.values()) {
    const count = counts.get(listing.row.id) ?? 0;
    if (count > MAX_CHARGES_OF_LISTING) problems.add(placeOf(listing), `${must}, not ${count}`);
  }
}
