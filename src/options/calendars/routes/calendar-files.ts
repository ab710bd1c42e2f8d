import type { FastifyPluginCallback } from 'fastify';
import { requireFound } from '../../../plugins/errors.ts';
import type { Services } from '../../../services/services.ts';
import { readCalendar } from '../services/unit-calendars/reading.ts';

type CalendarRoute = { Params: { calendar: string }; Querystring: { include?: string | string[] } };

/** Each at a secret address (docs/rules.md, 18.1 and 18.8). */
export const calendarRoutes: FastifyPluginCallback<Services> = (app, services, done) => {
  app.get<CalendarRoute>(
    '/calendars/:calendar.ics',
    { config: { keeping: 'max-age=300', limit: 'address' } },
    async ({ params, query, method }, reply) => {
      const request = { include: query.include, isFetch: method === 'GET' };
      const calendar = requireFound('calendar', await readCalendar(services, params.calendar, request));
      return reply.type('text/calendar; charset=utf-8').send(calendar);
    },
  );
  done();
};
