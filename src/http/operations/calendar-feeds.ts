import { z } from 'zod';
import { MAX_IGNORED_SUMMARIES, MAX_NAME_LENGTH, MAX_URL_LENGTH } from '../../domain/limits.ts';
import { calendarFeedSchema, presentCalendarFeed } from '../../schemas/calendar-feed.ts';
import { idField, idParameter, requiredText, validIn } from '../../schemas/fields.ts';
import type { CalendarFeed } from '../../services/calendar-feeds/feeds.ts';
import { list as listOf } from '../../services/team-data/fields.ts';
import { resource } from '../operation.ts';
import { list, read } from '../reading.ts';
import { write } from '../writing.ts';

const nameField = requiredText(MAX_NAME_LENGTH).describe('Such as `Airbnb`. Its blocks show it as `source`.');
const urlField = requiredText(MAX_URL_LENGTH).describe(
  'The address of an iCalendar file: it begins with `https://`, on port 443 or one from 1024 up, of a public host.',
);
const pausedField = z.boolean().describe('Whether it is left alone. A refresh reads it all the same.');
const ignoreField = listOf(requiredText(MAX_NAME_LENGTH), MAX_IGNORED_SUMMARIES)
  .nullable()
  .transform((summaries) => summaries ?? [])
  .describe(
    'Events whose whole `SUMMARY` is one of these texts, in either case, count as absent: `Airbnb (Not available)` passes over the nights that Airbnb closes beyond its booking window. Null for none.',
  );

export const newFeedBody = z
  .object({
    unit_id: idField,
    name: nameField,
    url: urlField,
    paused: pausedField.nullish(),
    ignore: ignoreField.optional(),
  })
  .meta({ id: 'NewCalendarFeed' });
export const feedChangeBody = z
  .object({
    unit_id: idField.optional().describe('A feed stays with its unit: only the same id is accepted.'),
    name: nameField.optional(),
    url: urlField.optional(),
    paused: pausedField.optional(),
    ignore: ignoreField.optional(),
  })
  .meta({ id: 'CalendarFeedChange' });

const answer = z.object({ data: calendarFeedSchema });
const present = (feed: CalendarFeed) => ({ data: presentCalendarFeed(feed) });

const params = { feed: idParameter('The feed’s id.') };
const theFeed = resource({
  name: 'calendar feed',
  params,
  find: ({ services, teamId, params: { feed } }) => services.calendarFeeds.findFeed(teamId, feed),
});
const OF_TEAM = { tag: 'Calendars', asks: 'team' } as const;

const listCalendarFeeds = list({
  ...OF_TEAM,
  id: 'listCalendarFeeds',
  summary: 'List calendar feeds',
  description: 'Oldest first.',
  route: 'GET /v1/calendar-feeds',
  item: calendarFeedSchema,
  find: ({ services, teamId }, page) => services.calendarFeeds.listFeeds(teamId, page),
  present: presentCalendarFeed,
});

const getCalendarFeed = read({
  ...OF_TEAM,
  id: 'getCalendarFeed',
  summary: 'Read a calendar feed',
  route: 'GET /v1/calendar-feeds/:feed',
  resource: theFeed,
  success: answer,
  answer: ({ found }) => present(found),
});

const createCalendarFeed = write({
  ...OF_TEAM,
  id: 'createCalendarFeed',
  summary: 'Add a calendar feed',
  description:
    'Reads the calendar of another system, such as Airbnb, every quarter of an hour, and blocks the nights of its events. ' +
    'A team can have 2,000. An address that is not public is a 422 under `url`.',
  route: 'POST /v1/calendar-feeds',
  body: newFeedBody,
  furtherProblems: ({ services, teamId, idIn, sent }) =>
    services.calendarFeeds.problemsOfNew(teamId, {
      unitId: idIn('unit_id'),
      url: validIn(sent, 'url', urlField),
    }),
  run: ({ services, body: { unit_id: unitId, name, url, paused, ignore } }, call) =>
    services.calendarFeeds.createFeed(call, {
      ...{ unitId, name, url },
      paused: paused ?? false,
      ignore: ignore ?? [],
    }),
  success: 201,
  answers: answer,
  present,
});

const changeCalendarFeed = write({
  ...OF_TEAM,
  id: 'changeCalendarFeed',
  summary: 'Change, pause or resume a calendar feed',
  description: 'Send only what changes. A paused feed keeps its blocks.',
  route: 'PUT /v1/calendar-feeds/:feed',
  resource: theFeed,
  body: feedChangeBody,
  furtherProblems: ({ services, teamId, params: { feed }, idIn, sent }) =>
    services.calendarFeeds.problemsOfChange(teamId, feed, {
      unitId: idIn('unit_id'),
      url: validIn(sent, 'url', urlField),
    }),
  run: ({ services, params: { feed }, body: { unit_id: unitId, ...change } }, call) =>
    services.calendarFeeds.changeFeed(call, feed, { unitId, ...change }),
  success: 200,
  answers: answer,
  present,
});

const deleteCalendarFeed = write({
  ...OF_TEAM,
  id: 'deleteCalendarFeed',
  summary: 'Delete a calendar feed',
  description: 'Frees the nights that it took.',
  route: 'DELETE /v1/calendar-feeds/:feed',
  resource: theFeed,
  run: ({ services, params: { feed } }, call) => services.calendarFeeds.deleteFeed(call, feed),
  success: 204,
});

const refreshCalendarFeed = write({
  ...OF_TEAM,
  id: 'refreshCalendarFeed',
  summary: 'Read a calendar now',
  description:
    'Answers with the feed, also if the calendar cannot be read: `status` and `last_error` say so.',
  route: 'POST /v1/calendar-feeds/:feed/refresh',
  resource: theFeed,
  run: ({ services, params: { feed } }, call) => services.calendarFeeds.refresh(call, feed),
  success: 200,
  answers: answer,
  present,
});

export const calendarFeedOperations = [
  ...[listCalendarFeeds, getCalendarFeed, createCalendarFeed],
  ...[changeCalendarFeed, deleteCalendarFeed, refreshCalendarFeed],
];
