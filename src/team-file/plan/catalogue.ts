import type { Transaction } from '../../db/client.ts';
import { loadCatalogue } from '../../db/queries/team-file/team-file.ts';
import { reportChargeCountProblems, reportCurrencyProblems } from './charge-limits.ts';
import { planCharges } from './charges.ts';
import type { ImportContext } from './context.ts';
import { planListings } from './listings.ts';

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
