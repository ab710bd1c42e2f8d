import type { FastifyRequest } from 'fastify';
import { type ZodType, z } from 'zod';
import type { Facets } from '../domain/search.ts';
import { presentPage } from '../plugins/paging.ts';
import type { PageRequest } from '../services/page.ts';
import type { SearchAnswer } from '../services/search.ts';
import { availabilitySchema, presentAvailability } from './availability.ts';
import { amountSchema, currencySchema } from './formats.ts';
import { metaSchema, pageSchema } from './page.ts';

const counts = (what: string) => z.record(z.string(), z.int()).describe(`The number of results by ${what}.`);

const facetsSchema = z
  .object({
    property_type: counts('property type'),
    kind: counts('kind'),
    city: counts('city'),
    bedrooms: counts('number of bedrooms'),
    total: z
      .object({ min: amountSchema, max: amountSchema, currency: currencySchema })
      .nullable()
      .describe('The lowest and highest grand total; null if there are several currencies, or no places.'),
  })
  .meta({
    id: 'SearchFacets',
    description: 'The available places, counted for each facet with every filter except its own.',
  });

const searchMetaSchema = metaSchema
  .extend({ available_total: z.int(), unavailable_total: z.int() })
  .meta({ id: 'SearchMeta' });

/** A page of listings with the quotes of a stay. */
export const searchSchema = <Listing extends ZodType>(listing: Listing, id: string) =>
  pageSchema(
    z
      .object({
        listing,
        distance_km: z.number().nullable().describe('From `near`, with one decimal.'),
        ...availabilitySchema.shape,
      })
      .meta({ id }),
  ).extend({ meta: searchMetaSchema, facets: facetsSchema });

/** Presents the results. `present` shows a listing to the caller. */
export function presentSearch<Shown, Listing>(
  request: FastifyRequest,
  page: PageRequest,
  answer: SearchAnswer<Shown>,
  present: (listing: Shown) => Listing,
) {
  const { data, links, meta } = presentPage(request, page, answer, ({ listing, distanceKm, quote }) => ({
    listing: present(listing),
    distance_km: distanceKm === null ? null : Math.round(distanceKm * 10) / 10,
    ...presentAvailability(quote),
  }));
  const { availableTotal, unavailableTotal, facets } = answer;
  return {
    data,
    links,
    meta: { ...meta, available_total: availableTotal, unavailable_total: unavailableTotal },
    facets: presentFacets(facets),
  };
}

function presentFacets({ total, ...counted }: Facets): z.infer<typeof facetsSchema> {
  return {
    property_type: Object.fromEntries(counted.property_type),
    kind: Object.fromEntries(counted.kind),
    city: Object.fromEntries(counted.city),
    bedrooms: Object.fromEntries(counted.bedrooms),
    total: total && { min: total.minCents, max: total.maxCents, currency: total.currency },
  };
}
