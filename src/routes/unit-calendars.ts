import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { requireFound } from '../plugins/errors.ts';
import { publicBaseUrl } from '../plugins/paging.ts';
import { writeAndAnswer } from '../plugins/writes.ts';
import { noContentAnswer } from '../schemas/formats.ts';
import { buildUnitCalendarUrl, unitCalendarAnswer, unitParams } from '../schemas/listings/unit.ts';
import { unversionedWriteHeaders, writeHeaders } from '../schemas/writes.ts';
import type { Services } from '../services/services.ts';
import {
  findCalendarSecret,
  publishCalendar,
  withdrawCalendar,
} from '../services/unit-calendars/addresses.ts';

const tags = ['Calendars'];
const createCalendarUrlPresenter = (request: FastifyRequest) => (secret: string) => ({
  data: { url: buildUnitCalendarUrl(publicBaseUrl(request), secret) },
});

export const unitCalendarRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  app.post(
    '/units/:unit/calendar',
    {
      schema: {
        operationId: 'createUnitCalendar',
        tags,
        summary: 'Publish a unit’s calendar',
        description:
          'Makes an address at which other systems read when the unit is taken, as iCalendar: from 30 days back to two years ahead, without anything about guests. What came from a calendar feed is left out; with `?include=imported` at its end the address has it too, for calendars that people read. A unit has one address: asked again, it is the same.',
        params: unitParams,
        headers: writeHeaders,
        response: { 201: unitCalendarAnswer },
      },
    },
    (request, reply) =>
      writeAndAnswer(request, reply.code(201), createCalendarUrlPresenter(request), (call) =>
        publishCalendar(services, call, request.params.unit),
      ),
  );

  app.get(
    '/units/:unit/calendar',
    {
      config: { resource: 'calendar' },
      schema: {
        operationId: 'getUnitCalendar',
        tags,
        summary: 'Show the address of a unit’s calendar',
        params: unitParams,
        response: { 200: unitCalendarAnswer },
      },
    },
    async (request) => {
      const secret = await findCalendarSecret(services, request.team.id, request.params.unit);
      return createCalendarUrlPresenter(request)(requireFound('calendar', secret));
    },
  );

  app.delete(
    '/units/:unit/calendar',
    {
      config: { resource: 'calendar' },
      schema: {
        operationId: 'deleteUnitCalendar',
        tags,
        summary: 'Withdraw a unit’s calendar',
        description: 'Nothing is at its address any more. Publishing it again makes another one.',
        params: unitParams,
        headers: unversionedWriteHeaders,
        response: { 204: noContentAnswer },
      },
    },
    (request, reply) =>
      writeAndAnswer(request, reply.code(204), null, (call) =>
        withdrawCalendar(services, call, request.params.unit),
      ),
  );
};
