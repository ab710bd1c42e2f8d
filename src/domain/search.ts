import type { Amenity } from './amenities.ts';
import type { LanguageCode } from './languages/languages.ts';
import { foldCase } from './text/text.ts';
import type { Translations } from './translations.ts';
import type { ListingKind, PropertyType } from './vocabulary.ts';

/** In degrees. */
export interface GeoPoint {
  readonly latitude: number;
  readonly longitude: number;
}

const EARTH_RADIUS_KM = 6_371.0088;

/** The great-circle distance on a sphere. */
export function computeDistanceKm(a: GeoPoint, b: GeoPoint): number {
  const latitudes = toRadians(b.latitude - a.latitude);
  const longitudes = toRadians(b.longitude - a.longitude);
  // The haversine formula is also exact for places close to each other.
  const h =
    Math.sin(latitudes / 2) ** 2 +
    Math.cos(toRadians(a.latitude)) * Math.cos(toRadians(b.latitude)) * Math.sin(longitudes / 2) ** 2;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(h)));
}

const toRadians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Coordinates are texts, as they are stored. */
export interface SearchedListing {
  readonly kind: ListingKind;
  readonly propertyType: PropertyType;
  readonly publicTitle: string;
  readonly headline: string | null;
  /** Of title and headline. */
  readonly translations: Translations<'public_title' | 'headline'> | null;
  readonly city: string | null;
  readonly country: string | null;
  readonly latitude: string | null;
  readonly longitude: string | null;
  readonly bedroomsCount: number;
  readonly bedsCount: number;
  readonly bathroomsCount: number;
  readonly currency: string;
  /** Of the listing and its building, perhaps some twice. */
  readonly amenities: readonly Amenity[];
}

/** Null for a filter that does not apply. */
export interface SearchFilters {
  readonly kinds: readonly ListingKind[] | null;
  readonly propertyTypes: readonly PropertyType[] | null;
  /** All of them are required. */
  readonly amenities: readonly Amenity[] | null;
  readonly city: string | null;
  readonly country: string | null;
  /** The title, the headline or the city must contain it. */
  readonly text: string | null;
  /** Besides the first, the language in which they may contain it. */
  readonly textLanguage: LanguageCode | null;
  readonly bedroomsMin: number;
  readonly bedsMin: number;
  readonly bathroomsMin: number;
  readonly currency: string | null;
  readonly totalMinCents: number;
  readonly totalMaxCents: number;
  readonly near: GeoPoint | null;
  readonly radiusKm: number;
}

/** How many results each value of a filter would have, if that filter were not set. */
const SEARCH_FACETS = ['property_type', 'kind', 'city', 'bedrooms', 'amenities', 'total'] as const;
type SearchFacet = (typeof SEARCH_FACETS)[number];

/** Meets every filter, or all but one: then it still counts for the facet of the filter that it misses. */
export interface SearchCandidate {
  readonly distanceKm: number | null;
  readonly missed: SearchFacet | null;
}

/** With availability and price for the requested stay. */
export interface PricedSearchCandidate<Listing extends SearchedListing = SearchedListing>
  extends SearchCandidate {
  readonly listing: Listing;
  readonly available: boolean;
  readonly totalCents: number;
}

/** Null for a listing that is needed neither for the results nor for the facets. */
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
        listSearchedTexts(listing, filters.textLanguage).some((part) =>
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
      // `matchCandidateTotal` checks it, once the price is known.
      total: true,
    } satisfies Record<SearchFacet, boolean>;
    const [missed = null, ...more] = SEARCH_FACETS.filter((facet) => !isMeetingFacet[facet]);
    return more.length > 0 ? null : { distanceKm: distance, missed };
  };
}

function listSearchedTexts(
  { publicTitle, headline, city, translations }: SearchedListing,
  language: LanguageCode | null,
): (string | null)[] {
  const translated = language === null ? undefined : translations?.[language];
  return [publicTitle, headline, city, translated?.public_title ?? null, translated?.headline ?? null];
}

/** Null if the listing is needed neither for the results nor for the facets. */
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

/** Listings are passed in the order of title and then slug, which decides ties. */
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

/** How many places have each value. The totals are null if there are no results, or several currencies. */
export type FacetCounts = Readonly<Record<CountedFacet, ReadonlyMap<string, number>>> & {
  readonly total: { readonly minCents: number; readonly maxCents: number; readonly currency: string } | null;
};

/** The values under which a listing is counted. */
const FACET_VALUES: Record<CountedFacet, (listing: SearchedListing) => Iterable<string>> = {
  property_type: ({ propertyType }) => [propertyType],
  kind: ({ kind }) => [kind],
  city: ({ city }) => (city === null ? [] : [city]),
  bedrooms: ({ bedroomsCount }) => [String(bedroomsCount)],
  amenities: ({ amenities }) => new Set(amenities),
};
const COUNTED_FACETS = Object.keys(FACET_VALUES) as CountedFacet[];

/** Counts the available places that meet every filter except the facet's own. */
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
