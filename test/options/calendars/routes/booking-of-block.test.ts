/** Bookings that are events of a calendar feed (docs/rules.md, 18.13 to 18.15). */
import { afterAll, expect, it } from 'vitest';
import { takeFreedNights } from '../../../../src/options/calendars/services/feeds/freed-nights.ts';
import { openSharedApp } from '../../../helpers/app.ts';
import { at, expectSound, openInn } from '../../../helpers/bookings.ts';
import { buildUnit } from '../../../helpers/factories.ts';
import { deadlocksIn } from '../../../helpers/invariants.ts';
import { type Channel, type ChannelEvent, openChannel } from '../services/channel.ts';

const world = await openSharedApp({ outbound: { allow: ['127.0.0.1'] } });
const channels: Channel[] = [];
afterAll(async () => {
  for (const channel of channels) await channel[Symbol.asyncDispose]();
});

type Json = Record<string, unknown>;
const later = (minutes: number) =>
  world.clock.set(new Date(world.clock.now().getTime() + minutes * 60_000).toISOString());

const june = (day: number) => `2031-06-${String(day).padStart(2, '0')}`;
const stay = (uid: string, start: number, end: number, ...lines: string[]): ChannelEvent => ({
  uid,
  start: june(start),
  end: june(end),
  lines: ['SUMMARY:Reserved', ...lines],
});
const ZOE = { guest: { name: 'Zoe Quill', email: 'zoe@example.com' } };

async function openFed(fields: Json = {}, listing: Json = {}) {
  const channel = await openChannel();
  channels.push(channel);
  const inn = await openInn(world, { listing });
  const unitId = at(inn.units, 0).id;
  const body = { unit_id: unitId, name: 'Airbnb', url: channel.url, source: 'airbnb', ...fields };
  const feed = await inn.data(inn.send('POST', '/calendar-feeds', body), 201);
  const refresh = () => inn.data(inn.send('POST', `/calendar-feeds/${feed.id}/refresh`));
  const read = (...events: ChannelEvent[]) => {
    channel.have(...events);
    return refresh();
  };
  const blocks = async (): Promise<Json[]> => (await inn.send('GET', '/blocks')).body.data;
  return {
    ...inn,
    channel,
    unitId,
    feed,
    read,
    refresh,
    blocks,
    nights: async () => (await blocks()).map((block) => [block.start_date, block.end_date]),
    enter: (blockId: unknown, sent: object = ZOE) => inn.send('POST', `/blocks/${blockId}/booking`, sent),
    events: async (types: string): Promise<{ type: string; data: Json }[]> =>
      (await inn.send('GET', `/events?types=${types}`)).body.data,
    calendar: async (path: string, query = '') => {
      const { url } = await inn.data(inn.send('POST', path), 201);
      return (await world.app.inject(`${new URL(url).pathname}${query}`)).body;
    },
  };
}

it('the guest of a channel’s stay is entered: the block becomes a confirmed booking at no price', async () => {
  const inn = await openFed();
  await inn.read(stay('a', 8, 12));
  const [block] = await inn.blocks();
  const made = await inn.enter(block?.id, { ...ZOE, language: 'de', notes: 'Late.' });
  expect(made.status).toBe(201);
  expect(made.body.data).toMatchObject({
    listing_id: inn.listing.id,
    unit: { id: inn.unitId },
    check_in: june(8),
    check_out: june(12),
    number_of_guests: 1,
    source: 'airbnb',
    status: 'confirmed',
    grand_total: 0,
    price_agreed: 'total',
    language: 'de',
    notes: 'Late.',
    feed_id: inn.feed.id,
    feed_uid: 'a',
    guest: { name: 'Zoe Quill' },
  });
  const { id } = made.body.data;
  expect(await inn.read(stay('a', 8, 12))).toMatchObject({ status: 'ok', conflicts: [], differs: [] });
  expect(await inn.blocks()).toEqual([]);
  const folio = await inn.data(inn.send('GET', `/bookings/${id}/folio`));
  expect(folio).toMatchObject({ payments: [], invoices: [], security_deposit: null, balance_due: 0 });
  expect((await inn.events('block.deleted,booking.created')).map(({ type }) => type)).toEqual([
    'block.deleted',
    'booking.created',
  ]);
});

it('a booking of a block takes party, number and totals as a new booking does, and refuses what that refuses', async () => {
  const inn = await openFed();
  await inn.read(stay('a', 8, 12), stay('b', 12, 14));
  const [first, second] = await inn.blocks();
  for (const [sent, field] of [
    [{}, 'guest'],
    [{ guest: { name: ' ' } }, 'guest.name'],
    [{ ...ZOE, guest_id: first?.id }, 'guest_id'],
    [{ guest_id: first?.id }, 'guest_id'],
    [{ ...ZOE, number_of_guests: 0 }, 'number_of_guests'],
    [{ ...ZOE, totals: { grand_total: -1 } }, 'totals.grand_total'],
  ] as const) {
    const refused = await inn.enter(first?.id, sent);
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, [field]]);
  }
  expect(await inn.blocks()).toHaveLength(2);
  const sent = { ...ZOE, party: { adults: 2, children_ages: [4] }, totals: { grand_total: 40_000 } };
  const made = await inn.enter(first?.id, sent);
  expect(made.body.data).toMatchObject({ number_of_guests: 3, grand_total: 40_000 });
  expect(made.headers.location).toBe(`/v1/bookings/${made.body.data.id}`);
  expect((await inn.enter(second?.id, { ...ZOE, number_of_guests: 90 })).body.data).toMatchObject({
    number_of_guests: 90,
    guest: { id: made.body.data.guest.id },
  });
});

it('no booking is made of an ordinary block, or of one without exactly its event’s nights from today on', async () => {
  const inn = await openFed();
  const body = { listing_id: inn.listing.id, unit_id: inn.unitId, start_date: june(8), end_date: june(10) };
  const [own] = await inn.data(inn.send('POST', '/blocks', body), 201);
  await inn.read(stay('a', 9, 14), { uid: 'b', start: '2031-05-02', end: '2031-05-07', lines: [] });
  const blocks = await inn.blocks();
  const partial = blocks.find(({ uid }) => uid === 'a');
  for (const block of [own, partial]) {
    const refused = await inn.enter(block?.id);
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['block']]);
  }
  expect((await inn.enter('2dffb0a9-4510-834b-afca-cde1273d64f7')).status).toBe(404);
  const begun = blocks.find(({ uid }) => uid === 'b');
  expect((await inn.enter(begun?.id)).body.data).toMatchObject({
    check_in: '2031-05-05',
    check_out: '2031-05-07',
  });
  expect(await inn.refresh()).toMatchObject({ differs: [] });
});

it('the preparation nights of such a booking are what is free after it, at most the listing’s', async () => {
  const inn = await openFed({}, { preparationDays: 3 });
  await inn.read(stay('a', 8, 12), stay('b', 13, 15));
  const [first, second] = await inn.blocks();
  await inn.data(inn.enter(first?.id), 201);
  await inn.data(inn.enter(second?.id), 201);
  const { data } = (await inn.send('GET', `/occupancies?from=${june(1)}&to=${june(30)}`)).body;
  expect(data.map((one: Json) => [one.start_date, one.end_date])).toEqual([
    [june(8), june(13)],
    [june(13), june(18)],
  ]);
});

it('in published calendars the booking stands as the block did', async () => {
  const inn = await openFed();
  const other = await inn.data(
    inn.send('POST', '/calendar-feeds', {
      unit_id: inn.unitId,
      name: 'Vrbo',
      url: 'https://calendars.example/1.ics',
    }),
    201,
  );
  await inn.read(stay('a', 8, 12));
  const { id } = await inn.data(inn.enter((await inn.blocks())[0]?.id), 201);
  expect(await inn.calendar(`/calendar-feeds/${inn.feed.id}/calendar`)).not.toContain(id);
  expect(await inn.calendar(`/calendar-feeds/${other.id}/calendar`)).toContain(`UID:${id}@innkeep`);
  expect(await inn.calendar(`/units/${inn.unitId}/calendar`)).not.toContain(id);
  expect(await inn.calendar(`/units/${inn.unitId}/calendar`, '?include=imported')).toContain(id);
});

it('a moved event is a difference, told once, until the booking agrees, and its other nights are blocked', async () => {
  const inn = await openFed();
  await inn.read(stay('a', 8, 12));
  const { id } = await inn.data(inn.enter((await inn.blocks())[0]?.id), 201);
  const differs = [{ uid: 'a', booking_id: id, start_date: june(8), end_date: june(14), gone: false }];
  for (let times = 0; times < 2; times += 1)
    expect(await inn.read(stay('a', 8, 14))).toMatchObject({ differs, conflicts: [] });
  expect(await inn.nights()).toEqual([[june(12), june(14)]]);
  expect(await inn.read(stay('a', 8, 14))).toMatchObject({ differs });
  expect(await inn.data(inn.send('GET', `/bookings/${id}`))).toMatchObject({ check_out: june(12) });
  const told = await inn.events('calendar_feed.differs');
  expect(told.map(({ data }) => data)).toEqual([
    { feed_id: inn.feed.id, unit_id: inn.unitId, ...differs[0] },
  ]);
  await inn.data(inn.send('PUT', `/bookings/${id}`, { check_out: june(14) }));
  expect(await inn.blocks()).toEqual([]);
  await takeFreedNights(world.services);
  expect(await inn.data(inn.send('GET', `/calendar-feeds/${inn.feed.id}`))).toMatchObject({ differs: [] });
});

it('an event that is cancelled is gone at once, and one that vanishes only at the second complete reading', async () => {
  const inn = await openFed();
  const others = [stay('c', 12, 20), stay('d', 25, 30)];
  await inn.read(stay('a', 8, 12), stay('b', 20, 24), ...others);
  const ids: unknown[] = [];
  for (const block of (await inn.blocks()).filter(({ uid }) => uid === 'a' || uid === 'b'))
    ids.push((await inn.data(inn.enter(block.id), 201)).id);
  const gone = (nth: number, uid: string) => ({
    uid,
    booking_id: ids[nth],
    start_date: null,
    end_date: null,
    gone: true,
  });
  const cancelled = stay('a', 8, 12, 'STATUS:CANCELLED');
  expect(await inn.read(cancelled, ...others)).toMatchObject({ differs: [gone(0, 'a')] });
  later(9);
  expect(await inn.read(cancelled, ...others)).toMatchObject({ differs: [gone(0, 'a')] });
  later(1);
  expect(await inn.read(cancelled, ...others)).toMatchObject({ differs: [gone(0, 'a'), gone(1, 'b')] });
  expect(await inn.data(inn.send('GET', `/bookings/${ids[1]}`))).toMatchObject({ status: 'confirmed' });
  await inn.data(inn.send('POST', `/bookings/${ids[1]}/cancel`));
  await takeFreedNights(world.services);
  expect(await inn.data(inn.send('GET', `/calendar-feeds/${inn.feed.id}`))).toMatchObject({
    differs: [gone(0, 'a')],
  });
});

it('once the booking is cancelled here, the event is taken as a block again within seconds', async () => {
  const inn = await openFed();
  await inn.read(stay('a', 8, 12));
  const { id } = await inn.data(inn.enter((await inn.blocks())[0]?.id), 201);
  await inn.data(inn.send('POST', `/bookings/${id}/cancel`));
  await takeFreedNights(world.services);
  expect(await inn.nights()).toEqual([[june(8), june(12)]]);
});

it('a booking of the feed’s source with exactly the event’s dates is the same stay, and stays in calendars as it was', async () => {
  const inn = await openFed();
  const dates = { check_in: june(8), check_out: june(12), unit_id: inn.unitId };
  const { id } = await inn.book({ ...dates, source: 'airbnb' });
  expect(await inn.read(stay('a', 8, 12))).toMatchObject({ conflicts: [], differs: [] });
  expect(await inn.data(inn.send('GET', `/bookings/${id}`))).toMatchObject({
    feed_id: inn.feed.id,
    feed_uid: 'a',
  });
  expect((await inn.events('booking.changed')).at(-1)?.data).toMatchObject({
    changed: ['feed_id', 'feed_uid'],
  });
  expect(await inn.calendar(`/units/${inn.unitId}/calendar`)).toContain(id);
  expect(await inn.calendar(`/calendar-feeds/${inn.feed.id}/calendar`)).not.toContain(id);
  expect((await inn.send('DELETE', `/calendar-feeds/${inn.feed.id}`)).status).toBe(204);
  expect(await inn.data(inn.send('GET', `/bookings/${id}`))).toMatchObject({ feed_id: null, feed_uid: 'a' });
});

it('a booking of another source or other dates is a conflict as before', async () => {
  const inn = await openFed();
  const { id } = await inn.book({
    check_in: june(8),
    check_out: june(12),
    unit_id: inn.unitId,
    source: 'vrbo',
  });
  expect(await inn.read(stay('a', 8, 12))).toMatchObject({
    conflicts: [{ uid: 'a', with: { booking_id: id } }],
  });
  expect(await inn.data(inn.send('GET', `/bookings/${id}`))).toMatchObject({ feed_id: null, feed_uid: null });
});

it('an erasure of the guest clears what the calendar says, and later readings keep nothing but nights', async () => {
  const inn = await openFed();
  const event = stay('a', 8, 12, 'DESCRIPTION:Zoe Quill');
  await inn.read(event);
  const { id, guest } = await inn.data(inn.enter((await inn.blocks())[0]?.id), 201);
  await inn.data(inn.send('POST', `/bookings/${id}/cancel`));
  await takeFreedNights(world.services);
  expect(await inn.blocks()).toMatchObject([{ summary: 'Reserved', description: 'Zoe Quill' }]);
  expect((await inn.send('POST', `/guests/${guest.id}/erase`)).status).toBe(200);
  const nothing = [{ start_date: june(8), end_date: june(12), summary: null, description: null, link: null }];
  expect(await inn.blocks()).toMatchObject(nothing);
  await inn.read(event);
  expect(await inn.blocks()).toMatchObject(nothing);
});

it('of two who enter the guest of one stay at once, one makes the booking', async () => {
  const inn = await openFed();
  await inn.read(stay('a', 8, 12));
  const [block] = await inn.blocks();
  const answers = await Promise.all([inn.enter(block?.id), inn.enter(block?.id), inn.refresh()]);
  expect(
    answers
      .slice(0, 2)
      .map((answer) => (answer as { status: number }).status)
      .sort(),
  ).toEqual([201, 404]);
  expect(await inn.refresh()).toMatchObject({ status: 'ok', conflicts: [], differs: [] });
  expect(await inn.blocks()).toEqual([]);
});

it('the preparation nights of an event’s own booking are no conflict with it', async () => {
  const inn = await openFed({}, { preparationDays: 2 });
  await inn.read(stay('a', 8, 12));
  const { id } = await inn.data(inn.enter((await inn.blocks())[0]?.id), 201);
  expect(await inn.read(stay('a', 8, 13))).toMatchObject({
    conflicts: [],
    differs: [{ booking_id: id, end_date: june(13) }],
  });
  expect(await inn.read(stay('a', 8, 13), stay('b', 13, 15))).toMatchObject({
    conflicts: [{ uid: 'b', with: { booking_id: id } }],
  });
  expect(await inn.nights()).toEqual([[june(14), june(15)]]);
});

it('of stays that repeat under one UID, each is the booking with its dates, and the one that goes is gone alone', async () => {
  const inn = await openFed();
  const weekly = (...lines: string[]) => stay('a', 8, 10, 'RRULE:FREQ=WEEKLY;COUNT=3', ...lines);
  await inn.read(weekly());
  const ids: unknown[] = [];
  for (const block of (await inn.blocks()).slice(0, 2)) {
    ids.push((await inn.data(inn.enter(block.id), 201)).id);
  }
  expect(await inn.read(weekly())).toMatchObject({ conflicts: [], differs: [] });
  const without = weekly('EXDATE;VALUE=DATE:20310615');
  expect(await inn.read(without)).toMatchObject({ differs: [] });
  later(10);
  const gone = { uid: 'a', booking_id: ids[1], start_date: null, end_date: null, gone: true };
  expect(await inn.read(without)).toMatchObject({ conflicts: [], differs: [gone] });
  expect(await inn.nights()).toEqual([[june(22), june(24)]]);
  expect(await inn.read(weekly())).toMatchObject({ differs: [] });
});

it('a booking in another unit keeps its event, whose nights are free in the feed’s unit', async () => {
  const inn = await openFed();
  const { id: unitId } = await buildUnit(world, { ...inn, listingId: inn.listing.id, name: 'B' });
  await inn.read(stay('a', 8, 12));
  const { id } = await inn.data(inn.enter((await inn.blocks())[0]?.id), 201);
  await inn.data(inn.send('PUT', `/bookings/${id}`, { unit_id: unitId }));
  await takeFreedNights(world.services);
  expect(await inn.read(stay('a', 9, 14))).toMatchObject({
    conflicts: [],
    differs: [{ booking_id: id, start_date: june(9) }],
  });
  expect(await inn.nights()).toEqual([[june(12), june(14)]]);
  await inn.data(inn.send('PUT', `/bookings/${id}`, { check_in: june(9), check_out: june(14) }));
  await takeFreedNights(world.services);
  expect(await inn.blocks()).toEqual([]);
  expect(await inn.data(inn.send('GET', `/calendar-feeds/${inn.feed.id}`))).toMatchObject({ differs: [] });
  await expectSound(world);
});

it('nights of another event become taken within seconds, although a booking in another unit, whose event is gone, has them', async () => {
  const inn = await openFed();
  const other = await buildUnit(world, { teamId: inn.teamId, listingId: inn.listing.id, name: 'B' });
  await inn.read(stay('a', 8, 11));
  const [block] = await inn.blocks();
  const moved = await inn.data(inn.enter(block?.id), 201);
  await inn.data(inn.change(moved.id, { unit_id: other.id }));
  const inTheWay = await inn.book({ check_in: june(9), check_out: june(10), unit_id: inn.unitId });
  await inn.read(stay('a', 8, 11, 'STATUS:CANCELLED'), stay('c', 9, 11));
  expect(await inn.nights()).toEqual([[june(10), june(11)]]);
  await inn.data(inn.cancel(inTheWay.id));
  await takeFreedNights(world.services);
  expect(await inn.nights()).toEqual([[june(9), june(11)]]);
  await expectSound(world);
});

it('the guest of a stay is entered in a unit and a place that are no longer sold', async () => {
  const inn = await openFed();
  await inn.read(stay('a', 8, 12));
  await inn.data(inn.send('PUT', `/units/${inn.unitId}`, { active: false }));
  await inn.data(inn.send('PUT', `/listings/${inn.listing.id}`, { status: 'inactive' }));
  const made = await inn.data(inn.enter((await inn.blocks())[0]?.id), 201);
  expect(made).toMatchObject({ unit: { id: inn.unitId }, check_in: june(8), check_out: june(12) });
  await expectSound(world);
});

it('no second booking is made of an event, whose block has all its nights again once its booking has others', async () => {
  const inn = await openFed();
  await inn.read(stay('a', 8, 12), stay('b', 20, 22));
  const [block, other] = await inn.blocks();
  const { id } = await inn.data(inn.enter(block?.id), 201);
  await inn.data(inn.send('PUT', `/bookings/${id}`, { check_in: june(14), check_out: june(16) }));
  await takeFreedNights(world.services);
  expect(await inn.nights()).toEqual([
    [june(8), june(12)],
    [june(20), june(22)],
  ]);
  expect(await inn.read(stay('a', 8, 12), stay('b', 23, 25))).toMatchObject({
    differs: [{ booking_id: id, start_date: june(8) }],
  });
  // The second event has moved: its former nights are not freed yet, but are no stay.
  for (const blockId of [(await inn.blocks())[0]?.id, other?.id]) {
    const refused = await inn.enter(blockId);
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['block']]);
  }
});

it('a feed that is failing all the time tells that an event which it can read has moved', async () => {
  const inn = await openFed();
  await inn.read(stay('a', 8, 12));
  const { id } = await inn.data(inn.enter((await inn.blocks())[0]?.id), 201);
  const broken: ChannelEvent = { uid: 'broken', lines: ['SUMMARY:No start'] };
  for (const _ of [1, 2])
    expect(await inn.read(stay('a', 9, 13), broken)).toMatchObject({
      status: 'failing',
      conflicts: [],
      differs: [{ uid: 'a', booking_id: id, start_date: june(9), end_date: june(13) }],
    });
  await takeFreedNights(world.services);
  expect(await inn.nights()).toEqual([[june(12), june(13)]]);
  expect(await inn.read(stay('a', 9, 13, 'STATUS:CANCELLED'), broken)).toMatchObject({
    conflicts: [],
    differs: [{ booking_id: id, gone: true }],
  });
});

it('a feed that is resumed is compared with bookings that changed meanwhile', async () => {
  const inn = await openFed();
  await inn.read(stay('a', 8, 12));
  const { id } = await inn.data(inn.enter((await inn.blocks())[0]?.id), 201);
  const path = `/calendar-feeds/${inn.feed.id}`;
  await inn.data(inn.send('PUT', path, { paused: true }));
  await inn.data(inn.send('PUT', `/bookings/${id}`, { check_out: june(11) }));
  expect(await inn.refresh()).toMatchObject({ differs: [] });
  await inn.data(inn.send('PUT', path, { paused: false }));
  await takeFreedNights(world.services);
  expect(await inn.data(inn.send('GET', path))).toMatchObject({ differs: [{ booking_id: id }] });
  expect(await inn.nights()).toEqual([[june(11), june(12)]]);
});

it('readings, changes of their bookings, new names and erasures at once wait for each other in one order', async () => {
  const inn = await openFed();
  const path = `/calendar-feeds/${inn.feed.id}`;
  const text = 'DESCRIPTION:Zoe Quill';
  for (let round = 0; round < 2; round += 1) {
    await inn.read(stay(`a${round}`, 8, 12, text), stay(`b${round}`, 14, 18, text));
    const [first, second] = await inn.blocks();
    const booking = await inn.data(inn.enter(first?.id), 201);
    const other = await inn.data(inn.enter(second?.id, { guest: { name: 'Other' } }), 201);
    await inn.data(inn.cancel(booking.id));
    await takeFreedNights(world.services);
    const [again] = await inn.blocks();
    inn.channel.have(stay(`c${round}`, 8, 13, text), stay(`d${round}`, 14, 18, text));
    const answers = await Promise.all([
      inn.refresh(),
      inn.send('POST', `/guests/${booking.guest.id}/erase`),
      inn.send('PUT', path, { name: `Airbnb ${round}` }),
      inn.send('PUT', `/bookings/${other.id}`, { check_out: june(17) }),
      inn.enter(again?.id),
      takeFreedNights(world.services),
      inn.refresh(),
      inn.send('PUT', `/bookings/${other.id}`, { notes: 'Late.' }),
    ]);
    for (const answer of answers) if (answer && 'status' in answer) expect(answer.status).not.toBe(500);
    for (const { id } of (await inn.send('GET', '/bookings?status=confirmed')).body.data)
      await inn.data(inn.cancel(id));
    for (const minutes of [0, 61]) {
      later(minutes);
      await inn.read();
    }
    expect(await inn.blocks()).toEqual([]);
  }
  expect(await deadlocksIn(world.url)).toBe(0);
  expect((await inn.send('DELETE', path)).status).toBe(204);
  await expectSound(world);
});
