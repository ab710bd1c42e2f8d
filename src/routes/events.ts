import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { listTypesMatching } from '../domain/events.ts';
import { feedAnswer, feedQuery, presentFeedEvent } from '../schemas/event.ts';
import type { Services } from '../services/services.ts';
import { readEventFeed } from '../services/team/feed.ts';

export const eventRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  app.get(
    '/events',
    {
      schema: {
        operationId: 'listEvents',
        tags: ['Events'],
        summary: 'Read the team’s events in order',
        description:
          'Begins at the first event, or after the position `after`. Once a position has been read, no lower one ever appears. To follow the feed, send `meta.next` as the next request’s `after`.',
        querystring: feedQuery,
        response: { 200: feedAnswer },
      },
    },
    async ({ team, query: { after, limit, types } }) => {
      const { events, next, hasMore } = await readEventFeed(services.db, team.id, {
        after,
        limit,
        types: types && listTypesMatching(types),
      });
      return { data: events.map(presentFeedEvent), meta: { next, has_more: hasMore } };
    },
  );
};
