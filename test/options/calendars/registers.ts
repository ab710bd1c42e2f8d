import { calendarFeedFields } from '../../../src/options/calendars/schemas/calendar-feed.ts';
import { idAtEnd, refused } from '../../registers/calls.ts';
import type { Registers } from '../../registers/registers.ts';

declare module '../../registers/lived-in.ts' {
  interface Own {
    feed: string;
    calendar: string;
  }
}

const feed = { feed_id: 'calendar_feeds', unit_id: 'units' };

export const calendarsRegisters: Registers = {
  name: 'calendars',
  routes: {
    'POST /v1/blocks/:block/booking': { body: { guest: { name: 'Swept' } }, status: 422 },
    'POST /v1/units/:unit/calendar': 'small',
    'GET /v1/units/:unit/calendar': 'small',
    'DELETE /v1/units/:unit/calendar': 'small',
    'POST /v1/calendar-feeds/:feed/calendar': 'small',
    'GET /v1/calendar-feeds/:feed/calendar': 'small',
    'DELETE /v1/calendar-feeds/:feed/calendar': 'small',
    'GET /v1/calendar-feeds': 'small',
    'GET /v1/calendar-feeds/:feed': 'small',
    'POST /v1/calendar-feeds': {
      body: { url: 'https://swept.example' },
      undo: (_world, { client }, { body }) =>
        client.send('DELETE', `/calendar-feeds/${JSON.parse(body).data.id}`),
    },
    'PUT /v1/calendar-feeds/:feed': 'small',
    'DELETE /v1/calendar-feeds/:feed': 'small',
    'POST /v1/calendar-feeds/:feed/refresh': 'small',
    'GET /calendars/:calendar.ics': 'small',
    'GET /app/teams/:team/calendar-feeds': { places: { 'query.unit': 'unit' }, query: { page: '' } },
    'POST /app/teams/:team/calendar-feeds': {
      places: { 'form.unit_id': 'unit' },
      form: { name: 'Swept', url: 'https://swept.example/feed.ics', ignore: '' },
      formOf: ({ unit }) => ({ unit_id: unit }),
      undo: (_world, { client }, { location }) =>
        client.send('DELETE', `/calendar-feeds/${idAtEnd(location)}`),
    },
    'GET /app/teams/:team/calendar-feeds/:feed': 'small',
    'POST /app/teams/:team/calendar-feeds/:feed': refused({ name: '', url: '', paused: '', ignore: '' }),
    'POST /app/teams/:team/calendar-feeds/:feed/refresh': 'small',
    'GET /app/teams/:team/calendar-feeds/:feed/delete': 'small',
    // The API has deleted it.
    'POST /app/teams/:team/calendar-feeds/:feed/delete': { status: 404 },
    'GET /app/teams/:team/calendar-feeds/:feed/address': 'small',
    'POST /app/teams/:team/calendar-feeds/:feed/address': { status: 303 },
    'POST /app/teams/:team/calendar-feeds/:feed/address/show': { status: 200 },
    'GET /app/teams/:team/calendar-feeds/:feed/address/withdraw': 'small',
    // The API has withdrawn it.
    'POST /app/teams/:team/calendar-feeds/:feed/address/withdraw': { status: 404 },
    // Without a unit it leads back to the form.
    'GET /app/teams/:team/calendar-feeds/out': { places: { 'query.unit': 'unit' }, status: 303 },
    'GET /app/teams/:team/calendar/units/:unit/address': 'small',
    'POST /app/teams/:team/calendar/units/:unit/address': 'small',
    'POST /app/teams/:team/calendar/units/:unit/address/show': { status: 200 },
    'GET /app/teams/:team/calendar/units/:unit/address/withdraw': 'small',
    // The API has withdrawn it.
    'POST /app/teams/:team/calendar/units/:unit/address/withdraw': { status: 404 },
  },
  tables: {
    calendar_feeds: { fixed: ['source', 'status', 'wanted'] },
    calendar_addresses: { fixed: ['key_id'] },
  },
  events: {
    'calendar_feed.failed': feed,
    'calendar_feed.recovered': feed,
    'calendar_feed.conflict': feed,
    'calendar_feed.differs': { ...feed, booking_id: 'bookings' },
  },
  own: {
    feed: { column: 'calendar_feeds.id', fields: ['feed'] },
    calendar: { fields: ['calendar'], secret: 'alone' },
  },
  textFields: [calendarFeedFields],
  texts: ['url'],
};
