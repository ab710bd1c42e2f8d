import type { Executor } from '../../db/client.ts';
import {
  loadTeamCharges,
  type TeamCharges,
  type WithListingIds,
} from '../../db/queries/offers/offered-charges.ts';
import type { CancellationPolicy } from '../../domain/cancellation.ts';
import type { Tariff } from '../../domain/pricing/price-stay.ts';

type Charges = Pick<Tariff, 'fees' | 'taxes' | 'discounts'> & {
  policyOfTeam: CancellationPolicy | null;
};

/** Returns the charges that apply to a listing. */
export type FindCharges = (listingId: string) => Charges;

/** Reads a team's charges and its cancellation terms, for any of its listings. */
export const loadChargesOfMany = async (db: Executor, teamId: number): Promise<FindCharges> =>
  createChargesFinder(await loadTeamCharges(db, teamId));

/** Returns a function that gives the charges that apply to a listing. */
export function createChargesFinder(team: TeamCharges | null): FindCharges {
  const fees = buildChargesByListing(team?.fees);
  const taxes = buildChargesByListing(team?.taxes);
  const discounts = buildChargesByListing(team?.discounts);
  const policyOfTeam = team?.policyOfTeam ?? null;
  return (id) => ({ fees: fees(id), taxes: taxes(id), discounts: discounts(id), policyOfTeam });
}

/** The charges that apply to a listing. Listings that no charge names share one list. */
function buildChargesByListing<Charge>(
  charges: readonly WithListingIds<Charge>[] = [],
): (id: string) => readonly Charge[] {
  const ofAll = charges.filter(({ listingIds }) => listingIds === null);
  const naming = new Map<string, WithListingIds<Charge>[]>();
  for (const charge of charges)
    for (const id of charge.listingIds ?? []) naming.getOrInsertComputed(id, () => [...ofAll]).push(charge);
  return (id) => naming.get(id) ?? ofAll;
}
