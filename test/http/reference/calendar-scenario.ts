/** The examples of calendars. The feed's name does not resolve, so that no example calls anybody. */
import { idFor } from '../../../demo/identity.ts';
import type { Recorder } from './recorder.ts';

const BAD_KEY = { 'idempotency-key': 'not one word' };

const unit = idFor('unit sea-loft Loft A');

export async function tellCalendars({ ask }: Recorder) {
  const ok = (operation: string, name: string, summary: string, more: object = {}, status = 200) =>
    ask(operation, { as: [name, summary], status, ...more });
  const ofUnit = { parameters: { unit } };
  await ok('createUnitCalendar', 'made', 'Its address', ofUnit, 201);
  await ok('getUnitCalendar', 'address', 'Its address, shown again', ofUnit);
  for (const operation of ['createUnitCalendar', 'deleteUnitCalendar'])
    await ok(operation, 'badKey', 'A key of several words', { ...ofUnit, headers: BAD_KEY }, 422);
  await ok('deleteUnitCalendar', 'gone', 'Withdrawn', ofUnit, 204);

  const body = {
    unit_id: unit,
    name: 'Airbnb',
    url: 'https://www.airbnb.example/calendar/ical/1.ics?s=2',
    ignore: ['Airbnb (Not available)'],
  };
  const { data } = await ok('createCalendarFeed', 'made', 'Airbnb’s calendar of a unit', { body }, 201);
  await ok(
    'createCalendarFeed',
    'notPublic',
    'An address inside a network',
    { body: { ...body, url: 'https://192.168.0.7/a.ics' } },
    422,
  );
  const parameters = { feed: data.id as string };
  await ok('refreshCalendarFeed', 'unreachable', 'The server’s name does not resolve', { parameters });
  await ok('getCalendarFeed', 'feed', 'A feed', { parameters });
  await ok('listCalendarFeeds', 'page', 'All feeds');
  await ok('listCalendarFeeds', 'invalid', 'A page number below 1', { parameters: { page: '0' } }, 422);
  await ok('changeCalendarFeed', 'paused', 'Paused: it keeps its blocks', {
    parameters,
    body: { paused: true },
  });
  await ok('changeCalendarFeed', 'invalid', 'A name that is no text', { parameters, body: { name: 7 } }, 422);
  for (const operation of ['refreshCalendarFeed', 'deleteCalendarFeed'])
    await ok(operation, 'badKey', 'A key of several words', { parameters, headers: BAD_KEY }, 422);
  await ok('deleteCalendarFeed', 'gone', 'Deleted', { parameters }, 204);
}
