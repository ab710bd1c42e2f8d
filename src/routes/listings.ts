import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { requireFound } from '../plugins/errors.ts';
import { paginate, publicBaseUrl } from '../plugins/paging.ts';
import { hasManyListings } from '../plugins/shares/admission.ts';
import { writeAndAnswer } from '../plugins/writes.ts';
import { COPY_DESCRIPTION, presentChanges, toChangesRequest } from '../schemas/copy.ts';
import { noContentAnswer } from '../schemas/formats.ts';
import { listingChangeBody, newListingBody } from '../schemas/listings/bodies.ts';
import {
  listingAnswer,
  listingListAnswer,
  listingParams,
  listingQuery,
  presentListing,
} from '../schemas/listings/listing.ts';
import { toChangeFilter } from '../schemas/page.ts';
import { conditionalWriteHeaders, writeHeaders } from '../schemas/writes.ts';
import { deleteListing } from '../services/catalogue/delete-listing.ts';
import { changeListing, createListing } from '../services/catalogue/listings.ts';
import { listListingChanges } from '../services/copies/copies.ts';
import { findListing, type Listing, listListings } from '../services/listings.ts';

const tags = ['Listings'];
const present = (listing: Listing, baseUrl: string) => ({ data: presentListing(listing, baseUrl) });

export const listingRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/listings',
    {
      config: { permission: 'listings:read', dear: hasManyListings },
      schema: {
        operationId: 'listListings',
        tags,
        summary: 'List the team’s listings',
        description: `In any status, by title and then slug, unless \`sort\` says otherwise. ${COPY_DESCRIPTION}`,
        querystring: listingQuery,
        response: { 200: listingListAnswer },
      },
    },
    async (request) => {
      const changes = toChangesRequest(request.query);
      if (changes) {
        const baseUrl = publicBaseUrl(request);
        return presentChanges(await listListingChanges(request.scope, changes), (listing) =>
          presentListing(listing, baseUrl),
        );
      }
      const { status: statuses, kind: kinds, slug, external_reference: externalReference } = request.query;
      const filter = { statuses, kinds, slug, externalReference, ...toChangeFilter(request.query) };
      return paginate(request, presentListing, (page) => listListings(request.scope, filter, page));
    },
  );

  app.get(
    '/listings/:listing',
    {
      config: { permission: 'listings:read', etag: true },
      schema: {
        operationId: 'getListing',
        tags,
        summary: 'Read a listing',
        description: 'With its photos. Its rates, units and days have paths of their own.',
        params: listingParams,
        response: { 200: listingAnswer },
      },
    },
    async (request) => {
      const { scope, params } = request;
      return present(
        requireFound('listing', await findListing(scope, params.listing)),
        publicBaseUrl(request),
      );
    },
  );

  app.post(
    '/listings',
    {
      config: { permission: 'listings:write', location: '/v1/listings/{id}', etag: true },
      schema: {
        operationId: 'createListing',
        tags,
        summary: 'Add a listing',
        description:
          'Photos, seasons and days have their own requests. A unit type has the address, time zone and currency of its building, and may repeat them.',
        headers: writeHeaders,
        body: newListingBody,
        response: { 201: listingAnswer },
      },
    },
    (request, reply) =>
      writeAndAnswer(request, reply.code(201), present, (options) =>
        createListing(request.scope, request.body, options),
      ),
  );

  app.put(
    '/listings/:listing',
    {
      config: { permission: 'listings:write' },
      schema: {
        operationId: 'changeListing',
        tags,
        summary: 'Change a listing',
        description:
          'Send only what changes: an absent key keeps its value, null clears it, also within `address`. The kind, the building and the currency cannot change once there are units, bookings or unit types. Prices and rules have their own request.',
        params: listingParams,
        headers: conditionalWriteHeaders,
        body: listingChangeBody,
        response: { 200: listingAnswer },
      },
    },
    (request, reply) =>
      writeAndAnswer(request, reply, present, (options) =>
        changeListing(request.scope, request.params.listing, request.body, options),
      ),
  );

  app.delete(
    '/listings/:listing',
    {
      config: { permission: 'listings:write' },
      schema: {
        operationId: 'deleteListing',
        tags,
        summary: 'Delete a listing',
        description:
          'Deletes a listing that never had a booking or a block and has no unit types, with its units, prices and photos. Any other is a 422 under `listing`: give it the status `archived` instead. Charges that name the listing no longer do, and a charge for this listing only then applies to nothing.',
        params: listingParams,
        headers: conditionalWriteHeaders,
        response: { 204: noContentAnswer },
      },
    },
    (request, reply) =>
      writeAndAnswer(request, reply.code(204), { present: null, version: present }, (options) =>
        deleteListing(request.scope, request.params.listing, options),
      ),
  );
};
