import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { calendarFeeds } from '../../../../src/options/calendars/db/schema/calendars.ts';
import { calendarFeedFields } from '../../../../src/options/calendars/schemas/calendar-feed.ts';
import { openSharedApp } from '../../../helpers/app.ts';
import { at, type Inn, openInn } from '../../../helpers/bookings.ts';
import { day } from '../../../helpers/factories.ts';
import { listBlanks } from '../../../helpers/row-fields.ts';
import { untilSomebodyWaits } from '../../../helpers/waiting.ts';
import { type Channel, calendarOf, openChannel } from '../services/channel.ts';

const world = await openSharedApp({ outbound: { allow: ['127.0.0.1'] } });
const START = Date.parse('2031-05-05T10:00:00Z');
let minutes = 0;

/** Lets time pass, for all tests of this file. */
const later = (passed: number) => {
  minutes += passed;
  world.clock.set(new Date(START + minutes * 60_000).toISOString());
};

type Found = { id: string; uid: string; start_date: string; end_date: string };

/** A team with one unit and a feed of it. */
async function openFed(channel: Channel, name = 'Airbnb') {
  const inn = await openInn(world);
  const unitId = at(inn.units, 0).id;
  const feed = await inn.data(
    inn.send('POST', '/calendar-feeds', { unit_id: unitId, name, url: channel.url }),
    201,
  );
  return {
    ...inn,
    unitId,
    feed,
    refresh: () => inn.data(inn.send('POST', `/calendar-feeds/${feed.id}/refresh`)),
    blocks: async () => (await inn.send('GET', '/blocks')).body.data as Found[],
    nights: async () =>
      ((await inn.send('GET', '/blocks')).body.data as Found[]).map((one) => [one.start_date, one.end_date]),
  };
}

/** The types of a team's events, with the first night where they have one. */
const happened = async (inn: Pick<Inn, 'send'>, types: string) =>
  (await inn.send('GET', `/events?types=${types}`)).body.data.map(
    ({ type, data }: { type: string; data: { start_date?: string } }) =>
      data.start_date ? `${type} ${data.start_date}` : type,
  );

it('a calendar feed is added, read, changed, and deleted with its blocks', async () => {
  await using channel = await openChannel();
  const inn = await openFed(channel);
  const { feed, unitId } = inn;
  const path = `/calendar-feeds/${feed.id}`;
  expect(feed).toEqual({
    ...listBlanks(calendarFeedFields),
    id: expect.any(String),
    unit_id: unitId,
    name: 'Airbnb',
    url: channel.url,
    source: 'other',
    paused: false,
    ignore: [],
    status: 'new',
    last_checked_at: null,
    last_success_at: null,
    last_error: null,
    events: 0,
    left_out: 0,
    conflicts: [],
    differs: [],
  });
  channel.have({ uid: 'a', start: day(1), end: day(4) });
  later(1);
  const checked = new Date(START + minutes * 60_000).toISOString().replace('.000Z', '+00:00');
  const read = { ...feed, status: 'ok', last_checked_at: checked, last_success_at: checked, events: 1 };
  expect(await inn.refresh()).toEqual(read);
  expect(await inn.read(path)).toEqual(read);
  expect((await inn.send('GET', '/calendar-feeds')).body).toMatchObject({ data: [read], meta: { total: 1 } });
  const [block] = await inn.blocks();
  expect(block).toMatchObject({
    id: expect.any(String),
    updated_at: expect.any(String),
    listing_id: inn.listing.id,
    unit_id: unitId,
    start_date: day(1),
    end_date: day(4),
    source: 'Airbnb',
    uid: 'a',
    feed_id: feed.id,
  });
  const [taken] = (await inn.send('GET', `/occupancies?from=${day(0)}&to=${day(9)}`)).body.data;
  expect(taken.block).toEqual({ id: block?.id, reason: null, source: 'Airbnb' });
  expect((await inn.send('DELETE', `/blocks/${block?.id}`)).body.errors).toHaveProperty('block');
  expect((await inn.tryBook({ check_in: day(2), check_out: day(5) })).status).toBe(422);

  const renamed = await inn.data(inn.send('PUT', path, { name: ' Vrbo ', paused: true, unit_id: unitId }));
  expect(renamed).toEqual({ ...read, name: 'Vrbo', paused: true });
  expect((await inn.blocks())[0]).toMatchObject({ source: 'Vrbo' });
  const other = await openInn(world);
  for (const [method, tail] of [
    ['GET', ''],
    ['PUT', ''],
    ['DELETE', ''],
    ['POST', '/refresh'],
  ] as const)
    expect((await other.send(method, path + tail, method === 'PUT' ? {} : undefined)).status).toBe(404);
  expect((await inn.send('DELETE', path)).status).toBe(204);
  expect((await inn.send('GET', path)).status).toBe(404);
  expect(await inn.blocks()).toEqual([]);
  expect((await inn.tryBook({ check_in: day(2), check_out: day(5) })).status).toBe(201);
  expect(await happened(inn, 'block.*,calendar_feed.*')).toEqual([
    `block.created ${day(1)}`,
    'block.changed',
    `block.deleted ${day(1)}`,
  ]);
  const [changed] = (await inn.send('GET', '/events?types=block.changed')).body.data;
  expect(changed.data).toEqual({
    block_id: block?.id,
    listing_id: inn.listing.id,
    unit_id: unitId,
    changed: ['source'],
  });
});

it('a reading that changes only what a block shows is an event, and one that changes nothing is none', async () => {
  await using channel = await openChannel();
  const inn = await openFed(channel);
  channel.have({ uid: 'a', start: day(1), end: day(4) });
  await inn.refresh();
  channel.have({ uid: 'b', start: day(1), end: day(4) });
  for (const _ of [1, 2]) {
    later(1);
    await inn.refresh();
  }
  const [block] = await inn.blocks();
  expect(block).toMatchObject({ uid: 'b', start_date: day(1), end_date: day(4) });
  const [created, changed, ...others] = (await inn.send('GET', '/events?types=block.*')).body.data;
  expect([created.type, others]).toEqual(['block.created', []]);
  expect(changed).toMatchObject({
    type: 'block.changed',
    actor: { type: 'system' },
    data: { block_id: block?.id, listing_id: inn.listing.id, unit_id: inn.unitId, changed: ['uid'] },
  });
});

it('a calendar feed can be added as paused', async () => {
  const inn = await openInn(world);
  const body = { unit_id: at(inn.units, 0).id, name: 'Airbnb', url: 'https://127.0.0.1/a.ics', paused: true };
  const { id } = await inn.data(inn.send('POST', '/calendar-feeds', body), 201);
  expect((await inn.read(`/calendar-feeds/${id}`)).paused).toBe(true);
});

it('reading a feed under an idempotency key happens once, and its unit and address are checked after its other fields', async () => {
  await using channel = await openChannel();
  const inn = await openFed(channel);
  const path = `/calendar-feeds/${inn.feed.id}`;
  const refresh = (key: string) => inn.send('POST', `${path}/refresh`, {}, { 'idempotency-key': key });
  later(1);
  const first = await refresh('once');
  later(1);
  const again = await refresh('once');
  expect([again.status, again.body, again.headers['idempotent-replay']]).toEqual([200, first.body, 'true']);
  expect((await refresh('twice')).body.data.last_checked_at).not.toBe(first.body.data.last_checked_at);
  const other = { 'idempotency-key': 'once' };
  expect((await inn.send('POST', '/guests', { name: 'K' }, other)).status).toBe(409);
  await inn.send('POST', '/guests', { name: 'K' }, { 'idempotency-key': 'guest' });
  expect((await refresh('guest')).status).toBe(409);

  const errors = async (method: 'PUT' | 'POST', to: string, body: object) =>
    Object.keys((await inn.send(method, to, body)).body.errors).sort();
  const wrong = { unit_id: inn.listing.id, name: '', url: 'https://10.0.0.1/a.ics' };
  const named = { ...wrong, name: 'Airbnb' };
  for (const [method, to] of [
    ['POST', '/calendar-feeds'],
    ['PUT', path],
  ] as const) {
    expect(await errors(method, to, wrong)).toEqual(['name', 'url']);
    expect(await errors(method, to, named)).toEqual(['url']);
    const known = { ...named, url: 'https://1.1.1.1/a.ics' };
    expect(await errors(method, to, known)).toEqual(['unit_id']);
  }
  expect(await errors('PUT', path, { ...named, unit_id: inn.unitId })).toEqual(['url']);
});

describe('refused calendar feeds', () => {
  it.each([
    [{}, ['unit_id', 'name', 'url']],
    [{ url: 'http://calendars.example/a.ics' }, ['url']],
    [{ url: 'https://10.0.0.1/a.ics' }, ['url']],
    [{ url: 'ftp://127.0.0.1/' }, ['url']],
    [{ name: ' ' }, ['name']],
    [{ paused: 'yes' }, ['paused']],
    [{ ignore: 'Reserved' }, ['ignore']],
    [
      { ignore: ['Reserved', ' ', 7, 'x'.repeat(256), 'a\nb'] },
      ['ignore.1', 'ignore.2', 'ignore.3', 'ignore.4'],
    ],
    [{ ignore: Array.from({ length: 21 }, (_, nth) => `${nth}`) }, ['ignore']],
    [{ unit_id: '00000000-0000-7000-8000-000000000000' }, ['unit_id']],
    [{ unit_id: '00000000-0000-7000-8000-000000000000', name: 7 }, ['name']],
  ])('a calendar feed with %j is refused at its fields', async (body, fields) => {
    const inn = await openInn(world);
    const whole = { unit_id: at(inn.units, 0).id, name: 'Airbnb', url: 'http://127.0.0.1/a.ics' };
    const sent = Object.keys(body).length === 0 ? body : { ...whole, ...body };
    const { status, body: answer } = await inn.send('POST', '/calendar-feeds', sent);
    expect([status, Object.keys(answer.errors)]).toEqual([422, fields]);
  });

  it('a team may have 2,000 calendar feeds, and one more is refused', async () => {
    await using channel = await openChannel();
    const inn = await openFed(channel);
    const copies = (count: number) =>
      world.db.execute(
        `insert into calendar_feeds
          select copy.* from calendar_feeds one, generate_series(1, ${count}) n,
            jsonb_populate_record(one, jsonb_build_object('id', gen_random_uuid(), 'name', 'Copy ' || n)) copy
          where one.id = '${inn.feed.id}'`,
      );
    await copies(1_998);
    const add = () =>
      inn.send('POST', '/calendar-feeds', { unit_id: inn.unitId, name: 'Airbnb', url: channel.url });
    expect((await add()).status).toBe(201);
    const { status, body } = await add();
    expect([status, body.errors]).toEqual([422, { url: ['A team can have 2000 calendar feeds.'] }]);
    expect((await inn.send('GET', '/calendar-feeds')).body.meta.total).toBe(2_000);
  });

  it('a change of a feed is refused if the feed or its unit is deleted meanwhile', async () => {
    await using channel = await openChannel();
    for (const [method, tail, body] of [
      ['PUT', '', { name: 'Vrbo' }],
      ['DELETE', '', undefined],
      ['POST', '/refresh', undefined],
    ] as const) {
      const inn = await openFed(channel);
      const { sent } = await world.db.transaction(async (tx) => {
        await tx.delete(calendarFeeds).where(eq(calendarFeeds.id, inn.feed.id));
        const answer = inn.send(method, `/calendar-feeds/${inn.feed.id}${tail}`, body);
        await untilSomebodyWaits(world);
        return { sent: answer };
      });
      expect([method, (await sent).status]).toEqual([method, 404]);
    }
    const inn = await openInn(world);
    const { id: unit_id } = at(inn.units, 0);
    const { sent } = await world.db.transaction(async (tx) => {
      await tx.execute(`delete from units where id = '${unit_id}'`);
      const answer = inn.send('POST', '/calendar-feeds', { unit_id, name: 'Vrbo', url: channel.url });
      await untilSomebodyWaits(world);
      return { sent: answer };
    });
    expect(Object.keys((await sent).body.errors)).toEqual(['unit_id']);
  });
});

describe('events of a calendar feed', () => {
  it('if a feed’s event moves, its new nights are taken at once, and its old ones are freed like those of a vanished event', async () => {
    await using channel = await openChannel();
    const inn = await openFed(channel);
    channel.have({ uid: 'a', start: day(1), end: day(4) });
    await inn.refresh();
    const [before] = await inn.blocks();
    const [created] = (await inn.send('GET', '/events?types=block.*')).body.data;
    expect(created.data).toEqual({
      block_id: before?.id,
      listing_id: inn.listing.id,
      unit_id: inn.unitId,
      start_date: day(1),
      end_date: day(4),
    });
    channel.have({ uid: 'a', start: day(3), end: day(8) });
    for (const [passed, start] of [
      [0, day(1)],
      [9, day(1)],
      [1, day(3)],
    ] as const) {
      later(passed);
      expect(await inn.refresh()).toMatchObject({ status: 'ok', events: 1 });
      const after = {
        ...before,
        start_date: start,
        end_date: day(8),
        event_start_date: day(3),
        event_end_date: day(8),
        updated_at: expect.any(String),
      };
      expect(await inn.blocks()).toEqual([after]);
    }
    expect(await happened(inn, 'block.*')).toEqual([
      `block.created ${day(1)}`,
      `block.deleted ${day(1)}`,
      `block.created ${day(1)}`,
      `block.deleted ${day(1)}`,
      `block.created ${day(3)}`,
    ]);
    const { data } = (await inn.send('GET', `/occupancies?from=${day(0)}&to=${day(20)}`)).body;
    expect(data).toMatchObject([{ start_date: day(3), end_date: day(8) }]);
  });

  it('if a feed’s event vanishes, its nights are freed at the second complete reading, at least ten minutes later', async () => {
    await using channel = await openChannel();
    const inn = await openFed(channel);
    const stays = [0, 1, 2, 3].map((nth) => ({ uid: `${nth}`, start: day(nth * 5), end: day(nth * 5 + 3) }));
    channel.have(...stays);
    await inn.refresh();
    channel.have(...stays.slice(1));
    for (const [passed, left] of [
      [5, 4],
      [9, 4],
      [1, 3],
    ] as const) {
      later(passed);
      expect(await inn.refresh()).toMatchObject({ status: 'ok', events: 3 });
      expect(await inn.blocks()).toHaveLength(left);
    }
  });

  it('if more than half of a feed’s nights vanish at once, and there were at least eight, they are kept for an hour', async () => {
    await using channel = await openChannel();
    const inn = await openFed(channel);
    const stays = [0, 1, 2, 3].map((nth) => ({ uid: `${nth}`, start: day(nth * 5), end: day(nth * 5 + 3) }));
    channel.have(...stays);
    await inn.refresh();
    channel.have(at(stays, 3));
    for (const [passed, status, left] of [
      [0, 'suspicious', 4],
      [11, 'suspicious', 4],
      [48, 'suspicious', 4],
      [1, 'ok', 1],
    ] as const) {
      later(passed);
      expect(await inn.refresh()).toMatchObject({ status });
      expect(await inn.blocks()).toHaveLength(left);
    }
  });

  it('if a vanished event of a feed comes back, the wait for freeing its nights starts again', async () => {
    await using channel = await openChannel();
    const inn = await openFed(channel);
    const [one, two] = [
      { uid: 'a', start: day(1), end: day(4) },
      { uid: 'b', start: day(7), end: day(9) },
    ] as const;
    for (const [passed, events, left] of [
      [0, [one, two], 2],
      [15, [one], 2],
      [15, [one, two], 2],
      [15, [one], 2],
      [15, [one], 1],
    ] as const) {
      channel.have(...events);
      later(passed);
      await inn.refresh();
      expect(await inn.blocks()).toHaveLength(left);
    }
  });

  it('a feed’s event that returns under another UID with the same nights keeps its block', async () => {
    await using channel = await openChannel();
    const inn = await openFed(channel);
    channel.have({ uid: 'a', start: day(1), end: day(4) });
    await inn.refresh();
    const before = await inn.blocks();
    for (const uid of ['b', 'c', 'd']) {
      later(20);
      channel.have({ uid, start: day(1), end: day(4) }, { uid: `${uid}2`, start: day(1), end: day(4) });
      expect(await inn.refresh()).toMatchObject({ status: 'ok', conflicts: [] });
      expect(await inn.blocks()).toEqual([{ ...before[0], uid, updated_at: expect.any(String) }]);
    }
  });

  it('a feed’s event that is this team’s own booking, block or preparation is skipped', async () => {
    await using channel = await openChannel();
    const inn = await openFed(channel);
    const { id } = await inn.book();
    const [block] = await inn.data(
      inn.send('POST', '/blocks', { listing_id: inn.listing.id, start_date: day(10), end_date: day(12) }),
      201,
    );
    channel.have(
      { uid: `${id}@innkeep`, start: day(20), end: day(22) },
      { uid: `${id}-preparation@innkeep`, start: day(24), end: day(26) },
      { uid: `${String(block.id).toUpperCase()}@INNKEEP`, start: day(28), end: day(30) },
      { uid: '00000000-0000-7000-8000-000000000000@innkeep', start: day(32), end: day(34) },
      { uid: `x${id}@innkeep`, start: day(36), end: day(38) },
      { uid: `${id}@innkeep.example`, start: day(40), end: day(42) },
    );
    expect(await inn.refresh()).toMatchObject({ events: 3, conflicts: [] });
    expect(await inn.nights()).toEqual([
      [day(10), day(12)],
      [day(32), day(34)],
      [day(36), day(38)],
      [day(40), day(42)],
    ]);
  });

  it('a feed’s event that was this team’s own is skipped even after its booking is cancelled or its block deleted', async () => {
    await using channel = await openChannel();
    const inn = await openFed(channel);
    const { id } = await inn.book();
    await inn.cancel(id);
    const [block] = await inn.data(
      inn.send('POST', '/blocks', { listing_id: inn.listing.id, start_date: day(10), end_date: day(12) }),
      201,
    );
    const own = [
      { uid: `${id}@innkeep`, start: day(0), end: day(4) },
      { uid: `${id}-preparation@innkeep`, start: day(4), end: day(6) },
      { uid: `${block.id}@innkeep`, start: day(10), end: day(12) },
    ];
    channel.have(...own);
    expect((await inn.send('DELETE', `/blocks/${block.id}`)).status).toBe(204);
    expect(await inn.refresh()).toMatchObject({ status: 'ok', events: 0, conflicts: [] });
    expect(await inn.nights()).toEqual([]);
    // What a feed brought in is given out too, to those who ask for it.
    channel.have({ uid: 'a', start: day(20), end: day(22) });
    await inn.refresh();
    const imported = at(await inn.blocks(), 0);
    expect((await inn.send('DELETE', `/calendar-feeds/${inn.feed.id}`)).status).toBe(204);
    const body = { unit_id: at(inn.units, 0).id, name: 'Channel', url: channel.url };
    const { id: again } = await inn.data(inn.send('POST', '/calendar-feeds', body), 201);
    channel.have(...own, { uid: `${imported.id}@innkeep`, start: day(20), end: day(22) });
    expect(await inn.data(inn.send('POST', `/calendar-feeds/${again}/refresh`))).toMatchObject({ events: 0 });
    // Another team knows nothing of it.
    const other = await openFed(channel);
    expect(await other.refresh()).toMatchObject({ events: 4 });
  });
});

describe('ignored summaries', () => {
  const NOT_AVAILABLE = 'Airbnb (Not available)';
  const change = (inn: Awaited<ReturnType<typeof openFed>>, body: object) =>
    inn.data(inn.send('PUT', `/calendar-feeds/${inn.feed.id}`, body));

  it('a feed can ignore up to 20 trimmed summaries, none by default, and null removes them', async () => {
    await using channel = await openChannel();
    const inn = await openInn(world);
    const body = { unit_id: at(inn.units, 0).id, name: 'Airbnb', url: channel.url };
    const twenty = Array.from({ length: 20 }, (_, nth) => `${nth} ${'😀'.repeat(250)}`);
    for (const [ignore, kept] of [
      [undefined, []],
      [null, []],
      [
        [' Reserved ', NOT_AVAILABLE],
        ['Reserved', NOT_AVAILABLE],
      ],
      [twenty, twenty],
    ] as const) {
      const made = await inn.data(inn.send('POST', '/calendar-feeds', { ...body, ignore }), 201);
      expect(made.ignore).toEqual(kept);
      const path = `/calendar-feeds/${made.id}`;
      expect((await inn.read(path)).ignore).toEqual(kept);
      expect((await inn.data(inn.send('PUT', path, { paused: true }))).ignore).toEqual(kept);
      expect((await inn.data(inn.send('PUT', path, { ignore: null }))).ignore).toEqual([]);
      expect((await inn.data(inn.send('PUT', path, { ignore: ['a'] }))).ignore).toEqual(['a']);
      const refused = await inn.send('PUT', path, { ignore: [' '] });
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['ignore.0']]);
    }
  });

  it('a feed ignores an event whose whole summary is in its list, in either case', async () => {
    await using channel = await openChannel();
    const inn = await openFed(channel);
    await change(inn, { ignore: ['AIRBNB (not available)', 'gesperrt – übergabe'] });
    const summaries = [
      NOT_AVAILABLE,
      ' airbnb (Not Available) ',
      'Gesperrt – Übergabe',
      'Airbnb',
      `${NOT_AVAILABLE}!`,
      'Reserved',
    ];
    channel.have(
      ...summaries.map((summary, nth) => ({
        uid: `${nth}`,
        start: day(nth * 4),
        end: day(nth * 4 + 2),
        lines: [`SUMMARY:${summary}`],
      })),
      { uid: 'untitled', start: day(40), end: day(42) },
    );
    expect(await inn.refresh()).toMatchObject({ status: 'ok', events: 4, conflicts: [] });
    expect(await inn.nights()).toEqual([
      [day(12), day(14)],
      [day(16), day(18)],
      [day(20), day(22)],
      [day(40), day(42)],
    ]);
  });

  it('ignoring a summary frees the nights of its events as if these had vanished, and no longer ignoring it takes them again', async () => {
    await using channel = await openChannel();
    const inn = await openFed(channel);
    const stays = [0, 1, 2].map((nth) => ({ uid: `${nth}`, start: day(nth * 5), end: day(nth * 5 + 3) }));
    const window = { uid: 'w', start: day(30), end: day(34), lines: [`SUMMARY:${NOT_AVAILABLE}`] };
    let isKnown = false;
    channel.behave((response, { headers }) => {
      isKnown = headers['if-none-match'] === '"1"';
      return isKnown
        ? response.writeHead(304).end()
        : response.writeHead(200, { etag: '"1"' }).end(calendarOf(...stays, window));
    });
    await inn.refresh();
    await inn.refresh();
    expect(isKnown).toBe(true);
    await change(inn, { ignore: [NOT_AVAILABLE] });
    for (const [passed, left] of [
      [0, 4],
      [9, 4],
      [1, 3],
    ] as const) {
      later(passed);
      expect(await inn.refresh()).toMatchObject({ status: 'ok', events: 3 });
      expect([isKnown, (await inn.blocks()).length]).toEqual([false, left]);
    }
    expect((await inn.tryBook({ check_in: day(31), check_out: day(33) })).status).toBe(201);
    await change(inn, { ignore: [] });
    expect(await inn.refresh()).toMatchObject({ events: 4, conflicts: [{ uid: 'w' }] });
    await change(inn, { ignore: [NOT_AVAILABLE] });
    expect(await inn.refresh()).toMatchObject({ events: 3, conflicts: [] });
  });

  it('if the ignored summaries change while the calendar is read, the new ones decide', async () => {
    await using channel = await openChannel();
    const inn = await openFed(channel);
    const stay = { uid: 'a', start: day(1), end: day(4), lines: ['SUMMARY:Reserved'] };
    let answer = () => {};
    channel.behave((response) => {
      answer = () => response.end(calendarOf(stay));
      if (channel.requests.length > 1) answer();
    });
    const slow = inn.refresh();
    while (channel.requests.length === 0) await sleep(5);
    await change(inn, { ignore: ['Reserved'] });
    answer();
    expect(await slow).toMatchObject({ status: 'ok', events: 0 });
    expect(await inn.blocks()).toEqual([]);
  });
});

describe('conflicts of a calendar feed', () => {
  it('a conflict of a feed’s event with a booking is listed, has one event, and is gone once the nights are free', async () => {
    await using channel = await openChannel();
    const inn = await openFed(channel);
    const booking = await inn.book({ check_in: day(2), check_out: day(6) });
    channel.have({ uid: 'a', start: day(1), end: day(4) }, { uid: 'b', start: day(7), end: day(9) });
    const conflict = {
      uid: 'a',
      start_date: day(1),
      end_date: day(4),
      with: { booking_id: booking.id, block_id: null },
    };
    for (let reading = 0; reading < 3; reading += 1) {
      later(15);
      expect(await inn.refresh()).toMatchObject({ status: 'ok', events: 2, conflicts: [conflict] });
    }
    expect(await inn.nights()).toEqual([
      [day(1), day(2)],
      [day(7), day(9)],
    ]);
    expect((await inn.send('GET', '/events?types=calendar_feed.*')).body.data).toMatchObject([
      {
        type: 'calendar_feed.conflict',
        actor: { type: 'system', name: null },
        data: { feed_id: inn.feed.id, unit_id: inn.unitId, start_date: day(1), end_date: day(4) },
      },
    ]);
    await inn.cancel(booking.id);
    expect(await inn.refresh()).toMatchObject({ conflicts: [] });
    expect(await inn.nights()).toEqual([
      [day(1), day(4)],
      [day(7), day(9)],
    ]);
    expect(await happened(inn, 'calendar_feed.*')).toEqual([`calendar_feed.conflict ${day(1)}`]);
  });

  it('a feed’s event conflicts with a block made by hand, but not with a block of another feed', async () => {
    await using channel = await openChannel();
    const inn = await openFed(channel);
    const [own, ofOther] = [
      { uid: 'a', start: day(1), end: day(4) },
      { uid: 'b', start: day(6), end: day(9) },
    ] as const;
    const nights = { start_date: own.start, end_date: own.end };
    const [block] = await inn.data(
      inn.send('POST', '/blocks', { listing_id: inn.listing.id, ...nights }),
      201,
    );
    const made = { unit_id: inn.unitId, name: 'Vrbo', url: channel.url };
    const other = await inn.data(inn.send('POST', '/calendar-feeds', made), 201);
    channel.have(ofOther);
    await inn.data(inn.send('POST', `/calendar-feeds/${other.id}/refresh`));
    const taken = (await inn.blocks()).find(({ id }) => id !== block.id);
    channel.have(own, ofOther);
    expect(await inn.refresh()).toMatchObject({
      conflicts: [{ uid: 'a', with: { booking_id: null, block_id: block.id } }],
    });
    channel.have({ ...ofOther, end: day(10) });
    const conflict = { uid: 'b', start_date: day(6), end_date: day(10) };
    expect((await inn.refresh()).conflicts).toEqual([
      { ...conflict, with: { booking_id: null, block_id: taken?.id } },
    ]);
  });

  it('a feed’s event that moves to taken nights leaves those to the booking or block, and is listed as a conflict', async () => {
    await using channel = await openChannel();
    const inn = await openFed(channel);
    const [block] = await inn.data(
      inn.send('POST', '/blocks', { listing_id: inn.listing.id, start_date: day(10), end_date: day(12) }),
      201,
    );
    channel.have({ uid: 'a', start: day(1), end: day(4) });
    await inn.refresh();
    channel.have({ uid: 'a', start: day(8), end: day(11) });
    for (let reading = 0; reading < 2; reading += 1) {
      later(15);
      expect(await inn.refresh()).toMatchObject({
        conflicts: [
          { uid: 'a', start_date: day(8), end_date: day(11), with: { booking_id: null, block_id: block.id } },
        ],
      });
      expect(await inn.nights()).toEqual([
        ...(reading === 0 ? [[day(1), day(4)]] : []),
        [day(8), day(10)],
        [day(10), day(12)],
      ]);
    }
    expect((await inn.send('DELETE', `/blocks/${block.id}`)).status).toBe(204);
    await inn.refresh();
    expect(await inn.nights()).toEqual([[day(8), day(11)]]);
  });
});

describe('reading a calendar feed', () => {
  const stay = { uid: 'a', start: day(1), end: day(4) };
  const tooMany = calendarOf(
    ...Array.from({ length: 5_001 }, (_, nth) => ({ uid: `${nth}`, start: day(1), end: day(4) })),
  );
  type Case = [error: string, answer: (channel: Channel) => void];
  const cases: Record<string, Case> = {
    'a login page': [
      'The answer is not a calendar.',
      (channel) => channel.answer(200, '<!doctype html><title>Sign in</title>'),
    ],
    'an empty body': ['The answer is not a calendar.', (channel) => channel.answer(200)],
    'a 500': ['The server answered 500.', (channel) => channel.answer(500, calendarOf())],
    'a 304 that nobody asked for': ['The server answered 304.', (channel) => channel.answer(304)],
    'a calendar without its end': [
      'The calendar is not complete: its end is missing.',
      (channel) => channel.answer(200, calendarOf().slice(0, -4)),
    ],
    'a calendar that is broken inside': [
      'Line 2 of the calendar cannot be read.',
      (channel) => channel.answer(200, calendarOf().replace('VERSION:2.0', 'VERSION')),
    ],
    'a calendar with unreadable events': [
      'Line 6 of the calendar cannot be read, nor can 1 more.',
      (channel) => {
        const lines = ['DTSTART;VALUE=DATE:203106'];
        channel.have({ uid: 'b', lines }, { uid: 'c', lines });
      },
    ],
    'more than 5 MB': [
      'The calendar is larger than 5 MB.',
      (channel) => channel.answer(200, `${calendarOf()}${' '.repeat(5_000_000)}`),
    ],
    'more than 5,000 events': [
      'The calendar has more than 5,000 events.',
      (channel) => channel.answer(200, tooMany),
    ],
    'a redirect inwards': [
      'The address must be a public address.',
      (channel) => channel.answer(302, '', { location: 'https://127.1.2.3/' }),
    ],
    'a redirect to nowhere': [
      'The answer is a redirect to nowhere.',
      (channel) => channel.answer(302, '', { location: 'http://[' }),
    ],
    'a redirect without an address': [
      'The answer is a redirect to nowhere.',
      (channel) => channel.answer(302),
    ],
    'redirects without end': [
      'There are more than 3 redirects.',
      (channel) => channel.answer(302, '', { location: '/again.ics' }),
    ],
    'a connection that ends': [
      'The connection was closed.',
      (channel) => channel.behave((response) => response.destroy()),
    ],
    'an answer that ends too soon': [
      'The answer was cut off.',
      (channel) =>
        channel.behave((response) => {
          response.writeHead(200, { 'content-length': 1_000 }).write(calendarOf());
          setTimeout(() => response.destroy(), 20);
        }),
    ],
  };

  it.each(Object.entries(cases))(
    'reading a feed with %s fails, frees nothing, and says why',
    async (_, [error, answer]) => {
      await using channel = await openChannel();
      const inn = await openFed(channel);
      channel.have(stay);
      const read = await inn.refresh();
      for (let failures = 1; failures <= 4; failures += 1) {
        later(61);
        answer(channel);
        const failed = await inn.refresh();
        expect(failed).toMatchObject({
          status: 'failing',
          last_success_at: read.last_success_at,
          last_error: error,
        });
        expect(await inn.nights()).toEqual([[day(1), day(4)]]);
        expect(await happened(inn, 'calendar_feed.*')).toEqual(failures < 3 ? [] : ['calendar_feed.failed']);
      }
      channel.have(stay);
      expect(await inn.refresh()).toMatchObject({ status: 'ok', last_error: null });
      expect(await happened(inn, 'calendar_feed.*')).toEqual([
        'calendar_feed.failed',
        'calendar_feed.recovered',
      ]);
    },
  );

  it('a feed that fails three times in a row has an event, and so has the next success', async () => {
    await using channel = await openChannel();
    const inn = await openFed(channel);
    for (const count of [2, 3]) {
      channel.answer(500);
      for (let failures = 0; failures < count; failures += 1) await inn.refresh();
      channel.have(stay);
      await inn.refresh();
    }
    expect(await happened(inn, 'calendar_feed.*')).toEqual([
      'calendar_feed.failed',
      'calendar_feed.recovered',
    ]);
  });

  it('reading a feed takes the events that it can read beside one that it cannot', async () => {
    await using channel = await openChannel();
    const inn = await openFed(channel);
    channel.have({ uid: 'b', lines: ['DTSTART;VALUE=DATE:203106'] }, stay);
    expect(await inn.refresh()).toMatchObject({
      status: 'failing',
      last_error: expect.stringMatching(/^Line \d+ of the calendar cannot be read\.$/),
    });
    expect(await inn.nights()).toEqual([[day(1), day(4)]]);
  });

  it('a feed is read although its lines are folded within characters, and its zones are named by another program', async () => {
    await using channel = await openChannel();
    const inn = await openFed(channel);
    await inn.data(
      inn.send('PUT', `/calendar-feeds/${inn.feed.id}`, { ignore: ['Vorübergehend geschlossen'] }),
    );
    const zone = 'TZID=/mozilla.org/20070129_1/America/Chicago';
    const closed = { uid: 'a', start: day(1), end: day(4), lines: ['SUMMARY:Vorübergehend geschlossen'] };
    const sold = { uid: 'zü', lines: [`DTSTART;${zone}:20310608T190000`, `DTEND;${zone}:20310610T190000`] };
    const text = Buffer.from(calendarOf(closed, sold)).toString('latin1');
    // In UTF-8, the letter has two bytes.
    channel.answer(200, Buffer.from(text.replaceAll(/\xc3\xbc/g, '\xc3\r\n \xbc'), 'latin1'));
    expect(await inn.refresh()).toMatchObject({ status: 'ok', events: 1 });
    expect(await inn.blocks()).toMatchObject([
      { uid: 'zü', start_date: '2031-06-09', end_date: '2031-06-11' },
    ]);
  });

  it('reading a feed follows up to three redirects', async () => {
    await using channel = await openChannel();
    const inn = await openFed(channel);
    channel.behave((response, { url = '' }) => {
      const next = { '/calendar.ics': '/2', '/2': `${channel.origin}/3`, '/3': '4' }[url];
      return next ? response.writeHead(307, { location: next }).end() : response.end(calendarOf(stay));
    });
    expect(await inn.refresh()).toMatchObject({ status: 'ok', events: 1 });
    expect(channel.requests.map(({ url }) => url)).toEqual(['/calendar.ics', '/2', '/3', '/4']);
  });

  it('reading a feed sends If-None-Match on the same day, and takes freed nights again even if the calendar is unchanged', async () => {
    await using channel = await openChannel();
    const inn = await openFed(channel);
    // In the morning of some day, so that the readings are on the days that they should be on.
    later(24 * 60 - (minutes % (24 * 60)));
    const modified = 'Mon, 05 May 2031 09:00:00 GMT';
    channel.behave((response, { headers }) => {
      if (headers['if-none-match'] === '"1"' && headers['if-modified-since'] === modified)
        return response.writeHead(304).end();
      return response.writeHead(200, { etag: '"1"', 'last-modified': modified }).end(calendarOf(stay));
    });
    const receivedEtags = () => channel.requests.map(({ headers }) => headers['if-none-match'] ?? null);
    await inn.refresh();
    later(15);
    const { last_checked_at, last_success_at, ...feed } = await inn.refresh();
    expect(feed).toMatchObject({ status: 'ok', events: 1 });
    expect(last_success_at).toBe(last_checked_at);
    expect(receivedEtags()).toEqual([null, '"1"']);
    later(24 * 60);
    await inn.refresh();
    expect(receivedEtags()).toEqual([null, '"1"', null]);
    const { id } = at(await inn.blocks(), 0);
    await world.db.execute(`delete from occupancies where block_id = '${id}'`);
    await world.db.execute(`delete from blocks where id = '${id}'`);
    await inn.refresh();
    expect(receivedEtags()).toEqual([null, '"1"', null, '"1"']);
    expect(await inn.nights()).toEqual([[day(1), day(4)]]);
  });

  it('the result of a slow reading of a feed is dropped if a later reading finished first', async () => {
    await using channel = await openChannel();
    const inn = await openFed(channel);
    let isFirst = true;
    channel.behave(async (response) => {
      const isSlow = isFirst;
      isFirst = false;
      if (isSlow) await sleep(300);
      response.end(isSlow ? calendarOf({ uid: 'old', start: day(20), end: day(22) }) : calendarOf(stay));
    });
    const slow = inn.refresh();
    while (isFirst) await sleep(5);
    await inn.refresh();
    await slow;
    expect(await inn.nights()).toEqual([[day(1), day(4)]]);
  });
});

it('a feed is not read under an If-Match that nothing can be compared with', async () => {
  await using channel = await openChannel();
  const { feed, send, read } = await openFed(channel);
  const refresh = (id: string) => send('POST', `/calendar-feeds/${id}/refresh`, {}, { 'if-match': '"else"' });
  const message = 'If-Match cannot be checked here, because this has no ETag. Nothing was written.';
  expect(await refresh(feed.id)).toMatchObject({ status: 412, body: { message } });
  expect((await refresh('01943600-0000-7000-8000-ffffffffffff')).status).toBe(404);
  expect(await read(`/calendar-feeds/${feed.id}`)).toEqual(feed);
});
