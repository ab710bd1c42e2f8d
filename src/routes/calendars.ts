import type { FastifyPluginCallback } from 'fastify';
import { buildNotFoundError } from '../plugins/errors.ts';
import { Invalid } from '../services/errors.ts';
import type { Services } from '../services/services.ts';
import { readUnitCalendar } from '../services/unit-calendars/addresses.ts';

type CalendarRoute = { Params: { calendar: string }; Querystring: { include?: string | string[] } };

/** Units' calendars for other systems, at secret addresses (docs/rules.md, 18.1). */
export const calendarRoutes: FastifyPluginCallback<Services> = (app, services, done) => {
  app.get<CalendarRoute>(
    '/calendars/:calendar.ics',
    { config: { keeping: 'max-age=300', limit: 'address' } },
    async ({ params, query }, reply) => {
      const { include } = query;
      const calendar = await readUnitCalendar(services, params.calendar, {
        withImported: include === 'imported',
      });
      if (calendar === null) throw buildNotFoundError('calendar');
      if (include !== undefined && include !== 'imported')
        throw new Invalid({ include: ['The include parameter must be imported.'] });
      return reply.type('text/calendar; charset=utf-8').send(calendar);
    },
  );
  done();
};
