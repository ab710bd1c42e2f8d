import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { AvailabilityService } from '../../services/availability.ts';
import { notFound } from '../errors.ts';
import { answerCalendar, answerQuote, availabilityAnswer, calendarAnswer } from '../offer-answers.ts';
import { calendarQuery, stayQuery } from '../stay-parameters.ts';
import { teamIdOf } from '../team-scope.ts';

const params = z.object({ listing: z.string() });

/** Availability, price and calendar of a team's listings, in any status. */
export const availabilityRoutes: FastifyPluginCallbackZod<{ availability: AvailabilityService }> = (
  app,
  { availability },
  done,
) => {
  app.get(
    '/availability/:listing',
    { attachValidation: true, schema: { params, querystring: stayQuery, response: availabilityAnswer } },
    async (request) => {
      const listing = await availability.findListing(teamIdOf(request), request.params.listing);
      if (!listing) throw notFound('listing');
      return answerQuote(request, availability, teamIdOf(request), listing);
    },
  );

  app.get(
    '/listings/:listing/calendar',
    { attachValidation: true, schema: { params, querystring: calendarQuery, response: calendarAnswer } },
    async (request) => {
      const listing = await availability.findListing(teamIdOf(request), request.params.listing);
      if (!listing) throw notFound('listing');
      return answerCalendar(request, availability, teamIdOf(request), listing);
    },
  );
  done();
};
