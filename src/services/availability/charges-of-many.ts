import type { Executor } from '../../db/client.ts';
import {
  loadTeamCharges,
  type TeamCharges,
  type WithListingIds,
} from '../../db/queries/offers/offered-charges.ts';
import type { CancellationPolicy } from '../../domain/cancellation.ts';
import type { Charges } from '../../domain/pricing/price-stay.ts';

type ChargesAndPolicy = Charges & { policyOfTeam: CancellationPolicy | null };

/** Listings to which the same charges apply get the same object. */
export type FindCharges = (listingId: string) => ChargesAndPolicy;

/** For any of the team's listings. */
export const loadChargesOfMany = async (db: Executor, teamId: number): Promise<FindCharges> =>
  createChargesFinder(await loadTeamCharges(db, teamId));

export function createChargesFinder(team: TeamCharges | null): FindCharges {
  const { fees = [], taxes = [], discounts = [], policyOfTeam = null } = team ?? {};
  /** Which charges name a listing. */
  const namedBy = new Map<string, string>();
  for (const [index, { listingIds }] of [...fees, ...taxes, ...discounts].entries())
    for (const id of listingIds ?? []) namedBy.set(id, `${namedBy.get(id) ?? ''} ${index}`);
  const chargesByNames = new Map<string, ChargesAndPolicy>();
  return (id) =>
    chargesByNames.getOrInsertComputed(namedBy.get(id) ?? '', () => ({
      fees: listApplying(fees, id),
      taxes: listApplying(taxes, id),
      discounts: listApplying(discounts, id),
      policyOfTeam,
    }));
}

const listApplying = <Charge>(charges: readonly WithListingIds<Charge>[], id: string): readonly Charge[] =>
  charges.filter(({ listingIds }) => listingIds === null || listingIds.includes(id));
