import { isDeepStrictEqual } from 'node:util';
import type { Database, Executor } from '../../db/client.ts';
import {
  type ListingRecord,
  type ListingRow,
  listListingIds,
  listListingsByIds,
} from '../../db/queries/listings/listings.ts';
import {
  findListingRecord,
  listSeasons,
  type SeasonRecord,
  storeSeasonDifference,
  updateListingRecord,
} from '../../db/queries/listings/rates.ts';
import { listListingsToOffer } from '../../db/queries/offers/many-offers.ts';
import { addDays, todayInZone } from '../../domain/dates/dates.ts';
import type { PageOfRows, PageRequest } from '../../domain/page.ts';
import {
  createDayTermsFinder,
  type DayTerms,
  type RatesAndStayRules,
} from '../../domain/pricing/nightly-rates.ts';
import { loadRates } from '../availability/many-offers.ts';
import { listListingsNamed } from '../listings.ts';
import { recordTeamEvent } from '../team-events.ts';
import type { ReadScope, SystemScope, TeamScope, WriteScope } from '../team-scope.ts';
import type { ConditionalOptions } from '../write.ts';
import { buildListingRow, type ListingColumns } from './listing-rows.ts';
import { writeToListing } from './locking.ts';
import { buildSeasonRows, type SeasonColumns } from './part-rows.ts';
import { throwIfInvalid } from './problems.ts';
import { diffRows, isEmptyDifference, isNewOrDifferent } from './rows.ts';
import { findCrossedRuleProblems, findCrossedSeasonProblems } from './rule-bounds.ts';
import { describeListing, describeSeasons, findTextProblems } from './translations.ts';

export type { ListingRecord, SeasonRecord };

/** Seasons by first day. */
export type ListingRates = { listing: ListingRecord; seasons: SeasonRecord[] };
/** Undefined keeps all seasons, and null removes them. */
export type RatesChange = { listing: ListingColumns; seasons: SeasonColumns[] | null | undefined };
/** `terms` are the listing's own, `tonight` those after seasons and day overrides. */
export type PricedListing = { listing: ListingRow; terms: RatesAndStayRules; tonight: DayTerms };

export async function findRates(
  { db, teamId }: ReadScope<Database>,
  listingId: string,
): Promise<ListingRates | null> {
  const listing = await findListingRecord(db, teamId, listingId);
  return listing && addSeasons(db, listing);
}

/** By title. `text` is part of a title or nickname. */
export async function listPricedListings(
  { db, clock, teamId }: SystemScope,
  text: string | null,
  page: PageRequest,
): Promise<PageOfRows<PricedListing>> {
  const ids = text === null ? undefined : await listListingsNamed(db, teamId, text);
  const { ids: idsOfPage, total } = await listListingIds(db, teamId, { ids }, page);
  const rows = await listListingsByIds(db, teamId, idsOfPage);
  const termsOf = await findTonight(
    db,
    teamId,
    rows.map(({ id }) => id),
    clock(),
  );
  return {
    rows: rows.flatMap((listing) => {
      const found = termsOf.get(listing.id);
      return found ? [{ listing, ...found }] : [];
    }),
    total,
  };
}

/** Rates and rules change key by key, the seasons as a whole. Existing bookings keep their prices. */
export const changeRates = (
  scope: TeamScope,
  listingId: string,
  change: RatesChange,
  options: ConditionalOptions<ListingRates> = {},
): Promise<ListingRates> =>
  writeToListing(
    scope,
    { listingId, read: ({ tx }, listing) => addSeasons(tx, listing) },
    async (scope, listing) => changeLocked(scope, await addSeasons(scope.tx, listing), change),
    options,
  );

const addSeasons = async (db: Executor, listing: ListingRecord): Promise<ListingRates> => ({
  listing,
  seasons: await listSeasons(db, listing.teamId, listing.id),
});

/** For the night that begins today in the listing's time zone. */
async function findTonight(db: Database, teamId: number, ids: readonly string[], now: Date) {
  const listings = await listListingsToOffer(db, teamId, ids);
  const todays = listings.map(({ timezone }) => todayInZone(timezone, now)).toSorted();
  const [first, last] = [todays[0], todays.at(-1)];
  if (first === undefined || last === undefined) return new Map<string, never>();
  const ratesOf = await loadRates(db, teamId, { startDate: first, endDate: addDays(last, 1) }, ids);
  return new Map(
    listings.map((terms) => {
      const termsOn = createDayTermsFinder({ terms, ...ratesOf(terms.id) });
      return [terms.id, { terms, tonight: termsOn(todayInZone(terms.timezone, now)) }];
    }),
  );
}

async function changeLocked(
  scope: WriteScope,
  { listing: stored, seasons: before }: ListingRates,
  { listing: columns, seasons: newSeasons }: RatesChange,
): Promise<ListingRates> {
  const { tx, teamId, now } = scope;
  const { id } = stored;
  const listing = buildListingRow({ teamId, now, team: stored }, stored, columns);
  const seasons =
    newSeasons === undefined ? before : buildSeasonRows({ teamId, listingId: id }, newSeasons ?? [], before);
  throwIfInvalid([
    ...findCrossedRuleProblems(listing, columns),
    ...findCrossedSeasonProblems(newSeasons ?? [], before),
    ...(await findTextProblems(scope, [
      ...describeListing(listing),
      ...describeSeasons(seasons, newSeasons ?? before),
    ])),
  ]);
  const difference = diffRows(before, seasons, ({ startDate }) => startDate);
  const hasNewTerms = isNewOrDifferent(stored, listing);
  if (!hasNewTerms && isEmptyDifference(difference)) return { listing: stored, seasons: before };
  // A change of prices alone does not move `updated_at`, because bookings show their listing and must not
  // change with its prices.
  const hasNewPolicy = !isDeepStrictEqual(stored.cancellationPolicy, listing.cancellationPolicy);
  const after = hasNewPolicy ? { ...listing, updatedAt: now } : listing;
  await updateListingRecord(tx, after);
  await storeSeasonDifference(tx, teamId, difference);
  // The listing's own rates and rules apply to all dates, so the event names none.
  const { written, replaced, removed } = difference;
  const days = hasNewTerms
    ? { start_date: null, end_date: null }
    : toDateRange([...written, ...replaced, ...removed]);
  await recordTeamEvent(scope, { type: 'rates.changed', data: { listing_id: id, ...days } });
  return { listing: after, seasons };
}

function toDateRange(seasons: readonly SeasonRecord[]) {
  const dates = seasons.flatMap(({ startDate, endDate }) => [startDate, endDate]).sort();
  return { start_date: dates[0] ?? null, end_date: dates.at(-1) ?? null };
}
