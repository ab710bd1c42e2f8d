import { z } from 'zod';
import { EVENT_PATTERNS, typesNamed } from '../../domain/event-types.ts';
import { MAX_FEED_EVENTS, MAX_FEED_POSITION } from '../../domain/limits.ts';
import { feedEventSchema, presentFeedEvent } from '../../schemas/feed.ts';
import { integerParameter, wordListParameter } from '../../schemas/fields.ts';
import { read } from '../reading.ts';

const DEFAULT_EVENTS = 100;

const listEvents = read({
  id: 'listEvents',
  tag: 'Events',
  summary: 'Read the team’s events in order',
  description:
    'Begins at the first event, or after the position `after`. Once a position has been read, no lower one ever appears. ' +
    'To follow the feed, send `meta.next` as the next request’s `after`.',
  asks: 'team',
  route: 'GET /v1/events',
  query: z.object({
    after: integerParameter({ min: 0, max: MAX_FEED_POSITION, byDefault: 0 }).describe(
      'A position: only later events are answered.',
    ),
    limit: integerParameter({ min: 1, max: MAX_FEED_EVENTS, byDefault: DEFAULT_EVENTS }).describe(
      'The largest number of events in one answer.',
    ),
    types: wordListParameter(EVENT_PATTERNS)
      .optional()
      .describe('Only events of these types. `booking.*` means all that happens to bookings.'),
  }),
  success: z.object({
    data: z.array(feedEventSchema),
    meta: z.object({
      next: z.int().describe('The `after` of the next request. If nothing is new, it stays the same.'),
      has_more: z.boolean().describe('Whether there are events after these.'),
    }),
  }),
  answer: async ({ services, teamId, query: { after, limit, types } }) => {
    const { events, next, hasMore } = await services.feed.readFeed(teamId, {
      after,
      limit,
      types: types && typesNamed(types),
    });
    return { data: events.map(presentFeedEvent), meta: { next, has_more: hasMore } };
  },
});

export const feedOperations = [listEvents];
