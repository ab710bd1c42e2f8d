/** To other listings, or to the same dates of next year (docs/rules.md, 16.10). */
import { isDeepStrictEqual } from 'node:util';
import {
  listSeasons,
  lockListingRecord,
  type SeasonRecord,
  storeSeasonDifference,
} from '../../db/queries/listings/rates.ts';
import { lockTeam } from '../../db/queries/teams/teams.ts';
import { addMonths } from '../../domain/dates/dates.ts';
import { LAST_ALLOWED_DATE, MAX_SEASONS_OF_LISTING } from '../../domain/limits.ts';
import { findSeasonProblems } from '../../domain/pricing/season-dates.ts';
import { NotFound } from '../errors.ts';
import { recordTeamEvent } from '../team-events.ts';
import type { TeamScope, WriteScope } from '../team-scope.ts';
import { type WriteOptions, write } from '../write.ts';

type SeasonCopies = {
  listingId: string;
  /** First days of the seasons. */
  startDates: readonly string[];
  targetIds: readonly string[];
  isForNextYear: boolean;
};
/** Titles of the listings. */
export type CopiedSeasons = { copied: string[]; leftOut: string[]; copies: StoredCopies[] };
export type Season = Omit<SeasonRecord, 'teamId' | 'listingId'>;
/** All of the seasons were copied to each of the listings. */
type StoredCopies = { listingIds: string[]; seasons: Season[] };
/** Copies stay if they were changed after they were made. */
export type RemovedCopies = { removed: number; changedMeanwhile: number };

/** Leaves out a listing in which a copy would overlap a season, or that has another currency. */
export const copySeasons = (
  scope: TeamScope,
  { listingId, startDates, targetIds, isForNextYear }: SeasonCopies,
  options: WriteOptions<CopiedSeasons> = {},
): Promise<CopiedSeasons> =>
  write(scope, options, async (scope) => {
    const { tx, teamId } = scope;
    await lockTeam(tx, teamId);
    const source = await lockListingRecord(tx, teamId, listingId);
    if (!source) throw new NotFound();
    const stored = await listSeasons(tx, teamId, listingId);
    const chosen = stored.filter(({ startDate }) => startDates.includes(startDate));
    const nextYear = isForNextYear ? chosen.map(toNextYear) : [];
    const all = [...chosen, ...nextYear];
    const otherIds = [...new Set(targetIds)].filter((id) => id !== listingId).sort();
    const copied: ListingRecord[] = [];
    const leftOut: ListingRecord[] = [];
    for (const id of isForNextYear ? [listingId, ...otherIds] : otherIds) {
      const listing = id === listingId ? source : await lockListingRecord(tx, teamId, id);
      if (!listing) throw new NotFound();
      const copies = id === listingId ? nextYear : all;
      const isStored = listing.currency === source.currency && (await storeCopies(scope, id, copies));
      (isStored ? copied : leftOut).push(listing);
    }
    const copiedIds = copied.map(({ id }) => id);
    const copies = [
      { listingIds: copiedIds.filter((id) => id === listingId), seasons: nextYear.map(toSeason) },
      { listingIds: copiedIds.filter((id) => id !== listingId), seasons: all.map(toSeason) },
    ];
    return {
      copied: copied.map(({ publicTitle }) => publicTitle),
      leftOut: leftOut.map(({ publicTitle }) => publicTitle),
      copies: copies.filter(({ listingIds, seasons }) => listingIds.length > 0 && seasons.length > 0),
    };
  });

type ListingRecord = NonNullable<Awaited<ReturnType<typeof lockListingRecord>>>;

const toSeason = ({ teamId: _team, listingId: _listing, ...season }: SeasonRecord): Season => season;

/** In one transaction. A copy that was changed meanwhile in anything stays (docs/rules.md, 21.15). */
export const removeSeasonCopies = (
  scope: TeamScope,
  copies: readonly StoredCopies[],
  options: WriteOptions<RemovedCopies> = {},
): Promise<RemovedCopies> =>
  write(scope, options, async (scope) => {
    const { tx, teamId } = scope;
    await lockTeam(tx, teamId);
    const byListing = copies
      .flatMap(({ listingIds, seasons }) => listingIds.map((id) => [id, seasons] as const))
      .toSorted(([one], [other]) => (one < other ? -1 : 1));
    const result: RemovedCopies = { removed: 0, changedMeanwhile: 0 };
    for (const [listingId, ofListing] of byListing) {
      if (!(await lockListingRecord(tx, teamId, listingId))) continue;
      const copied = (await listSeasons(tx, teamId, listingId)).filter(({ startDate }) =>
        ofListing.some((copy) => copy.startDate === startDate),
      );
      const removed = copied.filter((season) =>
        ofListing.some((copy) => isDeepStrictEqual(copy, toSeason(season))),
      );
      result.removed += removed.length;
      result.changedMeanwhile += copied.length - removed.length;
      if (removed.length === 0) continue;
      await storeSeasonDifference(tx, teamId, { written: [], removed });
      await recordSeasonEvent(scope, listingId, removed);
    }
    return result;
  });

async function recordSeasonEvent(
  scope: WriteScope,
  listingId: string,
  seasons: readonly SeasonRecord[],
): Promise<void> {
  const dates = seasons.flatMap(({ startDate, endDate }) => [startDate, endDate]).sort();
  const data = { listing_id: listingId, start_date: dates[0] ?? null, end_date: dates.at(-1) ?? null };
  await recordTeamEvent(scope, { type: 'rates.changed', data });
}

const toNextYear = (season: SeasonRecord): SeasonRecord => ({
  ...season,
  startDate: addMonths(season.startDate, 12),
  endDate: addMonths(season.endDate, 12),
});

/** All or none. Returns whether they could be stored. */
async function storeCopies(
  scope: WriteScope,
  listingId: string,
  copies: readonly SeasonRecord[],
): Promise<boolean> {
  const { tx, teamId } = scope;
  const written = copies.map((season) => ({ ...season, listingId }));
  const seasons = [...(await listSeasons(tx, teamId, listingId)), ...written];
  const isTooLate = written.some(({ endDate }) => endDate > LAST_ALLOWED_DATE);
  if (isTooLate || seasons.length > MAX_SEASONS_OF_LISTING || findSeasonProblems(seasons).length > 0)
    return false;
  await storeSeasonDifference(tx, teamId, { written, removed: [] });
  await recordSeasonEvent(scope, listingId, written);
  return true;
}
