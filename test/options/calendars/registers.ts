import { randomUUID } from 'node:crypto';
import { calendarFeedFields } from '../../../src/options/calendars/schemas/calendar-feed.ts';
import type { Inn } from '../../helpers/bookings.ts';
import { day } from '../../helpers/factories.ts';
import { markTexts } from '../../helpers/row-fields.ts';
import { idAtEnd, posting, refused } from '../../registers/calls.ts';
import { idOf, TIMES } from '../../registers/earlier-rows.ts';
import type { Life, Lived } from '../../registers/lived-in.ts';
import type { MakerRegister, Registers } from '../../registers/registers.ts';
import { BLOCK, BOOKING, EVENTS, LOG, LOG_WITH_IDS, mergeShown, showTexts } from '../../registers/shown.ts';

interface CalendarOwn {
  feed: string;
  calendar: string;
}

declare module '../../registers/lived-in.ts' {
  interface Own extends CalendarOwn {}
}

/** A feed that took a block, and failed afterwards. */
async function liveIn({ world: { db }, mark, client, own }: Life): Promise<Lived<CalendarOwn>> {
  const { data, send } = client;
  const { unit, listing } = own;
  const address = await data(send('POST', `/units/${unit}/calendar`), 201);
  const fed = {
    ...markTexts(calendarFeedFields, mark),
    unit_id: unit,
    url: `https://${mark}.example/feed.ics`,
    ignore: [`Summary ${mark}`],
  };
  const feed = await data(send('POST', '/calendar-feeds', fed), 201);
  await data(send('POST', `/calendar-feeds/${feed.id}/calendar`), 201);

  const conflict = { uid: `conflict-${mark}`, startDate: day(70), endDate: day(72) };
  const {
    rows: [block],
  } = await db.execute<{ id: string }>(`
    insert into blocks (team_id, id, listing_id, unit_id, start_date, end_date, source, uid, feed_id, created_at,
      event_start_date, event_end_date, summary, description, link)
    select team_id, gen_random_uuid(), '${listing}', '${unit}', '${day(56)}', '${day(58)}', name, 'uid-${mark}',
      id, created_at, '${day(56)}', '${day(58)}', 'Stay ${mark}', 'Phone ${mark}', 'https://${mark}.example/stay' from calendar_feeds where id = '${feed.id}' returning id`);
  await db.execute(`
    insert into occupancies (team_id, unit_id, start_date, end_date, block_id)
    select team_id, unit_id, start_date, end_date, id from blocks where id = '${block?.id}'`);
  const {
    rows: [booking],
  } = await db.execute<{ id: string }>(`
    update bookings set feed_id = '${feed.id}', feed_uid = 'booked-${mark}'
    where id = (select min(id::text)::uuid from bookings where listing_id = '${listing}') returning id`);
  const differs = { uid: `booked-${mark}`, bookingId: booking?.id, startDate: null, endDate: null };
  const missing = { bookingId: booking?.id, since: '2031-05-05T10:00:00.000Z', isSuspicious: false };
  await db.execute(`
    update calendar_feeds set last_error = 'Error ${mark}', etag = '"${mark}"', last_modified = 'Modified ${mark}',
      lease = '${randomUUID()}',
      reported = '${JSON.stringify([{ uid: `reported-${mark}`, startDate: day(56), endDate: day(58) }])}',
      wanted = '{[${day(56)},${day(58)})}', 
      leaving = '${JSON.stringify([{ since: '2031-05-05T10:00:00.000Z', note: `leaving ${mark}`, isSuspicious: false, startDate: day(60), endDate: day(61) }])}',
      differs = '${JSON.stringify([differs])}', missing = '${JSON.stringify([missing])}',
      conflicts = '${JSON.stringify([{ ...conflict, bookingId: null, blockId: block?.id }])}' where id = '${feed.id}'`);
  await db.execute(`
    insert into failing_feed_notices (team_id, feed_id, due_at, told_at)
    select team_id, id, null, created_at from calendar_feeds where id = '${feed.id}'`);
  await db.execute(`
    update calendar_addresses set shown = '${JSON.stringify([{ report: `report ${mark}`, startDate: day(60), endDate: day(61) }])}'
    where feed_id = '${feed.id}'`);
  return { own: { feed: feed.id, calendar: address.url.slice(-36, -4) } };
}

const feed = { feed_id: 'calendar_feeds', unit_id: 'units' };

const FEED = /\/v1\/calendar-feeds/;
const ICS = /^GET \/calendars\//;
const FEED_PAGES = / \/app\/teams\/:team\/calendar-feeds/;
const shown = mergeShown([
  showTexts('calendar_feeds', calendarFeedFields, [FEED]),
  {
    'calendar_feeds.id': [FEED_PAGES, FEED, BLOCK, BOOKING, EVENTS, LOG_WITH_IDS],
    'calendar_feeds.name': [FEED_PAGES, LOG],
    'calendar_feeds.url': [FEED_PAGES],
    'calendar_feeds.ignore': [FEED_PAGES, FEED],
    'calendar_feeds.last_error': [FEED_PAGES, FEED],
    'units.id': [FEED, LOG_WITH_IDS],
    'units.name': [ICS],
    'bookings.id': [FEED, ICS],
    'bookings.feed_uid': [FEED],
    'calendar_feeds.conflicts': [FEED],
    'calendar_feeds.differs': [FEED],
    'blocks.id': [FEED, ICS],
  },
]);

const makeThings: Registers['makeThings'] = async (_world, { units, send, data }) => {
  const unit_id = units[0]?.id;
  const { id } = await data(
    send('POST', '/calendar-feeds', { unit_id, name: 'Airbnb', url: 'https://1.1.1.1/' }),
    201,
  );
  const { url } = await data(send('POST', `/units/${unit_id}/calendar`), 201);
  await data(send('POST', `/calendar-feeds/${id}/calendar`), 201);
  return { feed: id, calendar: url.split('/').at(-1).replace('.ics', '') };
};

const feedBody = ({ units }: Inn) => ({ unit_id: units[0]?.id, name: 'Channel', url: 'https://1.1.1.1/' });
const makers: MakerRegister = {
  'POST /v1/blocks/:block/booking': async (inn, { db }) => {
    const made = await inn.data(inn.send('POST', '/calendar-feeds', feedBody(inn)), 201);
    const nights = { start_date: day(20), end_date: day(22) };
    const unit = { listing_id: inn.listing.id, unit_id: inn.units[0]?.id };
    const [block] = await inn.data(inn.send('POST', '/blocks', { ...unit, ...nights }), 201);
    await db.execute(
      `update blocks set feed_id = '${made.id}', source = 'Channel', uid = 'a', event_start_date = start_date,
        event_end_date = end_date where id = '${block.id}'`,
    );
    return {
      send: posting(inn, `/blocks/${block.id}/booking`, { guest: { name: 'Zoe Quill' } }),
      locate: ({ id }) => `/v1/bookings/${id}`,
    };
  },
  'POST /v1/calendar-feeds': async (inn) => ({
    send: posting(inn, '/calendar-feeds', feedBody(inn)),
    locate: ({ id }) => `/v1/calendar-feeds/${id}`,
  }),
  'POST /v1/units/:unit/calendar': async (inn) => {
    const path = `/units/${inn.units[0]?.id}/calendar`;
    return { send: posting(inn, path), locate: () => `/v1${path}` };
  },
  'POST /v1/calendar-feeds/:feed/calendar': async (inn) => {
    const { id } = await inn.data(inn.send('POST', '/calendar-feeds', feedBody(inn)), 201);
    const path = `/calendar-feeds/${id}/calendar`;
    return { send: posting(inn, path), locate: () => `/v1${path}` };
  },
};

const earlierRows: Registers['earlierRows'] = {
  16: [
    [
      'calendar_addresses',
      [
        `{"unit_id": ${idOf(2)}, "secret_hash": "h", "ciphertext": "c", "key_id": "k", "created_at": "2030-01-02T00:00:00Z"}`,
      ],
    ],
    [
      'calendar_feeds',
      [
        `{"id": ${idOf(8)}, "unit_id": ${idOf(2)}, "name": "Airbnb", "url": "https://calendars.example", "paused": false, "status": "ok",
        "failures": 0, "events": 1, "conflicts": [], "missing": [], "taken_blocks": 1, "readings": 1,
        "next_reading_at": "2030-01-02T00:00:00Z", ${TIMES}}`,
      ],
    ],
    [
      'blocks',
      [
        `{"id": ${idOf(9)}, "listing_id": ${idOf(1)}, "unit_id": ${idOf(2)}, "start_date": "2030-06-01", "end_date": "2030-06-03",
        "source": "airbnb", "uid": "u", "feed_id": ${idOf(8)}, "created_at": "2030-01-02T00:00:00Z"}`,
      ],
    ],
    [
      'occupancies',
      [
        `{"unit_id": ${idOf(2)}, "block_id": ${idOf(9)}, "start_date": "2030-06-01", "end_date": "2030-06-03"}`,
      ],
    ],
  ],
};

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
    'GET /calendars/:calendar.ics': { keptAs: 'max-age=300' },
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
  pools: {
    // Nothing there answers, so readings fail.
    values: ({ feed }) => ({
      feed: [feed],
      channelCalendar: [feed],
      url: ['https://calendars.example/unit.ics'],
    }),
    learn: {
      createCalendarFeed: ({ id }, _path, keep) => keep('feed', id),
      createChannelCalendar: (_data, path, keep) => keep('channelCalendar', path.feed ?? ''),
    },
    // Feeds with a calendar for their channel.
    names: {
      'getChannelCalendar feed': 'channelCalendar',
      'deleteChannelCalendar feed': 'channelCalendar',
    },
  },
  makers,
  earlierRows,
  withoutExample: ['feed'],
  liveIn,
  shown,
  makeThings,
};
