import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  MAX_DAYS_OF_DAYS_REQUEST,
  MAX_LISTINGS_OF_DAYS_REQUEST,
  MAX_RANGES_OF_DAYS_REQUEST,
  MAX_RANGES_OF_LISTING,
} from '../domain/limits.ts';
import { requireFound } from '../plugins/errors.ts';
import { writeAndAnswer } from '../plugins/writes.ts';
import {
  daysAdjustmentAnswer,
  daysAdjustmentBody,
  daysAdjustmentPreviewAnswer,
  presentDaysAdjustment,
  presentDaysAdjustmentPreview,
} from '../schemas/listings/adjusted-days.ts';
import {
  changedDaysAnswer,
  dayOverridesAnswer,
  dayOverridesQuery,
  daysChangeBody,
  manyDaysChangeBody,
  presentChangedDays,
  presentDayOverrides,
} from '../schemas/listings/days.ts';
import { listingParams } from '../schemas/listings/listing.ts';
import { writeHeaders } from '../schemas/writes.ts';
import { adjustDays, previewDaysAdjustment } from '../services/catalogue/adjust-days.ts';
import { changeDays, changeManyDays, listDayOverrides } from '../services/catalogue/days.ts';
import { hasListing } from '../services/listings.ts';

const tags = ['Rates'];

export const dayRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/listings/:listing/days',
    {
      config: { permission: 'prices:read' },
      schema: {
        operationId: 'listDays',
        tags,
        summary: 'List a listing’s day overrides',
        description:
          'Only days that differ from their season or listing, in order. The calendar shows the result.',
        params: listingParams,
        querystring: dayOverridesQuery,
        response: { 200: dayOverridesAnswer },
      },
    },
    async ({ scope, params, query }) => {
      requireFound('listing', await hasListing(scope, params.listing));
      const span = { from: query.start_date, to: query.end_date };
      return presentDayOverrides(await listDayOverrides(scope, params.listing, span));
    },
  );

  app.put(
    '/listings/:listing/days',
    {
      config: { permission: 'prices:write', dear: true },
      schema: {
        operationId: 'changeDays',
        tags,
        summary: 'Change days of a listing',
        description:
          'Answers with the days of the ranges after the change. A day on which everything is null or false has no override. Existing bookings keep their prices.',
        params: listingParams,
        headers: writeHeaders,
        body: daysChangeBody,
        response: { 200: dayOverridesAnswer },
      },
    },
    (request, reply) => {
      const { params, body } = request;
      const days = { listingId: params.listing, ranges: body.ranges };
      return writeAndAnswer(request, reply, presentDayOverrides, (options) =>
        changeDays(request.scope, days, options),
      );
    },
  );

  app.post(
    '/days',
    {
      config: { permission: 'prices:write', dear: true },
      schema: {
        operationId: 'changeManyDays',
        tags,
        summary: 'Change days of many listings',
        description: `Up to ${MAX_LISTINGS_OF_DAYS_REQUEST} listings, ${MAX_RANGES_OF_LISTING} ranges of each, ${MAX_RANGES_OF_DAYS_REQUEST} ranges in all and ${MAX_DAYS_OF_DAYS_REQUEST} days in them, all or none. The answer says how many listings and days have changed.`,
        headers: writeHeaders,
        body: manyDaysChangeBody,
        response: { 200: changedDaysAnswer },
      },
    },
    (request, reply) =>
      writeAndAnswer(request, reply, presentChangedDays, (options) =>
        changeManyDays(request.scope, request.body, options),
      ),
  );

  app.post(
    '/days/adjust',
    {
      config: { permission: 'prices:write', dear: true },
      schema: {
        operationId: 'adjustDays',
        tags,
        summary: 'Raise or lower many prices',
        description:
          'Each night’s present base rate is raised or lowered, rounded half up to a multiple of `round_to`, never below 0, and stored as the day’s override. A night whose rate stays what it was gets none. All or none.',
        headers: writeHeaders,
        body: daysAdjustmentBody,
        response: { 200: daysAdjustmentAnswer },
      },
    },
    (request, reply) =>
      writeAndAnswer(request, reply, presentDaysAdjustment, (options) =>
        adjustDays(request.scope, request.body, options),
      ),
  );

  app.post(
    '/days/adjust/preview',
    {
      config: { permission: 'prices:write', dear: true },
      schema: {
        operationId: 'previewDaysAdjustment',
        tags,
        summary: 'Preview a change of many prices',
        description: 'What “Raise or lower many prices” would change. Nothing is kept.',
        body: daysAdjustmentBody,
        response: { 200: daysAdjustmentPreviewAnswer },
      },
    },
    (request, reply) =>
      writeAndAnswer(request, reply, presentDaysAdjustmentPreview, (options) =>
        previewDaysAdjustment(request.scope, request.body, options),
      ),
  );
};
