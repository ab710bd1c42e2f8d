import type { Database } from '../../db/client.ts';
import type { CatalogueListingRow } from '../../db/queries/catalogue/catalogue.ts';
import { listListingsByIds } from '../../db/queries/listings/listings.ts';
import { listSiteListingsByIds } from '../../db/queries/listings/site-listings.ts';
import type { SearchAudience, SearchedRow } from '../../db/queries/offers/many-offers.ts';
import { type StayDate, todayInZone } from '../../domain/dates/dates.ts';
import { findOccupiedNights } from '../../domain/inventory/inventory.ts';
import { AmountOutOfRangeError } from '../../domain/money.ts';
import { type PageOfRows, type PageRequest, toLimitAndOffset } from '../../domain/page.ts';
import { resolvePartyRequest } from '../../domain/party.ts';
import { createStayComparer, mayBeFreeOnOtherDates } from '../../domain/pricing/quote.ts';
import {
  countSearchFacets,
  createSearchMatcher,
  type FacetCounts,
  matchCandidateTotal,
  type PricedSearchCandidate,
  type SearchCandidate,
  type SearchFilters,
  type SearchSort,
  sortSearchResults,
} from '../../domain/search.ts';
import { eachWithPauses } from '../../pauses.ts';
import { Invalid } from '../errors.ts';
import { type FieldMessages, hasMessages } from '../field-messages.ts';
import type { Catalogue } from '../kept-catalogues/catalogue.ts';
import type { Listing, SiteListing } from '../listings.ts';
import { findPartyMessagesOfQuery } from '../party.ts';
import type { TeamScope } from '../team-scope.ts';
import { readChosenOffers } from './catalogue-offers.ts';
import type { FindCharges } from './charges-of-many.ts';
import {
  buildOffer,
  buildSourceWithMoves,
  loadOffersForOtherNights,
  type OfferSource,
} from './many-offers.ts';
import { isReseated } from './movable-stays.ts';
import { buildQuote, computeSpans, type Quote, type RequestedStay, type WithCountedParty } from './quote.ts';

export type SearchRequest = RequestedStay & {
  filters: SearchFilters;
  /** Whether the answer includes places that are not available. */
  withUnavailable: boolean;
  sort: SearchSort;
};

type CountedRequest = WithCountedParty<SearchRequest>;

/** One listing in the answer to a search, with its quote. */
export type SearchResult<Shown> = { listing: Shown; distanceKm: number | null; quote: Quote };
export type SearchAnswer<Shown> = PageOfRows<SearchResult<Shown>> & {
  availableTotal: number;
  unavailableTotal: number;
  facets: FacetCounts;
};

type Search = {
  db: Database;
  teamId: number;
  now: Date;
  request: CountedRequest;
};
type ListingSource<Shown> = {
  among: SearchAudience;
  /** A function of the search's caller that reads found listings in the form in which the caller presents them. */
  show: (db: Database, teamId: number, ids: readonly string[]) => Promise<Shown[]>;
};
type SearchInput = { request: SearchRequest; page: PageRequest };

/** Searches a team's active listings for places that are available for a stay. */
export const searchListings = (scope: TeamScope, input: SearchInput) =>
  runSearch<Listing>(scope, input, { among: 'team', show: listListingsByIds });

/** Searches the listings that a team's booking site shows for places that are available for a stay. */
export const searchSiteListings = (scope: TeamScope, input: SearchInput) =>
  runSearch<SiteListing>(scope, input, { among: 'site', show: listSiteListingsByIds });

async function runSearch<Shown extends { slug: string }>(
  scope: TeamScope,
  input: SearchInput,
  { among, show }: ListingSource<Shown>,
): Promise<SearchAnswer<Shown>> {
  const { db, clock, teamId, terms } = scope;
  const now = clock();
  const request = { ...input.request, party: resolvePartyRequest(input.request.party, terms) };
  const context: Search = { db, teamId, now, request };
  const { limit, offset } = toLimitAndOffset(input.page);
  const spans = computeSpans({ ...request, alternatives: 0 }, 0);
  const choose = (catalogue: Catalogue) => listCandidates(catalogue.searchedRows[among], request);
  const { catalogue, chosen: candidates, source } = await readChosenOffers(scope, spans, { choose, now });
  const { findCharges } = catalogue;
  const contradictions = {
    ...findPartyMessagesOfQuery(input.request.party, terms),
    ...(maySort(catalogue.searchedRows[among], request) ? {} : CURRENCY_NEEDED),
  };
  if (hasMessages(contradictions)) throw new Invalid(contradictions);
  const listings = candidates.map(({ listing }) => listing).filter(isReseated);
  const nightsOfStay = (listing: SearchedRow) => findOccupiedNights(request.stay, listing.preparationDays);
  const withStays = await buildSourceWithMoves(
    db,
    teamId,
    { listings, source, nightsOf: nightsOfStay, now },
    false,
  );
  const offers = { source: withStays, findCharges };
  const found = await decideAll(context, candidates, offers);
  const ordered = sortSearchResults(found, request.sort);
  const availableTotal = ordered.filter(({ available }) => available).length;
  const listed = request.withUnavailable ? ordered : ordered.slice(0, availableTotal);
  const onPage = listed.slice(offset, offset + limit);
  const freeOnOtherDates = await listFreeOnOtherDates(context, onPage, offers);
  const around =
    freeOnOtherDates.size > 0 ? await loadNightsAround(context, [...freeOnOtherDates], withStays) : withStays;
  const offersAround = { source: around, findCharges };
  const ids = onPage.map(({ listing }) => listing.id);
  const listingsOnPage = ids.length === 0 ? [] : await show(db, teamId, ids);
  const bySlug = new Map(listingsOnPage.map((listing) => [listing.slug, listing]));
  const rows: SearchResult<Shown>[] = [];
  // Quotes are large, so they are computed last, when no further statement has to be waited for.
  await eachWithPauses(onPage, ({ listing: row, distanceKm }) => {
    const listing = bySlug.get(row.slug);
    const quote = freeOnOtherDates.has(row)
      ? quoteOrNull(context, row, offersAround, request.alternatives)
      : quoteOrNull(context, row, offers, 0);
    if (listing && quote) rows.push({ listing, distanceKm, quote });
  });
  return {
    rows,
    total: listed.length,
    availableTotal,
    unavailableTotal: ordered.length - availableTotal,
    facets: countSearchFacets(found),
  };
}

const CURRENCY_NEEDED: FieldMessages = {
  currency: [
    {
      code: 'required',
      predicate: 'is required, because places with several currencies cannot be sorted by total.',
    },
  ],
};

function maySort(searched: readonly SearchedRow[], { sort, filters }: CountedRequest): boolean {
  if (filters.currency !== null || !SORTS_BY_TOTAL[sort]) return true;
  return searched.every(({ currency }) => currency === searched[0]?.currency);
}

const SORTS_BY_TOTAL = {
  total: true,
  '-total': true,
  title: false,
  distance: false,
} satisfies Record<SearchSort, boolean>;

/** What was read to decide about the places of a search. */
type Offers = { source: OfferSource; findCharges: FindCharges };

/** A listing that meets the filters of a search, or all except the filter of one facet. */
type CandidateListing = { listing: CatalogueListingRow; candidate: SearchCandidate };

async function listCandidates(searched: readonly CatalogueListingRow[], { filters }: CountedRequest) {
  const findCandidate = createSearchMatcher(filters);
  const candidates: CandidateListing[] = [];
  await eachWithPauses(searched, (listing) => {
    const candidate = findCandidate(listing);
    if (candidate) candidates.push({ listing, candidate });
  });
  return candidates;
}

/**
 * Checks and prices every listing that meets the filters of a search. A listing whose price is too large is
 * left out of a search.
 */
async function decideAll(
  { request, now }: Search,
  candidates: readonly CandidateListing[],
  { source, findCharges }: Offers,
): Promise<PricedSearchCandidate<SearchedRow>[]> {
  const found: PricedSearchCandidate<SearchedRow>[] = [];
  const comparers = new Map<StayDate, ReturnType<typeof createStayComparer>>();
  await eachWithPauses(candidates, ({ listing, candidate }) => {
    const compare = comparers.getOrInsertComputed(todayInZone(listing.timezone, now), (today) =>
      createStayComparer(request, today),
    );
    const compared = nullIfTooLarge(() => compare(buildOffer(source, listing), findCharges(listing.id)));
    if (!compared) return;
    const { available, totalCents } = compared;
    const { distanceKm, missed } = candidate;
    const one = matchCandidateTotal(request.filters, { distanceKm, missed, listing, available, totalCents });
    if (one) found.push(one);
  });
  return found;
}

/**
 * Of the listings on a page of results, those that are unavailable but could be available on other dates. If
 * the search wants no alternative stays, no listing is returned.
 */
async function listFreeOnOtherDates(
  search: Search,
  onPage: readonly PricedSearchCandidate<SearchedRow>[],
  offers: Offers,
): Promise<Set<SearchedRow>> {
  const found = new Set<SearchedRow>();
  if (search.request.alternatives === 0) return found;
  await eachWithPauses(onPage, ({ listing, available }) => {
    const quote = available ? null : quoteOrNull(search, listing, offers, 0);
    if (quote && mayBeFreeOnOtherDates(quote)) found.add(listing);
  });
  return found;
}

/** Reads the rates, units and charges of listings for the time around a stay, to find other dates for it. */
function loadNightsAround(
  { db, teamId, now, request }: Search,
  listings: readonly SearchedRow[],
  source: OfferSource,
): Promise<OfferSource> {
  const spans = computeSpans(request, Math.max(...listings.map(({ preparationDays }) => preparationDays)));
  const nightsAround = (listing: SearchedRow) => computeSpans(request, listing.preparationDays).nights;
  return loadOffersForOtherNights(db, teamId, spans.days, { listings, source, nightsOf: nightsAround, now });
}

/** The listing's own quote, or null if the price is too large for a quote. */
const quoteOrNull = (
  { request: { stay, party }, now }: Search,
  listing: SearchedRow,
  offers: Offers,
  alternatives: number,
): Quote | null =>
  nullIfTooLarge(() => {
    const { policyOfTeam, ...charges } = offers.findCharges(listing.id);
    const offer = { ...buildOffer(offers.source, listing), ...charges };
    const plain = { stay, party, alternatives, coupon: null, extras: [] };
    return buildQuote(offer, { ...listing, policyOfTeam }, plain, now);
  });

/** Returns the price that a function computes, or null if the amount is too large to be exact. */
function nullIfTooLarge<Result>(price: () => Result): Result | null {
  try {
    return price();
  } catch (error) {
    if (error instanceof AmountOutOfRangeError) return null;
    throw error;
  }
}
