import { type ListingRow, listListings } from '../../db/queries/listings/listings.ts';
import {
  findListingRecord,
  listNightlyRates,
  listSeasons,
  lockListingRecord,
  replaceSeasons,
  updateListingRecord,
} from '../../db/queries/listings/rates.ts';
import type { ListingRecord, SeasonRecord } from '../../db/queries/team-file/team-file.ts';
import { lockTeam } from '../../db/queries/teams/teams.ts';
import { NotFound } from '../errors.ts';
import { listListingsNamed } from '../listing-names.ts';
import { newId } from '../new-id.ts';
import { type Page, type PageRequest, sliceOf } from '../page.ts';
import { listingRow } from '../team-data/listing-row.ts';
import { type RatesEntry, seasonRow } from '../team-data/rates.ts';
import { recordTeamEvent } from '../team-events.ts';
import {
  type ConditionalCall,
  requireVersion,
  type WriteContext,
  type WriteDependencies,
  write,
} from '../write.ts';
import { differs, givenOf } from './rows.ts';

/** A listing's prices, rules and terms, with its seasons by first day. */
export type ListingRates = { listing: ListingRecord; seasons: SeasonRecord[] };
/** A listing with its base rates. */
export type PricedListing = Awaited<ReturnType<typeof listNightlyRates>>[number] & { listing: ListingRow };

/** The prices of a listing (contract, section 18). Existing bookings keep theirs. */
export function createRatesService(dependencies: WriteDependencies) {
  const { db } = dependencies;
  return {
    async findRates(teamId: number, listingId: string): Promise<ListingRates | null> {
      const listing = await findListingRecord(db, teamId, listingId);
      return listing && { listing, seasons: await listSeasons(db, teamId, listingId) };
    },

    /** A team's listings with their base rates, by title. `text` is part of their title or nickname. */
    async listPricedListings(
      teamId: number,
      text: string | null,
      page: PageRequest,
    ): Promise<Page<PricedListing>> {
      const ids = text === null ? undefined : await listListingsNamed(db, teamId, text);
      const { rows, total } = await listListings(db, teamId, { ids }, sliceOf(page));
      const rates = await listNightlyRates(
        db,
        teamId,
        rows.map(({ id }) => id),
      );
      const byId = new Map(rates.map((rate) => [rate.id, rate]));
      return {
        rows: rows.flatMap((listing) => {
          const rate = byId.get(listing.id);
          return rate ? [{ ...rate, listing }] : [];
        }),
        total,
      };
    },

    /** Rates and rules are changed key by key, seasons are replaced as a whole. */
    changeRates: (
      call: ConditionalCall<ListingRates>,
      listingId: string,
      change: RatesEntry,
    ): Promise<ListingRates> =>
      write(dependencies, call, async (context) => {
        const { tx, writer } = context;
        await lockTeam(tx, writer.teamId);
        const listing = await lockListingRecord(tx, writer.teamId, listingId);
        if (!listing) throw new NotFound();
        const stored = { listing, seasons: await listSeasons(tx, writer.teamId, listingId) };
        await requireVersion(call, () => stored);
        return changeLocked(context, stored, change);
      }),
  };
}

async function changeLocked(
  context: WriteContext,
  before: ListingRates,
  change: RatesEntry,
): Promise<ListingRates> {
  const { tx, writer, now } = context;
  const { teamId } = writer;
  const { id, slug, kind, publicTitle, maxGuests, nightlyCents } = before.listing;
  const { seasons: given, rates, ...rest } = givenOf(change);
  const entry = {
    ...{ slug, kind, public_title: publicTitle, max_guests: maxGuests, ...rest },
    rates: { nightly: nightlyCents, ...givenOf(rates ?? {}) },
  };
  const row = listingRow({ teamId, now, newId }, entry, before.listing, before.listing);
  const seasons =
    given === undefined
      ? before.seasons
      : (given ?? [])
          .map((season) => seasonRow(teamId, id, season))
          .toSorted((a, b) => (a.startDate < b.startDate ? -1 : 1));
  const changedSeasons = [...without(before.seasons, seasons), ...without(seasons, before.seasons)];
  const hasNewTerms = differs(before.listing, row);
  if (!hasNewTerms && changedSeasons.length === 0) return before;
  // `updated_at` belongs to the fields that the listing shows, not to its prices: bookings show their listing, and must
  // not change.
  const after = { listing: row, seasons };
  await updateListingRecord(tx, after.listing);
  if (changedSeasons.length > 0) await replaceSeasons(tx, teamId, id, seasons);
  // A listing's own rates and rules apply to all dates.
  const days = hasNewTerms ? { start_date: null, end_date: null } : daysOf(changedSeasons);
  await recordTeamEvent(context, { type: 'rates.changed', data: { listing_id: id, ...days } });
  return after;
}

/** The seasons of one list that are missing or different in the other. */
const without = (seasons: readonly SeasonRecord[], others: readonly SeasonRecord[]): SeasonRecord[] =>
  seasons.filter((season) => !others.some((other) => !differs(other, season)));

/** The days from the first to the last of some seasons. */
const daysOf = (seasons: readonly SeasonRecord[]) => ({
  start_date: seasons.map(({ startDate }) => startDate).sort()[0] ?? null,
  end_date:
    seasons
      .map(({ endDate }) => endDate)
      .sort()
      .at(-1) ?? null,
});
