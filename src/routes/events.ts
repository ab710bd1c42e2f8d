import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { READ_PERMISSIONS } from '../domain/access/permissions.ts';
import { listEventTypesMatching } from '../domain/events.ts';
import { isCsvPreferred, sendCsv } from '../plugins/csv-answer.ts';
import { eventFeedAnswer, eventFeedQuery, eventFields, presentTeamEvent } from '../schemas/event.ts';
import { listAnswerColumns, toAnswerCells } from '../schemas/fields/csv-columns.ts';
import { readEventFeed } from '../services/team/feed.ts';
import { writeEventFeed } from '../services/team/whole-feed.ts';

const EVENT_COLUMNS = listAnswerColumns(eventFields);

export const eventRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/events',
    {
      config: { permission: { any: READ_PERMISSIONS } },
      schema: {
        operationId: 'listEvents',
        tags: ['Events'],
        summary: 'Read the team’s events in order',
        description:
          'Begins at the first event, or after the position `after`. Once a position has been read, no lower one ever appears. To follow the feed, send `meta.next` as the next request’s `after`. With `Accept: text/csv`, all events after `after` as CSV; `limit` is then ignored.',
        querystring: eventFeedQuery,
        response: { 200: eventFeedAnswer },
      },
    },
    async (request, reply) => {
      const { scope, query } = request;
      const { after, limit } = query;
      const types = query.types ? listEventTypesMatching(query.types) : null;
      if (isCsvPreferred(request, reply))
        return sendCsv(request, reply, {
          name: 'events',
          columns: EVENT_COLUMNS.map(({ name }) => name),
          read: (write) =>
            writeEventFeed(scope, { after, types }, (rows) =>
              write(rows.map((row) => toAnswerCells(EVENT_COLUMNS, presentTeamEvent(row)))),
            ),
        });
      const { events, next, hasMore } = await readEventFeed(scope, {
        after,
        limit,
        types,
      });
      return { data: events.map(presentTeamEvent), meta: { next, has_more: hasMore } };
    },
  );
};
