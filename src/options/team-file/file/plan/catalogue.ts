/** How many charges apply to a listing, and their currency. */
import type { Transaction } from '../../../../db/client.ts';
import {
  CHARGE_LIMIT_TEXT,
  countCharges,
  createCurrencyCheck,
  findFixedAmountField,
  isOverChargeLimit,
} from '../../../../services/catalogue/charge-limits.ts';
import { type ChargeRecords, loadCatalogue } from '../../db/queries/team-file.ts';
import { type PlannedCharges, planCharges } from './charges.ts';
import type { ImportContext } from './context.ts';
import { type PlannedListing, type PlannedListings, planListings } from './listings.ts';

export type PlannedCatalogue = Awaited<ReturnType<typeof planCatalogue>>;

export async function planCatalogue(tx: Transaction, context: ImportContext) {
  const stored = await loadCatalogue(tx, context.teamId);
  const listings = planListings(context, stored);
  const charges = planCharges(context, stored, listings);
  reportCurrencyProblems(context, listings, charges);
  reportChargeCountProblems(context, listings, charges, stored);
  const coupons = new Map(charges.coupons.all.map((coupon) => [coupon.codeKey, coupon]));
  return { listings, charges, coupons };
}

/** Whether or not the file contains the listing. */
const presentListingPlace = ({ entry, row }: PlannedListing): string =>
  entry?.place ?? `listings (${row.slug})`;

/** Fixed amounts are in the team's currency. */
function reportCurrencyProblems(
  { problems, team }: ImportContext,
  listings: PlannedListings,
  charges: PlannedCharges,
): void {
  const fixed = [
    ...charges.fees.all.map((row) => ({ ...row, kind: 'fee' as const })),
    ...charges.taxes.all.map((row) => ({ ...row, kind: 'tax' as const })),
    ...charges.coupons.all.map((row) => ({ ...row, kind: 'coupon' as const })),
  ].filter((row) => findFixedAmountField(row) !== null);
  const findCurrencyProblem = createCurrencyCheck(team.currency, fixed);
  for (const listing of listings.bySlug.values()) {
    const { row } = listing;
    const problem = findCurrencyProblem(row);
    if (problem) problems.refuse(presentListingPlace(listing), 'currency', problem, row.currency);
  }
}

/**
 * Only if the file contains charges. A number that a listing already has is accepted, so that teams from
 * before the limit can import their own exports.
 */
function reportChargeCountProblems(
  { problems, file }: ImportContext,
  listings: PlannedListings,
  { fees, taxes, discounts }: PlannedCharges,
  stored: ChargeRecords,
): void {
  if (!file.fees.isGiven && !file.taxes.isGiven && !file.discounts.isGiven) return;
  const counts = countCharges([...fees.all, ...taxes.all, ...discounts.all]);
  const before = countCharges([...stored.fees, ...stored.taxes, ...stored.discounts]);
  const must = `${CHARGE_LIMIT_TEXT} may apply to a listing`;
  if (isOverChargeLimit(counts.ofAll, before.ofAll)) {
    problems.add('file', `${must}, and ${counts.ofAll} apply to all`);
    return;
  }
  for (const listing of listings.bySlug.values()) {
    const count = counts.of(listing.row.id);
    if (isOverChargeLimit(count, before.of(listing.row.id)))
      problems.add(presentListingPlace(listing), `${must}, not ${count}`);
  }
}
