import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { requireFound } from '../../../plugins/errors.ts';
import { publicBaseUrl } from '../../../plugins/paging.ts';
import { writeAndAnswer } from '../../../plugins/writes.ts';
import { noContentAnswer } from '../../../schemas/formats.ts';
import { unitParams } from '../../../schemas/listings/unit.ts';
import { writeHeaders } from '../../../schemas/writes.ts';
import { feedParams } from '../schemas/calendar-feed.ts';
import { buildUnitCalendarUrl, unitCalendarAnswer } from '../schemas/unit-calendar.ts';
import {
  publishCalendar,
  showCalendarSecret,
  withdrawCalendar,
} from '../services/unit-calendars/addresses.ts';

const tags = ['Calendars'];
const createCalendarUrlPresenter = (request: FastifyRequest) => (secret: string) => ({
  data: { url: buildUnitCalendarUrl(publicBaseUrl(request), secret) },
});

export const unitCalendarRoutes: FastifyPluginAsyncZod = async (app) => {
  app.post(
    '/units/:unit/calendar',
    {
      config: { permission: 'calendar:write', location: '/v1/units/{unit}/calendar' },
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
      writeAndAnswer(request, reply.code(201), createCalendarUrlPresenter(request), (options) =>
        publishCalendar(request.scope, { unitId: request.params.unit }, options),
      ),
  );

  app.get(
    '/units/:unit/calendar',
    {
      config: { permission: 'calendar:write', resource: 'calendar' },
      schema: {
        operationId: 'getUnitCalendar',
        tags,
        summary: 'Show the address of a unit’s calendar',
        description: 'A 404 if the calendar is not published.',
        params: unitParams,
        response: { 200: unitCalendarAnswer },
      },
    },
    async (request) => {
      const secret = await showCalendarSecret(request.scope, {
        unitId: request.params.unit,
      });
      return createCalendarUrlPresenter(request)(requireFound('calendar', secret));
    },
  );

  app.delete(
    '/units/:unit/calendar',
    {
      config: { permission: 'calendar:write', resource: 'calendar' },
      schema: {
        operationId: 'deleteUnitCalendar',
        tags,
        summary: 'Withdraw a unit’s calendar',
        description: 'Nothing is at its address any more. Publishing it again makes another one.',
        params: unitParams,
        headers: writeHeaders,
        response: { 204: noContentAnswer },
      },
    },
    (request, reply) =>
      writeAndAnswer(request, reply.code(204), null, (options) =>
        withdrawCalendar(request.scope, { unitId: request.params.unit }, options),
      ),
  );

  app.post(
    '/calendar-feeds/:feed/calendar',
    {
      config: { permission: 'calendar:write', location: '/v1/calendar-feeds/{feed}/calendar' },
      schema: {
        operationId: 'createChannelCalendar',
        tags,
        summary: 'Publish a calendar for the channel of a feed',
        description:
          'Makes an address for the channel that the feed reads, which keeps it apart from the unit’s other channels: it has all that takes the unit, what other feeds brought too, save what this feed brought. Give it to that channel alone, because every look at it tells Innkeep what the channel knows: a night that the channel reports after it was shown as taken is only an echo. A feed has one such address: asked again, it is the same.',
        params: feedParams,
        headers: writeHeaders,
        response: { 201: unitCalendarAnswer },
      },
    },
    (request, reply) =>
      writeAndAnswer(request, reply.code(201), createCalendarUrlPresenter(request), (options) =>
        publishCalendar(request.scope, { feedId: request.params.feed }, options),
      ),
  );

  app.get(
    '/calendar-feeds/:feed/calendar',
    {
      config: { permission: 'calendar:write', resource: 'calendar' },
      schema: {
        operationId: 'getChannelCalendar',
        tags,
        summary: 'Show the address of the calendar for a feed’s channel',
        description: 'A 404 if the calendar is not published.',
        params: feedParams,
        response: { 200: unitCalendarAnswer },
      },
    },
    async (request) => {
      const secret = await showCalendarSecret(request.scope, {
        feedId: request.params.feed,
      });
      return createCalendarUrlPresenter(request)(requireFound('calendar', secret));
    },
  );

  app.delete(
    '/calendar-feeds/:feed/calendar',
    {
      config: { permission: 'calendar:write', resource: 'calendar' },
      schema: {
        operationId: 'deleteChannelCalendar',
        tags,
        summary: 'Withdraw the calendar for a feed’s channel',
        description:
          'Nothing is at its address any more, and what the channel was shown is forgotten. Publishing it again makes another address.',
        params: feedParams,
        headers: writeHeaders,
        response: { 204: noContentAnswer },
      },
    },
    (request, reply) =>
      writeAndAnswer(request, reply.code(204), null, (options) =>
        withdrawCalendar(request.scope, { feedId: request.params.feed }, options),
      ),
  );
};
