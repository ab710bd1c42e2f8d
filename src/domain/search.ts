import type { Amenity } from './amenities.ts';
import { foldCase } from './text/text.ts';
import type { ListingKind, PropertyType } from './vocabulary.ts';

/** A point on earth, in degrees. */
export interface GeoPoint {
  readonly latitude: number;
  readonly longitude: number;
}

const EARTH_RADIUS_KM = 6_371.0088;

/** The great-circle distance between two points in kilometres, on a sphere. */
export function computeDistanceKm(a: GeoPoint, b: GeoPoint): number {
  const latitudes = toRadians(b.latitude - a.latitude);
  const longitudes = toRadians(b.longitude - a.longitude);
  // The haversine formula, which is also exact for places close to each other.
  const h =
    Math.sin(latitudes / 2) ** 2 +
    Math.cos(toRadians(a.latitude)) * Math.cos(toRadians(b.latitude)) * Math.sin(longitudes / 2) ** 2;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(h)));
}

const toRadians = (degrees: number): number => (degrees * Math.PI) / 180;

/** The fields of a listing that a search uses. The coordinates of a listing are texts, as they are stored. */
export interface SearchedListing {
  readonly kind: ListingKind;
  readonly propertyType: PropertyType;
  readonly publicTitle: string;
  readonly headline: string | null;
  readonly city: string | null;
  readonly country: string | null;
  readonly latitude: string | null;
  readonly longitude: string | null;
  readonly bedroomsCount: number;
  readonly bedsCount: number;
  readonly bathroomsCount: number;
  readonly currency: string;
  /** The amenities of the listing and its building, perhaps some twice. */
  readonly amenities: readonly Amenity[];
}

/** The filters of a search, apart from the stay: totals are in cents, and null means that a filter does not apply. */
export interface SearchFilters {
  readonly kinds: readonly ListingKind[] | null;
  readonly propertyTypes: readonly PropertyType[] | null;
  /** The amenities that a listing must have to be found. */
  readonly amenities: readonly Amenity[] | null;
  readonly city: string | null;
  readonly country: string | null;
  /** A text that the title, the headline or the city must contain. */
  readonly text: string | null;
  readonly bedroomsMin: number;
  readonly bedsMin: number;
  readonly bathroomsMin: number;
  readonly currency: string | null;
  readonly totalMinCents: number;
  readonly totalMaxCents: number;
  readonly near: GeoPoint | null;
  readonly radiusKm: number;
}

/** The facets of a search: how many results each value of a filter would have, if that filter were not set. */
const SEARCH_FACETS = ['property_type', 'kind', 'city', 'bedrooms', 'amenities', 'total'] as const;
type SearchFacet = (typeof SEARCH_FACETS)[number];

/**
 * A listing that meets every filter of a search, or all but one: then it still counts for the facet of the
 * filter that it misses.
 */
export interface SearchCandidate {
  readonly distanceKm: number | null;
  readonly missed: SearchFacet | null;
}

/** A listing that a search found, with its availability and price for the requested stay. */
export interface PricedSearchCandidate<Listing extends SearchedListing = SearchedListing>
  extends SearchCandidate {
  readonly listing: Listing;
  readonly available: boolean;
  readonly totalCents: number;
}

/**
 * Returns a function that checks whether a listing meets the filters of a search. A listing that is needed
 * neither for the search results nor for the facets gives null.
 */
export function createSearchMatcher(
  filters: SearchFilters,
): (listing: SearchedListing) => SearchCandidate | null {
  const { kinds, propertyTypes, amenities, near, radiusKm } = filters;
  const [city, country, text] = [filters.city, filters.country, filters.text].map(foldCaseOrNull);
  const isMatchingFilter = (filter: string | null | undefined, value: string | null) =>
    filter == null || foldCaseOrNull(value) === filter;
  return (listing) => {
    const meetsOthers =
      isMatchingFilter(country, listing.country) &&
      (filters.currency === null || listing.currency === filters.currency) &&
      listing.bedsCount >= filters.bedsMin &&
      listing.bathroomsCount >= filters.bathroomsMin &&
      (text == null ||
        [listing.publicTitle, listing.headline, listing.city].some((part) =>
          foldCaseOrNull(part)?.includes(text),
        ));
    if (!meetsOthers) return null;
    const distance = near && computeDistanceKmOrNull(near, listing);
    if (near !== null && (distance === null || distance > radiusKm)) return null;
    const isMeetingFacet = {
      property_type: propertyTypes === null || propertyTypes.includes(listing.propertyType),
      kind: kinds === null || kinds.includes(listing.kind),
      city: isMatchingFilter(city, listing.city),
      bedrooms: listing.bedroomsCount >= filters.bedroomsMin,
      amenities: amenities === null || amenities.every((code) => listing.amenities.includes(code)),
      // The filter of the total price is checked later by `matchCandidateTotal`, once the price is known.
      total: true,
    } satisfies Record<SearchFacet, boolean>;
    const [missed = null, ...more] = SEARCH_FACETS.filter((facet) => !isMeetingFacet[facet]);
    return more.length > 0 ? null : { distanceKm: distance, missed };
  };
}

/**
 * Checks a listing again when its price is known. Returns null if the listing is needed neither for the search
 * results nor for the facets.
 */
export function matchCandidateTotal<Listing extends SearchedListing>(
  { totalMinCents, totalMaxCents }: SearchFilters,
  found: PricedSearchCandidate<Listing>,
): PricedSearchCandidate<Listing> | null {
  if (found.totalCents >= totalMinCents && found.totalCents <= totalMaxCents) return found;
  return found.missed === null ? { ...found, missed: 'total' } : null;
}

const foldCaseOrNull = (text: string | null) => (text === null ? null : foldCase(text));

function computeDistanceKmOrNull(near: GeoPoint, { latitude, longitude }: SearchedListing): number | null {
  if (latitude === null || longitude === null) return null;
  return computeDistanceKm(near, { latitude: Number(latitude), longitude: Number(longitude) });
}

export const SEARCH_SORTS = ['total', '-total', 'title', 'distance'] as const;
export type SearchSort = (typeof SEARCH_SORTS)[number];

/**
 * The results of a search in the order that the caller requested. Listings are passed in the order of title and
 * then slug, which decides ties.
 */
export function sortSearchResults<Listing extends SearchedListing>(
  found: readonly PricedSearchCandidate<Listing>[],
  sort: SearchSort,
): PricedSearchCandidate<Listing>[] {
  const buildSortKey = SORT_KEY_BUILDERS[sort];
  return found
    .filter(({ missed }) => missed === null)
    .sort((a, b) => Number(b.available) - Number(a.available) || buildSortKey(a) - buildSortKey(b));
}

const SORT_KEY_BUILDERS = {
  total: ({ totalCents }) => totalCents,
  '-total': ({ totalCents }) => -totalCents,
  title: () => 0,
  distance: ({ distanceKm: distance }) => distance ?? 0,
} satisfies Record<SearchSort, (found: PricedSearchCandidate) => number>;

type CountedFacet = Exclude<SearchFacet, 'total'>;

/**
 * For each facet of a search, how many places have each of its values. The facet of totals is null if there are
 * no results, or several currencies.
 */
export type FacetCounts = Readonly<Record<CountedFacet, ReadonlyMap<string, number>>> & {
  readonly total: { readonly minCents: number; readonly maxCents: number; readonly currency: string } | null;
};

/** For each facet of a search, such as the city, the values under which a listing is counted. */
const FACET_VALUES: Record<CountedFacet, (listing: SearchedListing) => Iterable<string>> = {
  property_type: ({ propertyType }) => [propertyType],
  kind: ({ kind }) => [kind],
  city: ({ city }) => (city === null ? [] : [city]),
  bedrooms: ({ bedroomsCount }) => [String(bedroomsCount)],
  amenities: ({ amenities }) => new Set(amenities),
};
const COUNTED_FACETS = Object.keys(FACET_VALUES) as CountedFacet[];

/** Counts the available places for each facet, among those that meet every filter except the facet's own. */
export function countSearchFacets(found: Iterable<PricedSearchCandidate>): FacetCounts {
  const counts = {
    property_type: new Map<string, number>(),
    kind: new Map<string, number>(),
    city: new Map<string, number>(),
    bedrooms: new Map<string, number>(),
    amenities: new Map<string, number>(),
  };
  const currencies = new Set<string>();
  const range = { minCents: Number.POSITIVE_INFINITY, maxCents: 0 };
  for (const { available, missed, listing, totalCents } of found) {
    if (!available) continue;
    for (const facet of COUNTED_FACETS) {
      if (missed !== null && missed !== facet) continue;
      for (const value of FACET_VALUES[facet](listing))
        counts[facet].set(value, (counts[facet].get(value) ?? 0) + 1);
    }
    if (missed !== null && missed !== 'total') continue;
    currencies.add(listing.currency);
    range.minCents = Math.min(range.minCents, totalCents);
    range.maxCents = Math.max(range.maxCents, totalCents);
  }
  const [currency, ...others] = currencies;
  return { ...counts, total: currency === undefined || others.length > 0 ? null : { ...range, currency } };
}
