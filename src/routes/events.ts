import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { listEventTypesMatching } from '../domain/events.ts';
import { eventFeedAnswer, eventFeedQuery, presentTeamEvent } from '../schemas/event.ts';
import { readEventFeed } from '../services/team/feed.ts';

export const eventRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/events',
    {
      schema: {
        operationId: 'listEvents',
        tags: ['Events'],
        summary: 'Read the team’s events in order',
        description:
          'Begins at the first event, or after the position `after`. Once a position has been read, no lower one ever appears. To follow the feed, send `meta.next` as the next request’s `after`.',
        querystring: eventFeedQuery,
        response: { 200: eventFeedAnswer },
      },
    },
    async ({ scope, query: { after, limit, types } }) => {
      const { events, next, hasMore } = await readEventFeed(scope, {
        after,
        limit,
        types: types && listEventTypesMatching(types),
      });
      return { data: events.map(presentTeamEvent), meta: { next, has_more: hasMore } };
    },
  );
};
