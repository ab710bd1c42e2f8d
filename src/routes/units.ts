import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { requireFound } from '../plugins/errors.ts';
import { paginate } from '../plugins/paging.ts';
import { writeAndAnswer } from '../plugins/writes.ts';
import { COPY_DESCRIPTION, presentChanges, toChangesRequest } from '../schemas/copy.ts';
import { noContentAnswer } from '../schemas/formats.ts';
import { listingParams } from '../schemas/listings/listing.ts';
import {
  newUnitBody,
  presentUnit,
  teamUnitListAnswer,
  unitAnswer,
  unitChangeBody,
  unitListAnswer,
  unitParams,
  unitQuery,
  unitsOfListingQuery,
} from '../schemas/listings/unit.ts';
import { toChangeFilter } from '../schemas/page.ts';
import { conditionalWriteHeaders, writeHeaders } from '../schemas/writes.ts';
import {
  changeUnit,
  createUnit,
  deleteUnit,
  findUnitRecord,
  listUnits,
  listUnitsOfListing,
  type Unit,
} from '../services/catalogue/units.ts';
import { listUnitChanges } from '../services/copies/copies.ts';
import { hasListing } from '../services/listings.ts';

const tags = ['Listings'];
const present = (unit: Unit) => ({ data: presentUnit(unit) });

export const unitRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/units',
    {
      config: { permission: 'listings:read' },
      schema: {
        operationId: 'listTeamUnits',
        tags,
        summary: 'List the team’s units',
        description: `By the title and slug of their listings, then by name, unless \`sort\` says otherwise. ${COPY_DESCRIPTION}`,
        querystring: unitQuery,
        response: { 200: teamUnitListAnswer },
      },
    },
    async (request) => {
      const changes = toChangesRequest(request.query);
      if (changes) return presentChanges(await listUnitChanges(request.scope, changes), presentUnit);
      const { listing_id: listingId, external_reference: externalReference } = request.query;
      const filter = { listingId, externalReference, ...toChangeFilter(request.query) };
      return paginate(request, presentUnit, (page) => listUnits(request.scope, filter, page));
    },
  );

  app.get(
    '/listings/:listing/units',
    {
      config: { permission: 'listings:read' },
      schema: {
        operationId: 'listUnits',
        tags,
        summary: 'List a listing’s units',
        description: 'By name. A building has no units itself: its unit types have them.',
        params: listingParams,
        querystring: unitsOfListingQuery,
        response: { 200: unitListAnswer },
      },
    },
    async (request) => {
      const { scope, params, query } = request;
      requireFound('listing', await hasListing(scope, params.listing));
      const filter = { listingId: params.listing, externalReference: query.external_reference };
      return paginate(request, presentUnit, (page) => listUnitsOfListing(scope, filter, page));
    },
  );

  app.post(
    '/listings/:listing/units',
    {
      config: { permission: 'listings:write', location: '/v1/units/{id}', etag: true },
      schema: {
        operationId: 'createUnit',
        tags,
        summary: 'Add a unit to a listing',
        description: 'It can be booked at once. A building takes none: its unit types have the units.',
        params: listingParams,
        headers: writeHeaders,
        body: newUnitBody,
        response: { 201: unitAnswer },
      },
    },
    (request, reply) =>
      writeAndAnswer(request, reply.code(201), present, (options) =>
        createUnit(request.scope, request.params.listing, request.body, options),
      ),
  );

  app.get(
    '/units/:unit',
    {
      config: { permission: 'listings:read', etag: true },
      schema: {
        operationId: 'getUnit',
        tags,
        summary: 'Read a unit',
        description: 'An inactive one as well.',
        params: unitParams,
        response: { 200: unitAnswer },
      },
    },
    async ({ scope, params }) => present(requireFound('unit', await findUnitRecord(scope, params.unit))),
  );

  app.put(
    '/units/:unit',
    {
      config: { permission: 'listings:write' },
      schema: {
        operationId: 'changeUnit',
        tags,
        summary: 'Change a unit',
        description: 'An inactive unit cannot be booked. Its bookings stay.',
        params: unitParams,
        headers: conditionalWriteHeaders,
        body: unitChangeBody,
        response: { 200: unitAnswer },
      },
    },
    (request, reply) =>
      writeAndAnswer(request, reply, present, (options) =>
        changeUnit(request.scope, request.params.unit, request.body, options),
      ),
  );

  app.delete(
    '/units/:unit',
    {
      config: { permission: 'listings:write' },
      schema: {
        operationId: 'deleteUnit',
        tags,
        summary: 'Delete a unit',
        description:
          'Deletes a unit that never had a booking or a block. Any other is a 422 under `unit`: make it inactive instead.',
        params: unitParams,
        headers: conditionalWriteHeaders,
        response: { 204: noContentAnswer },
      },
    },
    (request, reply) =>
      writeAndAnswer(request, reply.code(204), { present: null, version: present }, (options) =>
        deleteUnit(request.scope, request.params.unit, options),
      ),
  );
};
