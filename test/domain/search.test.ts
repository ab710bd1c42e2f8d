import { describe, expect, it, test } from 'vitest';
import {
  countSearchFacets,
  createSearchMatcher,
  matchCandidateTotal,
  type PricedSearchCandidate,
  SEARCH_SORTS,
  type SearchedListing,
  type SearchFilters,
  sortSearchResults,
} from '../../src/domain/search.ts';

const ANY: SearchFilters = {
  kinds: null,
  propertyTypes: null,
  amenities: null,
  city: null,
  country: null,
  text: null,
  textLanguage: null,
  bedroomsMin: 0,
  bedsMin: 0,
  bathroomsMin: 0,
  currency: null,
  totalMinCents: 0,
  totalMaxCents: Number.MAX_SAFE_INTEGER,
  near: null,
  radiusKm: 25,
};

const LOFT: SearchedListing = {
  kind: 'standalone',
  propertyType: 'loft',
  publicTitle: 'Sea Loft',
  translations: null,
  headline: 'By the river',
  city: 'Lisboa',
  country: 'PT',
  latitude: '38.700000',
  longitude: '-9.100000',
  bedroomsCount: 2,
  bedsCount: 3,
  bathroomsCount: 1,
  currency: 'EUR',
  amenities: [],
};

const candidate = (filters: Partial<SearchFilters>, listing: Partial<SearchedListing> = {}) =>
  createSearchMatcher({ ...ANY, ...filters })({ ...LOFT, ...listing });

const MEETS_ALL = { distanceKm: null, missed: null };

describe('search filters', () => {
  it('a listing matches a search without filters', () => {
    expect(candidate({})).toEqual(MEETS_ALL);
    expect(candidate({}, { headline: null, city: null, country: null, latitude: null })).toEqual(MEETS_ALL);
  });

  test.each<Partial<SearchFilters>>([
    { country: 'pt' },
    { currency: 'EUR' },
    { bedsMin: 3 },
    { bathroomsMin: 1 },
    { text: 'A LO' },
    { text: 'RIVER' },
    { text: 'lisb' },
    { kinds: ['building', 'standalone'] },
    { propertyTypes: ['villa', 'loft'] },
    { city: 'lisboa' },
    { bedroomsMin: 2 },
  ])('a listing matches the filter %j', (filters) => {
    expect(candidate(filters)).toEqual(MEETS_ALL);
  });

  test.each<Partial<SearchFilters>>([
    { country: 'ES' },
    { currency: 'USD' },
    { bedsMin: 4 },
    { bathroomsMin: 2 },
    { text: 'lake' },
  ])('a listing that fails %j is neither a result nor counted in a facet', (filters) => {
    expect(candidate(filters)).toBeNull();
  });

  it('a listing without a value fails a filter on that value', () => {
    expect(candidate({ country: 'PT' }, { country: null })).toBeNull();
    expect(candidate({ city: 'Lisboa' }, { city: null })).toEqual({ distanceKm: null, missed: 'city' });
    expect(candidate({ text: 'river' }, { headline: null })).toBeNull();
  });

  test.each([
    [{ propertyTypes: ['villa'] }, 'property_type'],
    [{ kinds: ['building'] }, 'kind'],
    [{ city: 'Porto' }, 'city'],
    [{ bedroomsMin: 3 }, 'bedrooms'],
  ] as const)(
    'a listing that only fails the filter %j is still counted in that filter’s facet',
    (filters, missed) => {
      expect(candidate(filters)).toEqual({ distanceKm: null, missed });
    },
  );

  it('a listing that fails filters of two facets is counted in no facet', () => {
    expect(candidate({ city: 'Porto', bedroomsMin: 3 })).toBeNull();
  });

  it('a listing within the radius matches, and has its distance', () => {
    const near = { latitude: 38.7, longitude: -9.1 };
    expect(candidate({ near })).toEqual({ distanceKm: 0, missed: null });
    // One degree of latitude is 111.195 km.
    const north = { latitude: '39.700000' };
    expect(candidate({ near, radiusKm: 112 }, north)).toEqual({
      distanceKm: expect.closeTo(111.195, 3),
      missed: null,
    });
    expect(candidate({ near, radiusKm: 111 }, north)).toBeNull();
    expect(candidate({ near, radiusKm: 0 })).toEqual({ distanceKm: 0, missed: null });
    expect(candidate({ near }, { latitude: null })).toBeNull();
    expect(candidate({ near }, { longitude: null })).toBeNull();
    const equator = { near: { latitude: 0, longitude: 0 } };
    expect(candidate(equator, { latitude: '0', longitude: '0' })).toEqual({ distanceKm: 0, missed: null });
    expect(candidate(equator, { latitude: '0', longitude: null })).toBeNull();
    expect(candidate(equator, { latitude: null, longitude: '0' })).toBeNull();
  });
});

const found = (
  overrides: Partial<PricedSearchCandidate>,
  listing: Partial<SearchedListing> = {},
): PricedSearchCandidate => ({
  listing: { ...LOFT, ...listing },
  available: true,
  totalCents: 100,
  distanceKm: null,
  missed: null,
  ...overrides,
});

describe('filters on the total', () => {
  const filters = { ...ANY, totalMinCents: 100, totalMaxCents: 200 };

  it('a total that equals the minimum or the maximum matches', () => {
    for (const totalCents of [100, 200]) {
      const one = found({ totalCents, missed: 'city' });
      expect(matchCandidateTotal(filters, one)).toBe(one);
    }
  });

  it('a listing whose total is out of range is counted only in the facet of totals, or nowhere if it fails another filter', () => {
    for (const totalCents of [99, 201]) {
      expect(matchCandidateTotal(filters, found({ totalCents }))).toEqual(
        found({ totalCents, missed: 'total' }),
      );
      expect(matchCandidateTotal(filters, found({ totalCents, missed: 'city' }))).toBeNull();
    }
  });
});

describe('the order of search results', () => {
  const places = [
    found({ totalCents: 300, distanceKm: 1 }),
    found({ totalCents: 100, distanceKm: 3 }),
    found({ totalCents: 50, distanceKm: 0.5, available: false }),
    found({ totalCents: 200, distanceKm: 2 }),
    found({ totalCents: 100, distanceKm: 2 }),
    found({ totalCents: 1, distanceKm: 0, missed: 'city' }),
  ];
  const orders = {
    total: [1, 4, 3, 0, 2],
    '-total': [0, 3, 1, 4, 2],
    title: [0, 1, 3, 4, 2],
    distance: [0, 3, 4, 1, 2],
  };

  test.each(SEARCH_SORTS)(
    'search results sorted by %s have available listings first, and equal ones in their given order',
    (sort) => {
      expect(sortSearchResults(places, sort).map((place) => places.indexOf(place))).toEqual(orders[sort]);
    },
  );

  it('listings without a distance keep their order', () => {
    const unknown = [found({ totalCents: 2 }), found({ totalCents: 1 })];
    expect(sortSearchResults(unknown, 'distance')).toEqual(unknown);
  });
});

describe('search facets', () => {
  it('a facet counts available listings that match all filters but the facet’s own', () => {
    const facets = countSearchFacets([
      found({ totalCents: 300 }, { amenities: ['wifi', 'pool', 'wifi'] }),
      found({ totalCents: 150, missed: 'amenities' }, { amenities: ['wifi', 'lift'] }),
      found({ totalCents: 100, missed: 'property_type' }, { propertyType: 'villa' }),
      found({ totalCents: 120, missed: 'kind' }, { kind: 'building' }),
      found({ totalCents: 140, missed: 'city' }, { city: 'Porto' }),
      found({ totalCents: 160, missed: 'bedrooms' }, { bedroomsCount: 5 }),
      found({ totalCents: 900, missed: 'total' }),
      found({ totalCents: 200 }, { city: null }),
      found({ totalCents: 1, available: false }, { city: 'Faro' }),
    ]);
    expect(facets).toEqual({
      property_type: new Map([
        ['loft', 2],
        ['villa', 1],
      ]),
      kind: new Map([
        ['standalone', 2],
        ['building', 1],
      ]),
      city: new Map([
        ['Lisboa', 1],
        ['Porto', 1],
      ]),
      bedrooms: new Map([
        ['2', 2],
        ['5', 1],
      ]),
      amenities: new Map([
        ['wifi', 2],
        ['pool', 1],
        ['lift', 1],
      ]),
      total: { minCents: 200, maxCents: 900, currency: 'EUR' },
    });
  });

  it('the facet of totals has no range without listings or with several currencies', () => {
    expect(countSearchFacets([]).total).toBeNull();
    expect(countSearchFacets([found({}), found({}), found({}, { currency: 'USD' })]).total).toBeNull();
    expect(countSearchFacets([found({ totalCents: 5 })]).total).toEqual({
      minCents: 5,
      maxCents: 5,
      currency: 'EUR',
    });
  });
});
