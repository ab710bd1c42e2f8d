import type { StayDate } from '../../../domain/dates/dates.ts';
import type { ReadScope } from '../../../services/team-scope.ts';
import { type FeedClash, listFeedClashes } from '../db/queries/channel-stays.ts';

/** An event of a channel on nights that something else has, from the first of these nights to the day after the last. */
export type Clash = FeedClash & {
  from: StayDate;
  to: StayDate;
  /** Whether the event only has nights that are kept free after a stay. */
  isPreparation: boolean;
};

const later = (one: StayDate, other: StayDate) => (one > other ? one : other);
const earlier = (one: StayDate, other: StayDate) => (one < other ? one : other);

/** The conflicts of the feeds of some units, or of all units of a team, each with the nights that two have. */
export async function listClashes(
  { db, teamId }: ReadScope,
  request: { unitIds: readonly string[] | null; limit: number },
): Promise<Clash[]> {
  const found = await listFeedClashes(db, teamId, request);
  return found.map((clash) => {
    const { startDate, endDate, otherStartDate, otherEndDate, checkOut } = clash;
    const from = later(startDate, otherStartDate);
    const isPreparation = checkOut !== null && from >= checkOut;
    const to = earlier(endDate, isPreparation ? otherEndDate : (checkOut ?? otherEndDate));
    return { ...clash, from, to, isPreparation };
  });
}
