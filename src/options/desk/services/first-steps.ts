import type { ReadScope } from '../../../services/team-scope.ts';
import { findFirstSteps } from '../db/queries/first-steps.ts';

/** The steps to a team's first booking, in the order in which they are done (docs/rules.md, 21.11). */
export const FIRST_STEPS = ['place', 'photos', 'prices', 'charges', 'terms', 'site', 'channels'] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

export type FirstSteps = {
  isDone: Record<FirstStep, boolean>;
  /** The pages of this place are linked. */
  firstPlaceId: string | null;
};

/** Null once the team has a booking. */
export async function readFirstSteps({ db, teamId }: ReadScope): Promise<FirstSteps | null> {
  const found = await findFirstSteps(db, teamId);
  if (found.hasBooking) return null;
  return {
    isDone: {
      place: found.firstPlaceId !== null,
      photos: found.hasPhotos,
      prices: found.hasPrices,
      charges: found.hasCharges,
      terms: found.hasTerms,
      site: found.hasSite,
      channels: found.hasChannels,
    },
    firstPlaceId: found.firstPlaceId,
  };
}
