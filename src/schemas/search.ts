import { type ZodType, z } from 'zod';
import { AMENITIES } from '../domain/amenities.ts';
import {
  LONG_PAGE_FROM_RESULTS,
  MAX_ALTERNATIVES_OF_LONG_PAGE,
  MAX_COMPUTED_CENTS,
  MAX_NAME_LENGTH,
  MAX_NIGHTS_WITH_ALTERNATIVES,
  MAX_RADIUS_KM,
  MAX_ROOMS_FILTER,
  MAX_SEARCH_RESULTS_PER_PAGE,
  MAX_SEARCH_TEXT_LENGTH,
  MIN_SEARCH_TEXT_LENGTH,
} from '../domain/limits.ts';
import { type FacetCounts, type GeoPoint, SEARCH_SORTS } from '../domain/search.ts';
import type { LanguageChoice } from '../domain/translations.ts';
import { LISTING_KINDS, PROPERTY_TYPES } from '../domain/vocabulary.ts';
import type { SearchAnswer, SearchRequest, SearchResult } from '../services/availability/search.ts';
import { availabilitySchema, presentAvailability, stayChecks, stayParameters } from './availability.ts';
import { partyChecks, toPartyOfQuery } from './bookings/party.ts';
import { buildFieldsCheck, countDaysBetweenFields } from './fields/checks.ts';
import { currencyField, textField } from './fields/fields.ts';
import { amountSchema, currencySchema } from './formats.ts';
import { pageMetaSchema, pageParameters, pageSchema, perPageParameter } from './page.ts';
import { integerParameter, languageParameter, numberParameter, wordListParameter } from './parameters.ts';

const DEFAULT_RADIUS_KM = 25;
const GEO_POINT_PATTERN = /^(-?\d{1,2}(?:\.\d+)?),(-?\d{1,3}(?:\.\d+)?)$/;

function parseGeoPoint(text: string): GeoPoint | null {
  const [, latitude, longitude] = (GEO_POINT_PATTERN.exec(text) ?? []).map(Number);
  if (latitude === undefined || longitude === undefined) return null;
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}

const nearParameter = z
  .string()
  .refine((text) => parseGeoPoint(text) !== null, {
    error: 'must be a latitude and a longitude, such as 38.7113,-9.1425.',
  })
  .transform(parseGeoPoint);

const createMinimumParameter = (what: string) =>
  integerParameter({ min: 0, max: MAX_ROOMS_FILTER }).default(0).describe(`At least this many ${what}.`);
const totalParameter = integerParameter({ min: 0, max: MAX_COMPUTED_CENTS }).optional();
const searchedNameParameter = textField({ min: 1, max: MAX_NAME_LENGTH }).optional();

export const searchQuery = z
  .object({
    ...pageParameters,
    per_page: perPageParameter(MAX_SEARCH_RESULTS_PER_PAGE),
    ...stayParameters,
    alternatives: stayParameters.alternatives.describe(
      `The maximum number of other stays to name for each place that is not available, if other dates could help. At most ${MAX_ALTERNATIVES_OF_LONG_PAGE} with more than ${LONG_PAGE_FROM_RESULTS - 1} entries per page, and 0 for a stay of more than ${MAX_NIGHTS_WITH_ALTERNATIVES} nights.`,
    ),
    kind: wordListParameter(LISTING_KINDS),
    property_type: wordListParameter(PROPERTY_TYPES),
    amenities: wordListParameter(AMENITIES).describe(
      'Only places that have all of these, separated by commas or in repeated parameters. A unit type has those of its building besides.',
    ),
    city: searchedNameParameter.describe('In this city. Case does not matter.'),
    country: searchedNameParameter.describe('In this country. Case does not matter.'),
    q: textField({ min: MIN_SEARCH_TEXT_LENGTH, max: MAX_SEARCH_TEXT_LENGTH })
      .optional()
      .describe(
        'Part of the title, the headline or the city. Case does not matter. On the booking site, titles and headlines in the language of the answer count, too.',
      ),
    bedrooms_min: createMinimumParameter('bedrooms'),
    beds_min: createMinimumParameter('beds'),
    bathrooms_min: createMinimumParameter('whole bathrooms'),
    currency: currencyField.optional().describe('Only places with this currency.'),
    total_min: totalParameter.describe('The lowest grand total; needs `currency`.'),
    total_max: totalParameter.describe('The highest grand total; needs `currency`.'),
    near: nearParameter.optional().describe('A latitude and a longitude in degrees: `38.7113,-9.1425`.'),
    radius_km: numberParameter({ min: 1, max: MAX_RADIUS_KM })
      .optional()
      .describe(`The maximum distance from \`near\`; by default ${DEFAULT_RADIUS_KM}.`),
    available: z
      .enum(['true', 'all'])
      .default('true')
      .describe('`all`: also places that are not available, with their reasons, after all available ones.'),
    sort: z
      .enum(SEARCH_SORTS)
      .default('total')
      .describe('By grand total, rising or falling, by title, or by the distance from `near`.'),
  })
  .check(
    ...stayChecks,
    ...partyChecks,
    buildFieldsCheck(
      'alternatives',
      'too_large',
      `must not be greater than ${MAX_ALTERNATIVES_OF_LONG_PAGE} with more than ${LONG_PAGE_FROM_RESULTS - 1} entries per page.`,
      ({ alternatives, per_page }) =>
        Number(alternatives) <= MAX_ALTERNATIVES_OF_LONG_PAGE ||
        !(Number(per_page) >= LONG_PAGE_FROM_RESULTS),
    ),
    buildFieldsCheck(
      'alternatives',
      'too_large',
      `must be 0 for a stay of more than ${MAX_NIGHTS_WITH_ALTERNATIVES} nights.`,
      ({ alternatives, check_in, check_out }) =>
        !(Number(alternatives) > 0) ||
        !(countDaysBetweenFields(check_in, check_out) > MAX_NIGHTS_WITH_ALTERNATIVES),
    ),
    buildFieldsCheck(
      'radius_km',
      'not_allowed',
      'needs near.',
      ({ radius_km, near }) => radius_km === undefined || near !== undefined,
    ),
    buildFieldsCheck(
      'near',
      'required',
      'is required to sort by distance.',
      ({ sort, near }) => sort !== 'distance' || near !== undefined,
    ),
    buildFieldsCheck(
      'currency',
      'required',
      'is required with total min and total max.',
      ({ total_min, total_max, currency }) =>
        (total_min === undefined && total_max === undefined) || currency !== undefined,
    ),
  );

/** With a token. */
export const searchQueryInLanguage = searchQuery.safeExtend({ language: languageParameter });

/** The text is also looked for in the language of the choice. */
export const toSearchRequest = (
  query: z.infer<typeof searchQuery>,
  choice: LanguageChoice | null = null,
): SearchRequest => ({
  stay: { checkIn: query.check_in, checkOut: query.check_out },
  party: toPartyOfQuery(query),
  alternatives: query.alternatives,
  filters: {
    kinds: query.kind ?? null,
    propertyTypes: query.property_type ?? null,
    amenities: query.amenities ?? null,
    city: query.city ?? null,
    country: query.country ?? null,
    text: query.q ?? null,
    textLanguage: choice?.language ?? null,
    bedroomsMin: query.bedrooms_min,
    bedsMin: query.beds_min,
    bathroomsMin: query.bathrooms_min,
    currency: query.currency ?? null,
    totalMinCents: query.total_min ?? 0,
    totalMaxCents: query.total_max ?? MAX_COMPUTED_CENTS,
    near: query.near ?? null,
    radiusKm: query.radius_km ?? DEFAULT_RADIUS_KM,
  },
  withUnavailable: query.available === 'all',
  sort: query.sort,
});

const createFacetCountsSchema = (what: string) =>
  z.record(z.string(), z.int()).describe(`The number of results by ${what}.`);

const facetsSchema = z
  .object({
    property_type: createFacetCountsSchema('property type'),
    kind: createFacetCountsSchema('kind'),
    city: createFacetCountsSchema('city'),
    bedrooms: createFacetCountsSchema('number of bedrooms'),
    amenities: createFacetCountsSchema('amenity, each place once for each that it has'),
    total: z
      .object({
        min: amountSchema.describe('The lowest grand total.'),
        max: amountSchema.describe('The highest grand total.'),
        currency: currencySchema,
      })
      .nullable()
      .describe('The lowest and highest grand total; null if there are several currencies, or no places.'),
  })
  .meta({
    id: 'SearchFacets',
    description: 'The available places, counted for each facet with every filter except its own.',
  });

const searchMetaSchema = pageMetaSchema
  .extend({
    available_total: z.int().describe('How many places are available, on all pages.'),
    unavailable_total: z
      .int()
      .describe('How many places that fit the other filters are not available, on all pages.'),
  })
  .meta({ id: 'SearchMeta', description: 'Which page this is, and how many places were found.' });

/** Of both search routes. */
export const SEARCH_DESCRIPTION =
  'Checks and prices a stay at every place at once. Each answer is the same as the place’s own quote. Places whose price is too large are left out.';

export const createSearchAnswer = <Listing extends ZodType>(listing: Listing, id: string) =>
  pageSchema(
    z
      .object({
        listing,
        distance_km: z.number().nullable().describe('From `near`, with one decimal. Null without `near`.'),
        ...availabilitySchema.shape,
      })
      .meta({ id, description: 'A place, and the quote of the stay there.' }),
  ).extend({ meta: searchMetaSchema, facets: facetsSchema });

export const createSearchResultPresenter =
  <Shown, Listing>(choice: LanguageChoice, present: (listing: Shown, baseUrl: string) => Listing) =>
  ({ listing, distanceKm, quote }: SearchResult<Shown>, baseUrl: string) => ({
    listing: present(listing, baseUrl),
    distance_km: distanceKm === null ? null : Math.round(distanceKm * 10) / 10,
    ...presentAvailability(quote, choice),
  });

export const presentSearchPage = <Page extends { meta: object }>(
  page: Page,
  { availableTotal, unavailableTotal, facets }: SearchAnswer<unknown>,
) => ({
  ...page,
  meta: { ...page.meta, available_total: availableTotal, unavailable_total: unavailableTotal },
  facets: presentFacets(facets),
});

function presentFacets({ total, ...counted }: FacetCounts): z.infer<typeof facetsSchema> {
  return {
    property_type: Object.fromEntries(counted.property_type),
    kind: Object.fromEntries(counted.kind),
    city: Object.fromEntries(counted.city),
    bedrooms: Object.fromEntries(counted.bedrooms),
    amenities: Object.fromEntries(counted.amenities),
    total: total && { min: total.minCents, max: total.maxCents, currency: total.currency },
  };
}
