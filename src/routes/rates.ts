import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { requireFound } from '../plugins/errors.ts';
import { writeAndAnswer } from '../plugins/writes.ts';
import { ratesChangeBody } from '../schemas/listings/bodies.ts';
import { listingParams } from '../schemas/listings/listing.ts';
import { presentRates, ratesAnswer } from '../schemas/listings/rates.ts';
import { conditionalWriteHeaders } from '../schemas/writes.ts';
import { changeRates, findRates, type ListingRates } from '../services/catalogue/rates.ts';

const tags = ['Rates'];
const present = (rates: ListingRates) => ({ data: presentRates(rates) });

export const rateRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/listings/:listing/rates',
    {
      config: { permission: 'prices:read', etag: true },
      schema: {
        operationId: 'getRates',
        tags,
        summary: 'Read a listing’s prices, rules and seasons',
        description: 'Prices of single days are at `/v1/listings/{listing}/days`.',
        params: listingParams,
        response: { 200: ratesAnswer },
      },
    },
    async ({ scope, params }) => present(requireFound('listing', await findRates(scope, params.listing))),
  );

  app.put(
    '/listings/:listing/rates',
    {
      config: { permission: 'prices:write' },
      schema: {
        operationId: 'changeRates',
        tags,
        summary: 'Change a listing’s prices, rules and seasons',
        description:
          'Send only what changes. `rates` and `rules` are changed key by key, and null clears a key. If `seasons` are given, they replace all present ones. Existing bookings keep their prices.',
        params: listingParams,
        headers: conditionalWriteHeaders,
        body: ratesChangeBody,
        response: { 200: ratesAnswer },
      },
    },
    (request, reply) =>
      writeAndAnswer(request, reply, present, (options) =>
        changeRates(request.scope, request.params.listing, request.body, options),
      ),
  );
};
