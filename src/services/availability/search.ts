import type { Database } from '../../db/client.ts';
import { listSearched, type SearchedRow, type SearchScope } from '../../db/queries/offers/many-offers.ts';
import { type PolicySources, policyOf, termsOfQuote } from '../../domain/cancellation.ts';
import { daysBetween, type Stay, todayIn } from '../../domain/dates.ts';
import { occupiedSpan } from '../../domain/inventory.ts';
import { AmountOutOfRangeError } from '../../domain/money.ts';
import { canBeMended, type PricedOffer, quoteStay, standingOf } from '../../domain/pricing/quote.ts';
import {
  type Candidate,
  candidateFinder,
  type Facets,
  type Found,
  facetsOf,
  inSearchOrder,
  type SearchFilters,
  type Sort,
  withTotal,
} from '../../domain/search.ts';
import { eachWithPauses } from '../../pauses.ts';
import type { Clock } from '../clock.ts';
import type { Cost } from '../cost.ts';
import { Invalid } from '../errors.ts';
import type { FieldMessages } from '../field-messages.ts';
import { type Listing, listListingsByIds, listSiteListingsByIds, type SiteListing } from '../listings.ts';
import { type Page, type PageRequest, sliceOf } from '../page.ts';
import {
  type ChargesOf,
  loadChargesOfMany,
  loadOffers,
  loadOffersAgain,
  type OfferSource,
  offerFrom,
  withMoves,
} from './many-offers.ts';
import { isReseated } from './movable-stays.ts';
import { type Quote, spansOf } from './quote.ts';

export type { SearchScope };

export type SearchRequest = {
  stay: Stay;
  guests: number;
  /** The maximum number of other stays to name for each place that is not available. */
  alternatives: number;
  filters: SearchFilters;
  /** Whether the answer includes places that are not available. */
  withUnavailable: boolean;
  sort: Sort;
};

/** One listing of the answer, in the form for the caller. */
export type SearchResult<Shown> = { listing: Shown; distanceKm: number | null; quote: Quote };
export type SearchAnswer<Shown> = Page<SearchResult<Shown>> & {
  availableTotal: number;
  unavailableTotal: number;
  facets: Facets;
};

type ListShown<Shown> = (db: Database, teamId: number, ids: readonly string[]) => Promise<Shown[]>;
type SearchRun<Shown> = {
  teamId: number;
  scope: SearchScope;
  /** Reads listings in the form for the caller. */
  show: ListShown<Shown>;
  request: SearchRequest;
  page: PageRequest;
  cost: Cost;
};

type Dependencies = { db: Database; clock: Clock };
type Search = { request: SearchRequest; page: PageRequest; cost: Cost };

/** Searches a team's active listings for places that are available for a stay. */
export const searchListings = ({ db, clock }: Dependencies, teamId: number, search: Search) =>
  searchWith<Listing>(db, clock(), { teamId, scope: 'team', show: listListingsByIds, ...search });

/** The same among the listings that the team's booking site shows. */
export const searchSiteListings = ({ db, clock }: Dependencies, teamId: number, search: Search) =>
  searchWith<SiteListing>(db, clock(), { teamId, scope: 'site', show: listSiteListingsByIds, ...search });

async function searchWith<Shown extends { slug: string }>(
  db: Database,
  now: Date,
  { teamId, scope, show, request, page, cost }: SearchRun<Shown>,
): Promise<SearchAnswer<Shown>> {
  const { limit, offset } = sliceOf(page);
  const { chargesOf, searchedCount } = await loadChargesOfMany(db, teamId, scope);
  // Before the listings are read.
  cost.hold(mostNights(searchedCount, limit, request));
  const spans = spansOf({ ...request, alternatives: 0 }, 0);
  // One after the other, as in `loadOffers`.
  const searched = await listSearched(db, teamId, scope);
  if (!canBeSorted(searched, request)) throw new Invalid(CURRENCY_NEEDED);
  const candidates = await candidatesAmong(searched, request);
  cost.count(candidates.length * nightsOf(request));
  const source = await loadOffers(db, teamId, spans, { named: null, now });
  const load = offerLoader(db, teamId, { candidates, source, request, now });
  const ofStay = await load.ofStay();
  const found = await decideAll(candidates, withCharges(ofStay, chargesOf), request, now);
  const ordered = inSearchOrder(found, request.sort);
  const availableTotal = ordered.filter(({ available }) => available).length;
  const listed = request.withUnavailable ? ordered : ordered.slice(0, availableTotal);
  const onPage = listed.slice(offset, offset + limit);
  const offersOf = await offersOnPage(onPage, { ofStay, load, chargesOf, request, now, cost });
  const ids = onPage.map(({ listing }) => listing.id);
  const shown = ids.length === 0 ? [] : await show(db, teamId, ids);
  // Quotes are large, so they are computed when nothing more has to be waited for.
  const quotes = await quotesOf(onPage, offersOf, request, now);
  const bySlug = new Map(shown.map((listing) => [listing.slug, listing]));
  return {
    rows: onPage.flatMap(({ listing: { id, slug }, distanceKm }) => {
      const [listing, quote] = [bySlug.get(slug), quotes.get(id)];
      return listing && quote ? [{ listing, distanceKm, quote }] : [];
    }),
    total: listed.length,
    availableTotal,
    unavailableTotal: ordered.length - availableTotal,
    facets: facetsOf(found),
  };
}

const CURRENCY_NEEDED: FieldMessages = {
  currency: [
    'The currency field is required, because places with several currencies cannot be sorted by total.',
  ],
};

/** Amounts in different currencies cannot be compared. */
function canBeSorted(searched: readonly SearchedRow[], { sort, filters }: SearchRequest): boolean {
  if (filters.currency !== null || !SORTS_BY_TOTAL[sort]) return true;
  return searched.every(({ currency }) => currency === searched[0]?.currency);
}

const SORTS_BY_TOTAL = {
  total: true,
  '-total': true,
  title: false,
  distance: false,
} satisfies Record<Sort, boolean>;

type Offers = (listing: SearchedRow) => PricedOffer & Pick<PolicySources, 'policyOfTeam'>;

const withCharges =
  (source: OfferSource, chargesOf: ChargesOf): Offers =>
  (listing) => ({ ...offerFrom(source, listing), ...chargesOf(listing.id) });

const nightsOf = ({ stay }: SearchRequest): number => daysBetween(stay.checkIn, stay.checkOut);

/** The most nights that a search can check and price, other dates of the places on its page included. */
function mostNights(listings: number, perPage: number, request: SearchRequest): number {
  const others = request.withUnavailable ? Math.min(listings, perPage) * request.alternatives : 0;
  return (listings + others) * nightsOf(request);
}

/** A listing that meets the filters, or all except that of one facet. */
type Searched = { listing: SearchedRow; candidate: Candidate };

async function candidatesAmong(searched: readonly SearchedRow[], { filters }: SearchRequest) {
  const candidateOf = candidateFinder(filters);
  const candidates: Searched[] = [];
  await eachWithPauses(searched, (listing) => {
    const candidate = candidateOf(listing);
    if (candidate) candidates.push({ listing, candidate });
  });
  return candidates;
}

type Loading = { candidates: readonly Searched[]; source: OfferSource; request: SearchRequest; now: Date };

/** Reads more about the searched listings if the request depends on it. */
function offerLoader(db: Database, teamId: number, { candidates, source, request, now }: Loading) {
  return {
    /** Everything about the wanted stay. */
    async ofStay(): Promise<OfferSource> {
      const listings = candidates.map(({ listing }) => listing).filter(isReseated);
      const nightsOf = (listing: SearchedRow) => occupiedSpan(request.stay, listing.preparationDays);
      return withMoves(db, teamId, { listings, source, nightsOf, now }, false);
    },

    /** Everything about other dates around the stay, for some listings. */
    async around(listings: readonly SearchedRow[], ofStay: OfferSource): Promise<OfferSource> {
      const preparationDays = listings.reduce((most, listing) => Math.max(most, listing.preparationDays), 0);
      const spans = spansOf(request, preparationDays);
      const ids = listings.map(({ id }) => id);
      if (!listings.some(isReseated)) return loadOffers(db, teamId, spans, { named: ids, now });
      const nightsOf = (listing: SearchedRow) => spansOf(request, listing.preparationDays).nights;
      return loadOffersAgain(db, teamId, spans.days, { listings, source: ofStay, nightsOf, now });
    },
  };
}

/** Checks and prices every listing that meets the filters. Listings whose price is too large are left out. */
async function decideAll(
  candidates: readonly Searched[],
  offers: Offers,
  { stay, guests, filters }: SearchRequest,
  now: Date,
): Promise<Found<SearchedRow>[]> {
  const stayOfGuests = { stay, guests };
  const found: Found<SearchedRow>[] = [];
  await eachWithPauses(candidates, ({ listing, candidate }) => {
    const standing = unlessTooLarge(() =>
      standingOf(offers(listing), stayOfGuests, todayIn(listing.timezone, now)),
    );
    const one = standing && withTotal(filters, { ...candidate, listing, ...standing });
    if (one) found.push(one);
  });
  return found;
}

type Loaded = {
  ofStay: OfferSource;
  load: ReturnType<typeof offerLoader>;
  chargesOf: ChargesOf;
  request: SearchRequest;
  now: Date;
  cost: Cost;
};
/** What decides about the quote of a listing, and how many other stays it may name. */
type OffersOfPage = (listing: SearchedRow) => { offers: Offers; alternatives: number };

/** Reads more days, only for listings of the page that other dates could help. */
async function offersOnPage(
  onPage: readonly Found<SearchedRow>[],
  { ofStay, load, chargesOf, request, now, cost }: Loaded,
): Promise<OffersOfPage> {
  const offers = withCharges(ofStay, chargesOf);
  const asItIs = { offers, alternatives: 0 };
  if (request.alternatives === 0) return () => asItIs;
  const mendable = new Set<SearchedRow>();
  await eachWithPauses(onPage, ({ listing, available }) => {
    const quote = available ? null : quoteOf(listing, offers, { ...request, alternatives: 0 }, now);
    if (quote && canBeMended(quote)) mendable.add(listing);
  });
  if (mendable.size === 0) return () => asItIs;
  cost.count(mendable.size * request.alternatives * nightsOf(request));
  const around = withCharges(await load.around([...mendable], ofStay), chargesOf);
  const withOthers = { offers: around, alternatives: request.alternatives };
  return (listing) => (mendable.has(listing) ? withOthers : asItIs);
}

async function quotesOf(
  onPage: readonly Found<SearchedRow>[],
  offersOf: OffersOfPage,
  request: SearchRequest,
  now: Date,
): Promise<Map<string, Quote>> {
  const quotes = new Map<string, Quote>();
  await eachWithPauses(onPage, ({ listing }) => {
    const { offers, alternatives } = offersOf(listing);
    const quote = quoteOf(listing, offers, { ...request, alternatives }, now);
    if (quote) quotes.set(listing.id, quote);
  });
  return quotes;
}

/** The listing's own quote. Null if its price is too large. */
const quoteOf = (
  listing: SearchedRow,
  offers: Offers,
  { stay, guests, alternatives }: Pick<SearchRequest, 'stay' | 'guests' | 'alternatives'>,
  now: Date,
): Quote | null =>
  unlessTooLarge(() => {
    const today = todayIn(listing.timezone, now);
    const offer = offers(listing);
    const quote = quoteStay(offer, { stay, guests, coupon: null, alternatives }, today);
    const { policyOfTeam } = offer;
    const cancellation = termsOfQuote(policyOf({ ...listing, policyOfTeam }), stay.checkIn);
    return { ...quote, currency: listing.currency, cancellation };
  });

/** Null if a price is too large. */
function unlessTooLarge<Result>(price: () => Result): Result | null {
  try {
    return price();
  } catch (error) {
    if (error instanceof AmountOutOfRangeError) return null;
    throw error;
  }
}
