import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { AvailabilityService } from '../../services/availability.ts';
import { notFound } from '../errors.ts';
import { answerCalendar, answerQuote, availabilityAnswer, calendarAnswer } from '../offer-answers.ts';
import { operation } from '../reference/operation.ts';
import { calendarQuery, stayQuery } from '../stay-parameters.ts';
import { teamIdOf } from '../team-scope.ts';

const params = z.object({ listing: z.string().meta({ format: 'uuid', description: 'The listing’s id.' }) });

const getAvailability = operation({
  id: 'getAvailability',
  tag: 'Availability',
  summary: 'Quote a stay',
  description:
    'Whether the stay can be had, every rule that it fails, and its price all-in. The answer is 200 and has a price whether or not it can be had; a coupon that does not apply is a 422 under `coupon_code`.',
});
const getCalendar = operation({
  id: 'getCalendar',
  tag: 'Availability',
  summary: 'Read a listing’s calendar',
  description: 'One entry for each day from `start_date` to `end_date`, both included.',
});

/** Availability, price and calendar of a team's listings, in any status. */
export const availabilityRoutes: FastifyPluginCallbackZod<{ availability: AvailabilityService }> = (
  app,
  { availability },
  done,
) => {
  app.get(
    '/availability/:listing',
    {
      attachValidation: true,
      schema: { ...getAvailability, params, querystring: stayQuery, response: availabilityAnswer },
    },
    async (request) => {
      const listing = await availability.findListing(teamIdOf(request), request.params.listing);
      if (!listing) throw notFound('listing');
      return answerQuote(request, availability, teamIdOf(request), listing);
    },
  );

  app.get(
    '/listings/:listing/calendar',
    {
      attachValidation: true,
      schema: { ...getCalendar, params, querystring: calendarQuery, response: calendarAnswer },
    },
    async (request) => {
      const listing = await availability.findListing(teamIdOf(request), request.params.listing);
      if (!listing) throw notFound('listing');
      return answerCalendar(request, availability, teamIdOf(request), listing);
    },
  );
  done();
};
