import { z } from 'zod';
import { EVENT_TYPE_PATTERNS, TEAM_EVENT_TYPES, type TeamEventType } from '../domain/events.ts';
import { toInstantText } from '../domain/formats.ts';
import { MAX_EVENT_POSITION, MAX_EVENTS_PER_ANSWER } from '../domain/limits.ts';
import { ACTOR_TYPES } from '../domain/vocabulary.ts';
import type { EventFeedRow } from '../services/team/feed.ts';
import {
  EVENT_DATA,
  type PresentedEventData,
  presentEventData,
  presentEventMeaning,
  toEventName,
} from './event-data.ts';
import { idSchema, instantSchema, nullableText, wordSchema } from './formats.ts';
import { integerParameter, wordListParameter } from './parameters.ts';

export const actorSchema = z
  .object({
    type: wordSchema(ACTOR_TYPES).describe(
      '`site`: a guest on the booking site. `system`: Innkeep itself. `import`: a team file.',
    ),
    name: nullableText.describe('The token’s or member’s name. Null for anybody else.'),
  })
  .meta({ id: 'Actor', description: 'Who has done it.' });

const eventHead = {
  id: idSchema,
  position: z.int().describe('Counts 1, 2, 3 … within the team, without a gap.'),
};
const eventTail = {
  created_at: instantSchema.describe('When it happened: to the second, in UTC.'),
  actor: actorSchema,
};

export const eventFields = z.object({
  ...eventHead,
  type: wordSchema(TEAM_EVENT_TYPES),
  ...eventTail,
  data: z.record(z.string(), z.unknown()).describe('What the type tells.'),
});

type PresentedEvent = {
  [Type in TeamEventType]: Omit<z.infer<typeof eventFields>, 'type' | 'data'> & {
    type: Type;
    data: PresentedEventData<Type>;
  };
}[TeamEventType];

const buildEventSchema = (type: TeamEventType) =>
  z
    .object({
      ...eventHead,
      type: z.literal(type).describe('Says what is in `data`.'),
      ...eventTail,
      data: EVENT_DATA[type],
    })
    .meta({ id: `${toEventName(type)}Event`, description: presentEventMeaning(type) });

const [firstType, ...otherTypes] = TEAM_EVENT_TYPES;
/** The type decides which data the event has. */
const teamEventSchema = z
  .discriminatedUnion('type', [buildEventSchema(firstType), ...otherTypes.map(buildEventSchema)])
  .meta({
    id: 'Event',
    description: 'The `type` says what is in `data`. Personal data of guests is never included.',
  });

export const presentTeamEvent = (event: EventFeedRow): PresentedEvent =>
  ({
    id: event.id,
    position: event.position,
    type: event.type,
    created_at: toInstantText(event.createdAt),
    actor: { type: event.actorType, name: event.actorName },
    data: presentEventData(event.type, event.data),
  }) as PresentedEvent;

export const eventFeedQuery = z.object({
  after: integerParameter({ min: 0, max: MAX_EVENT_POSITION })
    .default(0)
    .describe('A position: only later events are answered. One ahead of the feed is a 422.'),
  limit: integerParameter({ min: 1, max: MAX_EVENTS_PER_ANSWER })
    .default(100)
    .describe('The largest number of events in one answer.'),
  types: wordListParameter(EVENT_TYPE_PATTERNS).describe(
    'Only events of these types. `booking.*` means all that happens to bookings.',
  ),
});

export const eventFeedAnswer = z.object({
  data: z.array(teamEventSchema),
  meta: z
    .object({
      next: z.int().describe('The `after` of the next request. If nothing is new, it stays the same.'),
      has_more: z.boolean().describe('Whether there are events after these.'),
    })
    .describe('How the feed goes on after this answer.'),
});
