import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { checkUrlOfBody } from '../../../plugins/bodies/url-check.ts';
import { requireFound } from '../../../plugins/errors.ts';
import { paginate } from '../../../plugins/paging.ts';
import { writeAndAnswer } from '../../../plugins/writes.ts';
import { noContentAnswer } from '../../../schemas/formats.ts';
import { pageQuery } from '../../../schemas/page.ts';
import { writeHeaders } from '../../../schemas/writes.ts';
import { mayDo } from '../../../services/access/access.ts';
import type { Services } from '../../../services/services.ts';
import {
  calendarFeedAnswer,
  calendarFeedChangeBody,
  calendarFeedListAnswer,
  createCalendarFeedPresenter,
  newCalendarFeedBody,
  feedParams as params,
} from '../schemas/calendar-feed.ts';
import {
  type CalendarFeed,
  changeCalendarFeed,
  createCalendarFeed,
  deleteCalendarFeed,
  findCalendarFeed,
  listCalendarFeeds,
  noteShownAddress,
  noteShownAddresses,
  refreshCalendarFeed,
} from '../services/feeds/feeds.ts';
import { toHttpsUrl } from '../services/feeds/fetching.ts';
import type { ReadsOnRequest } from '../services/feeds/refreshing.ts';

const tags = ['Calendars'];
const mayReadAddress = ({ scope }: FastifyRequest): boolean => mayDo(scope.access, 'calendar:write');
const presenterFor = (request: FastifyRequest) => createCalendarFeedPresenter(mayReadAddress(request));
/** A new feed has the address that its maker has sent. */
const presentNewFeed = createCalendarFeedPresenter(true);
const presentNew = (feed: CalendarFeed) => ({ data: presentNewFeed(feed) });

function createAnswer(request: FastifyRequest) {
  const presentFeed = presenterFor(request);
  return (feed: CalendarFeed) => {
    if (mayReadAddress(request)) noteShownAddress(request.scope, feed);
    return { data: presentFeed(feed) };
  };
}

export const calendarFeedRoutes: FastifyPluginAsyncZod<Services & ReadsOnRequest> = async (app, services) => {
  app.get(
    '/calendar-feeds',
    {
      config: { permission: 'calendar:read' },
      schema: {
        operationId: 'listCalendarFeeds',
        tags,
        summary: 'List calendar feeds',
        description: 'Oldest first.',
        querystring: pageQuery,
        response: { 200: calendarFeedListAnswer },
      },
    },
    (request) =>
      paginate(request, presenterFor(request), async (page) => {
        const found = await listCalendarFeeds(request.scope, page);
        if (found.rows.length > 0 && mayReadAddress(request)) noteShownAddresses(request.scope);
        return found;
      }),
  );

  app.get(
    '/calendar-feeds/:feed',
    {
      config: { permission: 'calendar:read' },
      schema: {
        operationId: 'getCalendarFeed',
        tags,
        summary: 'Read a calendar feed',
        description: 'With the outcome of its last reading.',
        params,
        response: { 200: calendarFeedAnswer },
      },
    },
    async (request) => {
      const { scope, params } = request;
      return createAnswer(request)(requireFound('calendar feed', await findCalendarFeed(scope, params.feed)));
    },
  );

  app.post(
    '/calendar-feeds',
    {
      config: { permission: 'calendar:write', location: '/v1/calendar-feeds/{id}' },
      preValidation: checkUrlOfBody(services, toHttpsUrl),
      schema: {
        operationId: 'createCalendarFeed',
        tags,
        summary: 'Add a calendar feed',
        description:
          'Reads the calendar of another system, such as Airbnb, every quarter of an hour, and blocks the nights of its events. A team can have 2,000. An address that is not public is a 422 under `url`.',
        headers: writeHeaders,
        body: newCalendarFeedBody,
        response: { 201: calendarFeedAnswer },
      },
    },
    (request, reply) =>
      writeAndAnswer(request, reply.code(201), presentNew, (options) =>
        createCalendarFeed(request.scope, request.body, request.urlMessages, options),
      ),
  );

  app.put(
    '/calendar-feeds/:feed',
    {
      preValidation: checkUrlOfBody(services, toHttpsUrl),
      config: { permission: 'calendar:write' },
      schema: {
        operationId: 'changeCalendarFeed',
        tags,
        summary: 'Change, pause or resume a calendar feed',
        description: 'Send only what changes. A paused feed keeps its blocks.',
        params,
        headers: writeHeaders,
        body: calendarFeedChangeBody,
        response: { 200: calendarFeedAnswer },
      },
    },
    (request, reply) =>
      writeAndAnswer(request, reply, createAnswer(request), (options) =>
        changeCalendarFeed(
          request.scope,
          request.params.feed,
          {
            change: request.body,
            urlMessages: request.urlMessages,
          },
          options,
        ),
      ),
  );

  app.delete(
    '/calendar-feeds/:feed',
    {
      config: { permission: 'calendar:write' },
      schema: {
        operationId: 'deleteCalendarFeed',
        tags,
        summary: 'Delete a calendar feed',
        description: 'Frees the nights that it took.',
        params,
        headers: writeHeaders,
        response: { 204: noContentAnswer },
      },
    },
    (request, reply) =>
      writeAndAnswer(request, reply.code(204), null, (options) =>
        deleteCalendarFeed(request.scope, request.params.feed, options),
      ),
  );

  app.post(
    '/calendar-feeds/:feed/refresh',
    {
      config: { permission: 'calendar:write' },
      schema: {
        operationId: 'refreshCalendarFeed',
        tags,
        summary: 'Read a calendar now',
        description:
          'Answers with the feed, also if the calendar cannot be read: `status` and `last_error` say so.',
        params,
        headers: writeHeaders,
        response: { 200: calendarFeedAnswer },
      },
    },
    (request, reply) =>
      writeAndAnswer(request, reply, createAnswer(request), (options) =>
        refreshCalendarFeed(request.scope, services, request.params.feed, options),
      ),
  );
};
